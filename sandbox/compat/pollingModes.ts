import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { N8nInstallation } from '../n8n/installation';
import { POLLING_MODES, type PollingMode } from '../n8n/settings';

/** The setting without which an n8n does not have a mode. */
const NEEDED_SETTING: Readonly<Record<PollingMode, string | undefined>> = {
	inMemory: undefined,
	durableScheduler: 'N8N_SCHEDULER_POLL_TRIGGERS_ENABLED',
	durableCursors: 'N8N_POLLER_DURABLE_CURSORS_ENABLED',
};

/** The text of the file in which an n8n names its scheduler's settings; empty where it has none. */
function schedulerSettings({ script }: N8nInstallation): string {
	const config = dirname(createRequire(script).resolve('@n8n/config'));
	const file = join(config, 'configs', 'scheduler.config.js');
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The polling modes that an installed n8n has: it ignores the settings of others without a word. */
export function pollingModesOf(installation: N8nInstallation): PollingMode[] {
	const settings = schedulerSettings(installation);
	return POLLING_MODES.filter((mode) => {
		const needed = NEEDED_SETTING[mode];
		return needed === undefined || settings.includes(`'${needed}'`);
	});
}
