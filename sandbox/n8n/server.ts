import type { ManagedProcess } from '../processes/managedProcess';
import { spawnManaged } from '../processes/managedProcess';
import { buildEnvironment } from './environment';
import type { N8nInstance } from './settings';
import { editorUrl } from './settings';

/** On two busy cores nine processes of n8n that start at once take some minutes. */
export const START_TIMEOUT_MS = 5 * 60_000;

/** Whether a process of n8n says so at its port. */
export async function isReady({ settings }: N8nInstance): Promise<boolean> {
	try {
		const url = `${editorUrl(settings)}/healthz/readiness`;
		return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
	} catch {
		return false;
	}
}

/** Starts n8n's command line: its server with `['start']`. */
export function launchN8n(
	{ installation, settings }: N8nInstance,
	args: readonly string[],
): ManagedProcess {
	return spawnManaged({
		nodePath: installation.nodePath,
		script: installation.script,
		args,
		cwd: settings.userFolder,
		env: buildEnvironment(installation, settings),
		logPath: settings.logPath,
	});
}
