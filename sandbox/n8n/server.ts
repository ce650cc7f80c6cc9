import type { CommandRun } from '../command/command';
import { logTail } from '../processes/logTail';
import type { ManagedProcess } from '../processes/managedProcess';
import { spawnManaged } from '../processes/managedProcess';
import { stopProcess } from '../processes/stopProcess';
import { waitUntil } from '../processes/waitUntil';
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

/**
 * Starts n8n's server, or what else `command` names, to be stopped with the run, and waits until it is ready.
 * An n8n that ends meanwhile is started once more, as whatever runs n8n for people does: n8n 2.x ends while it takes
 * up an execution that was killed before it began, and leaves that out the next time.
 *
 * @throws Error with the end of n8n's log when it ends again or isn't ready in time
 */
export async function startN8n(
	n8n: N8nInstance,
	run: CommandRun,
	command: 'start' | 'worker' = 'start',
): Promise<ManagedProcess> {
	const started = await startOnce(n8n, run, command);
	if (started !== 'ended') return started;
	console.error(`n8n ended while starting, and is started again. ${logTail(n8n.settings.logPath)}`);
	const startedAgain = await startOnce(n8n, run, command);
	if (startedAgain !== 'ended') return startedAgain;
	throw new Error(`n8n ended twice while starting. ${logTail(n8n.settings.logPath)}`);
}

async function startOnce(
	n8n: N8nInstance,
	{ signal, teardown }: CommandRun,
	command: 'start' | 'worker',
): Promise<ManagedProcess | 'ended'> {
	const server = launchN8n(n8n, [command]);
	teardown.add(() => stopProcess(server));
	try {
		await waitUntil('n8n to be ready', { timeoutMs: START_TIMEOUT_MS, signal }, async () => {
			return !server.running || (await isReady(n8n));
		});
	} catch (error) {
		server.killGroup();
		const reason = error instanceof Error ? error.message : String(error);
		throw signal.aborted ? error : new Error(`${reason}. ${logTail(n8n.settings.logPath)}`);
	}
	if (server.running) return server;
	server.killGroup();
	return 'ended';
}
