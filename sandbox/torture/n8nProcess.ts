import { setTimeout as sleep } from 'node:timers/promises';
import { buildEnvironment } from '../n8n/environment';
import type { Teardown } from '../processes/teardown';
import type { TiedProcess } from '../processes/spawnTied';
import { spawnTied } from '../processes/spawnTied';
import type { SandboxedN8n } from '../run/sandboxedN8n';

const STOP_LIMIT_MS = 20_000;

/** Starts n8n, or starts it again. It can be killed from its first moment on, while it is starting. */
export function launchN8n(
	{ installation, settings }: SandboxedN8n,
	teardown: Teardown,
): TiedProcess {
	const n8n = spawnTied({
		nodePath: installation.nodePath,
		script: installation.script,
		args: ['start'],
		cwd: settings.userFolder,
		env: buildEnvironment(installation, settings),
		logPath: settings.logPath,
	});
	teardown.add(async () => {
		n8n.killGroup();
		await n8n.exited;
	});
	return n8n;
}

/** Lets n8n end in good order; ends it all the same if that takes long. */
export async function stopN8n(n8n: TiedProcess): Promise<void> {
	n8n.terminate();
	const limit = new AbortController();
	const tooLong = sleep(STOP_LIMIT_MS, undefined, { signal: limit.signal });
	await Promise.race([n8n.exited, tooLong.catch(() => undefined)]);
	limit.abort();
	n8n.killGroup();
	await n8n.exited;
}
