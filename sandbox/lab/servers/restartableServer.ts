import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandRun } from '../../command/command';
import { logTail } from '../../processes/logTail';
import type { ManagedProcess } from '../../processes/managedProcess';
import { stopProcess } from '../../processes/stopProcess';
import { waitUntil } from '../../processes/waitUntil';

/** What there is to know of a server to start it, as often as need be. */
interface ServerDefinition {
	readonly name: string;
	readonly logPath: string;
	readonly spawn: () => ManagedProcess;
	/** Whether it answers. */
	readonly isReady: () => Promise<boolean>;
}

const START_TIMEOUT_MS = 60_000;

/** A server that keeps its port and its data when it is restarted. */
export class RestartableServer {
	private process: ManagedProcess | undefined;

	constructor(
		private readonly definition: ServerDefinition,
		private readonly signal: AbortSignal,
	) {}

	get name(): string {
		return this.definition.name;
	}

	/** @throws Error with the end of its log when it ends or isn't ready in time */
	async start(): Promise<void> {
		const { name, logPath, spawn, isReady } = this.definition;
		const started = spawn();
		this.process = started;
		const wait = { timeoutMs: START_TIMEOUT_MS, signal: this.signal };
		try {
			await waitUntil(`${name} to be ready`, wait, async () => {
				if (!started.running) throw new Error(`${name} ended while starting`);
				return await isReady();
			});
		} catch (error) {
			started.killGroup();
			if (this.signal.aborted) throw error;
			const reason = error instanceof Error ? error.message : String(error);
			throw new Error(`${reason}. ${logTail(logPath)}`);
		}
	}

	/** Ends it as its service would be stopped; kills it if that takes too long. */
	async stop(): Promise<void> {
		if (this.process) await stopProcess(this.process);
	}
}

/** Starts a server, to be stopped with the run. */
export async function startServer(
	definition: ServerDefinition,
	{ signal, teardown }: CommandRun,
): Promise<RestartableServer> {
	const server = new RestartableServer(definition, signal);
	teardown.add(() => server.stop());
	await server.start();
	return server;
}

/** For a server's data, until the run ends. Everybody may pass through it: a server may run as somebody else. */
export function temporaryDataFolder({ teardown }: CommandRun): string {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-server-'));
	chmodSync(folder, 0o711);
	teardown.add(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
