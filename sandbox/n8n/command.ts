import { logTail } from '../processes/logTail';
import { spawnTied } from '../processes/spawnTied';
import { buildEnvironment } from './environment';
import type { N8nInstallation } from './installation';
import type { N8nSettings } from './settings';

/**
 * Runs a command of n8n's command line to its end; n8n's server must not be running on the same
 * user folder. @throws Error with the end of n8n's log when the command fails; the
 * signal's reason, the command being ended, when it is aborted
 */
export async function runN8nCommand(
	installation: N8nInstallation,
	settings: N8nSettings,
	args: readonly string[],
	signal: AbortSignal,
): Promise<void> {
	signal.throwIfAborted();
	const command = spawnTied({
		nodePath: installation.nodePath,
		script: installation.script,
		args,
		cwd: settings.userFolder,
		env: buildEnvironment(installation, settings),
		logPath: settings.logPath,
	});
	const abandon = () => command.killGroup();
	signal.addEventListener('abort', abandon);
	const status = await command.exited;
	signal.removeEventListener('abort', abandon);
	signal.throwIfAborted();
	if (status === 0) return;
	throw new Error(`n8n ${args.join(' ')} failed. ${logTail(settings.logPath)}`);
}
