import { exitOf } from '../processes/exitOf';
import { logTail } from '../processes/logTail';
import type { N8nInstance } from './settings';
import { launchN8n } from './server';

/**
 * Runs a command of n8n's command line to its end; n8n's server must not be running on the same
 * instance. @throws Error with the end of n8n's log when the command fails; the
 * signal's reason, the command being killed, when it is aborted
 */
export async function runN8nCommand(
	n8n: N8nInstance,
	args: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	signal.throwIfAborted();
	if ((await exitOf(launchN8n(n8n, args), signal)) === 0) return;
	throw new Error(`n8n ${args.join(' ')} failed. ${logTail(n8n.settings.logPath)}`);
}
