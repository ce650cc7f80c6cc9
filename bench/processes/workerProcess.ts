import { join } from 'node:path';
import { isValues, type Values } from '../values';
import type { JobName } from './jobs';
import { ended, startTiedNode } from './tiedNode';

const SCRIPT = join(__dirname, 'worker.ts');

/** Most of the machine's memory, for a million events as items. */
const LARGE_HEAP = '--max-old-space-size=12288';

export interface WorkerOptions {
	readonly nodePath: string;
	/** Node's own heap limit unless true. */
	readonly largeHeap?: boolean;
	readonly nodeOptions?: readonly string[];
}

/** A process in which one contestant works, so that none disturbs another's heap or machine code. */
export interface Worker {
	/** Does one job to its end. @throws Error with the job's own message */
	run(job: JobName, settings: Values): Promise<Values>;
	stop(): Promise<void>;
}

/** Starts a worker. It has loaded nothing yet but what does jobs. */
export function startWorker(options: WorkerOptions): Worker {
	const { nodePath, largeHeap = false, nodeOptions = [] } = options;
	const child = startTiedNode({
		nodePath,
		script: SCRIPT,
		nodeOptions: ['--expose-gc', ...(largeHeap ? [LARGE_HEAP] : []), ...nodeOptions],
		channel: 'ipc',
	});
	child.stdout?.pipe(process.stderr);
	return {
		run: async (job, settings) => {
			const answer = new Promise<unknown>((resolve, reject) => {
				child.once('message', resolve);
				child.once('exit', (code, signal) =>
					reject(new Error(`The process ended: ${signal ?? code}`)),
				);
			}).finally(() => child.removeAllListeners());
			child.send({ job, settings });
			return resultOf(await answer);
		},
		stop: async () => {
			if (child.connected) child.disconnect();
			await ended(child);
		},
	};
}

function resultOf(answer: unknown): Values {
	if (!isValues(answer)) throw new Error('The worker answered something else');
	if (typeof answer.failure === 'string') throw new Error(answer.failure);
	return answer;
}
