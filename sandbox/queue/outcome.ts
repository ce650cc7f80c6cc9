import type { BurstOutcome } from './burst';
import type { QueueMode } from './modes';
import type { QueueExecution } from './n8nTables';
import type { QueueTally } from './tally';
import type { WorkerLog } from './workerLog';

/** Everything that is known of a mode in the end. */
export interface Proof {
	readonly mode: QueueMode;
	readonly tally: QueueTally;
	readonly workers: number;
	/** Of all workflows. */
	readonly executions: number;
	/** Executions that succeeded by the name of the worker that began them; of `none` there may be none. */
	readonly ranOn: Readonly<Record<string, number>>;
	/** Exchanges of the trigger's refresh token and of the burst's. */
	readonly exchanges: number;
	readonly kills: number;
	readonly burst: BurstOutcome;
	/** What was found wrong with the report or the file. */
	readonly faults: readonly string[];
}

/** The line of JSON of a mode. */
interface Outcome {
	readonly mode: string;
	readonly workers: number;
	readonly created: number;
	readonly delivered: number;
	readonly lost: number;
	readonly duplicates: number;
	readonly executions: number;
	readonly exchanges: number;
	readonly kills: number;
}

export function toOutcome(proof: Proof): Outcome {
	const { mode, tally, workers, executions, exchanges, kills } = proof;
	const { created, delivered, lost, duplicates } = tally;
	return {
		mode: mode.mode,
		workers,
		...{ created, delivered, lost, duplicates },
		...{ executions, exchanges, kills },
	};
}

/** How many executions succeeded, by the worker that began them. */
export function countByWorker(
	executions: readonly QueueExecution[],
	workers: ReadonlyArray<{ readonly name: string; readonly log: WorkerLog }>,
): Record<string, number> {
	const logs = workers.map(({ name, log }) => ({ name, started: log.started }));
	const counts: Record<string, number> = {};
	for (const { id } of executions.filter(({ status }) => status === 'success')) {
		const name = logs.find(({ started }) => started.has(id))?.name ?? 'none';
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

/** What is not as it should be, in words. */
export function findFaults({ mode, tally, workers, ranOn, burst, faults }: Proof): string[] {
	const { created, lost, duplicates, redelivered, unexpected } = tally;
	const unsaid = mode.repeats ? duplicates - redelivered : duplicates;
	const idle = workers - Object.keys(ranOn).filter((name) => name !== 'none').length;
	const checks: Array<readonly [boolean, string]> = [
		[created === 0, 'no events were created'],
		[lost > 0, `${lost} events were handed to no execution`],
		[unsaid > 0, `${unsaid} times an event came twice${mode.repeats ? ' and did not say so' : ''}`],
		[unexpected > 0, `${unexpected} events from before the activation were delivered`],
		[(ranOn.none ?? 0) > 0, `${ranOn.none ?? 0} executions ran on no worker`],
		[idle > 0, `${idle} of the workers ran nothing`],
		[
			burst.succeeded < burst.executions,
			`${burst.executions - burst.succeeded} of the executions at once did not succeed`,
		],
		[
			burst.exchanges > burst.mostExchanges || burst.exchanges === 0,
			`${burst.executions} executions at once exchanged the refresh token ${burst.exchanges} times`,
		],
	];
	return [...checks.filter(([isWrong]) => isWrong).map(([, words]) => words), ...faults];
}
