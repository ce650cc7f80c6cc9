import { setTimeout as sleep } from 'node:timers/promises';
import { logTail } from '../processes/logTail';
import type { TiedProcess } from '../processes/spawnTied';
import { spawnTied } from '../processes/spawnTied';
import { until } from '../processes/until';
import { buildEnvironment } from './environment';
import type { N8nInstallation } from './installation';
import type { N8nSettings } from './settings';
import { editorUrl } from './settings';

/** A running n8n. */
export interface N8nServer {
	readonly running: boolean;
	/** Resolves once it has ended, for whatever reason. */
	readonly exited: Promise<unknown>;
	/** Lets n8n finish what it is at; ends it all the same if that takes long. */
	stop(): Promise<void>;
	/** Ends it in the middle of whatever it is doing, as a crash would (SIGKILL). */
	kill(): Promise<void>;
}

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
	} catch {
		return false;
	}
}

async function stop(server: TiedProcess): Promise<void> {
	server.terminate();
	const giveUp = new AbortController();
	await Promise.race([
		server.exited,
		sleep(STOP_LIMIT_MS, undefined, { signal: giveUp.signal }).catch(() => undefined),
	]);
	giveUp.abort();
	server.killGroup();
	await server.exited;
}

/**
 * Starts n8n and waits until it serves. Starting again on the same user folder is a restart.
 *
 * @throws Error with the end of n8n's log when it ends or isn't up in time
 */
export async function startN8n(
	installation: N8nInstallation,
	settings: N8nSettings,
	signal: AbortSignal,
): Promise<N8nServer> {
	const server = spawnTied({
		nodePath: installation.nodePath,
		script: installation.script,
		args: ['start'],
		cwd: settings.userFolder,
		env: buildEnvironment(installation, settings),
		logPath: settings.logPath,
	});
	try {
		await until('n8n to be up', { limitMs: START_LIMIT_MS, signal }, () => {
			if (!server.running) throw new Error('n8n ended while starting');
			return answers(`${editorUrl(settings)}/healthz/readiness`);
		});
	} catch (error) {
		server.killGroup();
		const reason = error instanceof Error ? error.message : String(error);
		throw signal.aborted ? error : new Error(`${reason}. ${logTail(settings.logPath)}`);
	}
	return {
		get running() {
			return server.running;
		},
		exited: server.exited,
		stop: () => stop(server),
		kill: async () => {
			server.killGroup();
			await server.exited;
		},
	};
}
