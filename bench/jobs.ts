import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../sandbox/places';
import { AUTHORITY } from './network';

/** What a process can be asked to do, by name. Settings and results travel as JSON. */
export type Jobs = Readonly<Record<string, (settings: never) => Promise<object>>>;

type Result<J extends Jobs, Name extends keyof J> = Awaited<ReturnType<J[Name]>>;

/** `JobProcess.run` accepts no settings but those of the job, so they can be of any type here. */
interface Request {
	readonly job: string;
	readonly settings: never;
}

/** Says nothing of what is in the message: both ends are compiled together. */
function isMessage<Message extends object>(message: unknown): message is Message {
	return typeof message === 'object' && message !== null;
}

/** Does jobs for the process that started this one, until that process ends or a job fails. */
export function answerJobs(jobs: Jobs): void {
	const answer = async (message: unknown): Promise<void> => {
		const result = isMessage<Request>(message) && (await jobs[message.job]?.(message.settings));
		// Leaves the memory to the next contestant.
		globalThis.gc?.();
		process.send?.(result);
	};
	process.on('message', (message) => void answer(message));
	process.on('disconnect', () => process.exit(0));
}

/** A process of its own that does one job at a time; `J` is what its script passes to `answerJobs`. */
export class JobProcess<J extends Jobs> {
	private readonly child: ChildProcess;
	private readonly exited: Promise<unknown>;

	constructor(
		execPath: string,
		script: string,
		nodeOptions: readonly string[],
		args: string[] = [],
	) {
		this.child = fork(join(__dirname, script), args, {
			// Where Node looks for tsx.
			cwd: ROOT,
			execPath,
			env: { ...process.env, NODE_EXTRA_CA_CERTS: AUTHORITY },
			execArgv: ['--require', 'tsx/cjs', '--expose-gc', ...nodeOptions],
			// Standard output is the report's.
			stdio: ['ignore', 2, 2, 'ipc'],
		});
		this.exited = once(this.child, 'exit');
	}

	/** @throws Error when the process ends before it is done; its own error is on standard error */
	async run<Name extends keyof J & string>(
		job: Name,
		settings: Parameters<J[Name]>[0],
	): Promise<Result<J, Name>> {
		this.child.send({ job, settings });
		const ended = this.exited.then(() => []);
		const [result]: unknown[] = await Promise.race([once(this.child, 'message'), ended]);
		if (isMessage<Result<J, Name>>(result)) return result;
		throw new Error(`The process ended during "${job}"`);
	}

	async stop(): Promise<void> {
		if (this.child.connected) this.child.disconnect();
		await this.exited;
	}
}
