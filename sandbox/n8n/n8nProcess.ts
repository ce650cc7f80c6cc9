import type { CommandRun } from '../command/command';
import { logTail } from '../processes/logTail';
import type { ManagedProcess } from '../processes/managedProcess';
import { stopProcess } from '../processes/stopProcess';
import { waitUntil } from '../processes/waitUntil';
import { isReady, launchN8n, START_TIMEOUT_MS } from './server';
import type { N8nInstance } from './settings';

/** How often n8n may end by itself while it is started. */
const MAX_ENDS = 3;
const RESTART_DELAY_MS = 1_000;

/**
 * One process of n8n, to be ended with the run. It is started again when it ends by itself, as whatever runs n8n for
 * people does: n8n 2.x ends while it takes up an execution that was killed before it began, and leaves that out the
 * next time.
 */
export class N8nProcess {
	/** Called when it ends by itself. */
	onEnd: () => void = () => {};
	private process: ManagedProcess | undefined;
	private ends = 0;

	constructor(
		readonly n8n: N8nInstance,
		private readonly run: CommandRun,
		readonly name = 'n8n',
		private readonly command: 'start' | 'worker' = 'start',
	) {
		run.teardown.add(() => this.stop());
	}

	/** Starts it and doesn't wait. */
	launch(): void {
		const launched = launchN8n(this.n8n, [this.command]);
		this.process = launched;
		void launched.exited.then((status) => {
			if (this.process !== launched || this.run.signal.aborted) return;
			console.error(`${this.name} has ended by itself with status ${status}`);
			this.ends++;
			this.onEnd();
			setTimeout(() => {
				if (this.process === launched && !this.run.signal.aborted) this.launch();
			}, RESTART_DELAY_MS);
		});
	}

	/** Starts it and waits until it is ready. @throws Error with the end of its log when it isn't in time */
	async start(): Promise<void> {
		this.ends = 0;
		this.launch();
		const wait = { timeoutMs: START_TIMEOUT_MS, signal: this.run.signal };
		try {
			await waitUntil(`${this.name} to be ready`, wait, async () => {
				if (this.ends >= MAX_ENDS) throw new Error(`${this.name} ends again and again`);
				return await isReady(this.n8n);
			});
		} catch (error) {
			if (this.run.signal.aborted) throw error;
			const reason = error instanceof Error ? error.message : String(error);
			throw new Error(`${reason}. ${logTail(this.n8n.settings.logPath)}`);
		}
	}

	/** Ends it as a crash does. */
	async kill(): Promise<void> {
		const ending = this.process;
		this.process = undefined;
		ending?.killGroup();
		await ending?.exited;
	}

	/** Lets it finish what it is at. */
	async stop(): Promise<void> {
		const ending = this.process;
		this.process = undefined;
		if (ending) await stopProcess(ending);
	}
}
