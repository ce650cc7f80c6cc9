import type { KillTiming, PlannedKill } from '../crashTest/killPlan';
import { SLOWDOWN_MS } from '../crashTest/killPlan';
import { mixed, share } from '../service/generator/randomness';

/** What is done to n8n's processes and to the servers that they need. */
export type Fault = 'workerKilled' | 'mainKilled' | 'redisRestarted' | 'postgresRestarted';

/** One of them, and when; `downMs` passes before what is down is started again. */
export interface PlannedFault extends PlannedKill {
	readonly fault: Fault;
}

/** In an order in which the one fault of a short run differs from mode to mode. */
export const FAULTS: readonly Fault[] = [
	'workerKilled',
	'mainKilled',
	'redisRestarted',
	'postgresRestarted',
];

const TIMINGS: Readonly<Record<Fault, readonly KillTiming[]>> = {
	workerKilled: ['duringExecution'],
	mainKilled: ['afterLastResponse', 'duringExecution', 'duringPoll'],
	redisRestarted: ['afterLastResponse', 'duringExecution'],
	postgresRestarted: ['duringPoll', 'duringExecution'],
};

const MAX_DELAY_MS: Readonly<Record<Fault, number>> = {
	// Until its execution has ended: a delivery waits twice for as long.
	workerKilled: 2 * SLOWDOWN_MS - 500,
	mainKilled: 60,
	redisRestarted: 60,
	postgresRestarted: SLOWDOWN_MS,
};

/** n8n ends by itself where it has no Redis for ten seconds. */
const MAX_DOWN_MS = 3_000;

const DELAY_SALT = 400;
const TIMING_SALT = 401;
const DOWN_SALT = 402;

/** Faults of all kinds by turns; `first` is the index of the kind to begin with. */
export function planFaults(count: number, seed: number, first: number): PlannedFault[] {
	const ownSeed = mixed(seed, first, 1);
	return Array.from({ length: count }, (_, index) => {
		const fault = FAULTS[(first + index) % FAULTS.length] ?? 'workerKilled';
		const timings = TIMINGS[fault];
		const drawn = Math.floor(share(ownSeed, index, TIMING_SALT) * timings.length);
		return {
			fault,
			timing: timings[drawn] ?? 'duringExecution',
			delayMs: Math.floor(share(ownSeed, index, DELAY_SALT) * MAX_DELAY_MS[fault]),
			request: 1,
			skip: 0,
			downMs: Math.floor(share(ownSeed, index, DOWN_SALT) * MAX_DOWN_MS),
		};
	});
}
