import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Where Node looks for tsx. */
const ROOT = join(__dirname, '..');

/** What a process can be asked to do, by name. Settings and results travel as JSON. */
export type Jobs = Readonly<Record<string, (settings: never) => Promise<object>>>;

/** `JobProcess.run` accepts no settings but those of the job, so they can be of any type here. */
interface Request {
	readonly job: string;
	readonly settings: never;
}

type Reply<Result> = { readonly result: Result } | { readonly failure: string };

function isRequest(message: unknown): message is Request {
	return typeof message === 'object' && message !== null && 'job' in message;
}

/** Says nothing of the result itself: both ends are compiled together. */
function isReply<Result>(message: unknown): message is Reply<Result> {
	if (typeof message !== 'object' || message === null) return false;
	return 'result' in message || 'failure' in message;
}

async function perform(jobs: Jobs, message: unknown): Promise<Reply<object>> {
	try {
		const job = isRequest(message) ? jobs[message.job] : undefined;
		if (!isRequest(message) || job === undefined) throw new Error('There is no such job');
		return { result: await job(message.settings) };
	} catch (error) {
		return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

/** Does jobs for the process that started this one, until that process ends. */
export function answerJobs(jobs: Jobs): void {
	process.on('message', (message) => {
		void perform(jobs, message).then((reply) => {
			// Leaves the memory to the next contestant.
			globalThis.gc?.();
			process.send?.(reply);
		});
	});
	process.on('disconnect', () => process.exit(0));
}

/** A process of its own that does one job at a time; `J` is what its script passes to `answerJobs`. */
export class JobProcess<J extends Jobs> {
	private readonly child: ChildProcess;
	private readonly exited: Promise<unknown>;

	constructor(nodePath: string, script: string, nodeOptions: readonly string[]) {
		this.child = fork(script, {
			cwd: ROOT,
			execPath: nodePath,
			execArgv: ['--require', 'tsx/cjs', '--expose-gc', ...nodeOptions],
			// Standard output is the report's.
			stdio: ['ignore', 2, 2, 'ipc'],
		});
		this.exited = once(this.child, 'exit');
	}

	/** @throws Error with the job's own message, or when the process ends before it is done */
	async run<Name extends keyof J & string>(
		job: Name,
		settings: Parameters<J[Name]>[0],
	): Promise<Awaited<ReturnType<J[Name]>>> {
		this.child.send({ job, settings });
		const ended = this.exited.then(() => [{ failure: `The process ended during "${job}"` }]);
		const [reply]: unknown[] = await Promise.race([once(this.child, 'message'), ended]);
		if (!isReply<Awaited<ReturnType<J[Name]>>>(reply)) throw new Error('That is no reply');
		if ('failure' in reply) throw new Error(reply.failure);
		return reply.result;
	}

	async stop(): Promise<void> {
		if (this.child.connected) this.child.disconnect();
		await this.exited;
	}
}
