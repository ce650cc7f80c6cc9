import type { Bench } from '../bench';
import { median } from '../report/median';
import { assertComplete } from '../report/complete';
import type { JobName } from '../processes/jobs';
import type { Worker } from '../processes/workerProcess';
import { numberOf, type Values } from '../values';

export interface Contestant {
	readonly name: string;
	readonly job: JobName;
	readonly settings: Values;
}

export interface Race {
	readonly title: string;
	readonly rounds: number;
	readonly contestants: readonly Contestant[];
	/** For all of them alike. */
	readonly settings: Values;
	readonly expected: Values;
	/** Calls back for each worker before it counts, to make its machine code. */
	readonly warmUp: (worker: Worker, contestant: Contestant) => Promise<void>;
	/** Once all are warm. */
	readonly ready?: () => Promise<void>;
}

/** What came of it, each list by round, by contestant's name. */
export interface Outcome {
	ms(name: string): number;
	cpuMs(name: string): number;
	/** The median over the rounds of one contestant's time over another's. */
	ratio(name: string, over: string): number;
}

/**
 * Has each contestant do the same, each in a process of its own, one at a time, in an order that
 * changes from round to round. @throws Error where one of them is not complete
 */
export async function race(bench: Bench, options: Race): Promise<Outcome> {
	const { contestants, rounds, settings } = options;
	const workers = contestants.map((contestant) => ({
		contestant,
		worker: bench.worker({ largeHeap: true }),
		results: new Array<Values>(),
	}));
	for (const { contestant, worker } of workers) {
		bench.progress.say(`${options.title}: ${contestant.name} warms up`);
		await options.warmUp(worker, contestant);
	}
	await options.ready?.();
	for (let round = 0; round < rounds; round++) {
		for (let turn = 0; turn < workers.length; turn++) {
			const entry = workers[(round + turn) % workers.length];
			if (entry === undefined) continue;
			const { contestant, worker, results } = entry;
			bench.progress.say(`${options.title}: round ${round + 1} of ${rounds}, ${contestant.name}`);
			const result = await worker.run(contestant.job, { ...settings, ...contestant.settings });
			assertComplete(contestant.name, result, options.expected);
			results.push(result);
		}
	}
	for (const { worker } of workers) await worker.stop();
	return outcomeOf(new Map(workers.map(({ contestant, results }) => [contestant.name, results])));
}

function outcomeOf(results: ReadonlyMap<string, readonly Values[]>): Outcome {
	const all = (name: string, what: string) =>
		(results.get(name) ?? []).map((result) => numberOf(result, what));
	return {
		ms: (name) => median(all(name, 'ms')),
		cpuMs: (name) => median(all(name, 'cpuMs')),
		ratio: (name, over) => {
			const others = all(over, 'ms');
			return median(all(name, 'ms').map((ms, round) => ms / (others[round] ?? NaN)));
		},
	};
}
