import { existsSync, readFileSync } from 'node:fs';
import type { CommandRun } from '../command/command';
import { startN8n } from '../n8n/server';
import type { N8nInstance } from '../n8n/settings';
import type { ManagedProcess } from '../processes/managedProcess';
import { stopProcess } from '../processes/stopProcess';
import type { WorkerLog } from './workerLog';
import { parseWorkerLog } from './workerLog';

/** What it is to do in n8n's queue mode. */
interface MemberDefinition {
	readonly name: string;
	readonly command: 'start' | 'worker';
	readonly n8n: N8nInstance;
}

/** One process of an n8n that consists of several. It is started again when it ends by itself. */
export class Member {
	private process: ManagedProcess | undefined;

	constructor(
		private readonly definition: MemberDefinition,
		private readonly run: CommandRun,
	) {}

	get name(): string {
		return this.definition.name;
	}

	get n8n(): N8nInstance {
		return this.definition.n8n;
	}

	/** What its log tells of executions; a main's tells of none. */
	get log(): WorkerLog {
		const { logPath } = this.n8n.settings;
		return parseWorkerLog(existsSync(logPath) ? readFileSync(logPath, 'utf8') : '');
	}

	/** @throws Error with the end of its log when it isn't ready in time */
	async start(): Promise<void> {
		const { n8n, command } = this.definition;
		const started = await startN8n(n8n, this.run, command);
		this.process = started;
		void started.exited.then(() => this.startAgain(started));
	}

	/** Ends it as a crash does. */
	async kill(): Promise<void> {
		const killed = this.process;
		this.process = undefined;
		killed?.killGroup();
		await killed?.exited;
	}

	/** Lets it finish what it is at. */
	async stop(): Promise<void> {
		const stopped = this.process;
		this.process = undefined;
		if (stopped) await stopProcess(stopped);
	}

	/** As whatever runs n8n for people does when it ends. */
	private async startAgain(ended: ManagedProcess): Promise<void> {
		if (this.process !== ended || this.run.signal.aborted) return;
		console.error(`${this.name} has ended by itself, and is started again`);
		try {
			await this.start();
		} catch (error) {
			if (!this.run.signal.aborted) console.error(`${this.name} does not start again:`, error);
		}
	}
}
