import { mixed, share } from '../service/generator/randomness';

/** The phases of n8n's work in which it is killed. */
export type KillTiming =
	/** The service keeps a request of the poll waiting. */
	| 'duringPoll'
	/** The poll has had its last answer: n8n emits, saves the state, creates the execution. */
	| 'afterLastResponse'
	/** n8n has begun to write to its database after that. */
	| 'atFirstWrite'
	/** The sink keeps the workflow's request waiting. */
	| 'duringExecution';

export interface PlannedKill {
	readonly timing: KillTiming;
	/** From the beginning of the phase, real milliseconds. */
	readonly delayMs: number;
	/** Which request of the poll is kept waiting, from 1 on. */
	readonly request: number;
	/** How many polls, or executions, are left alone before. */
	readonly skip: number;
	/** How long n8n stays down, milliseconds. */
	readonly downMs: number;
}

/** In an order in which the few kills of a short run differ from mode to mode. */
export const KILL_TIMINGS: readonly KillTiming[] = [
	'duringExecution',
	'duringPoll',
	'afterLastResponse',
	'atFirstWrite',
];

/** How long the service or the sink keeps n8n waiting for a kill, milliseconds. */
export const SLOWDOWN_MS = 1_500;

const MAX_DELAY_MS: Readonly<Record<KillTiming, number>> = {
	duringPoll: SLOWDOWN_MS,
	afterLastResponse: 60,
	atFirstWrite: 30,
	duringExecution: 2 * SLOWDOWN_MS,
};
const REQUESTS_PER_POLL = 3;
const SKIP_SHARE = 0.3;
const MAX_DOWN_MS = 5_000;

const DELAY_SALT = 300;
const REQUEST_SALT = 301;
const SKIP_SALT = 302;
const DOWN_SALT = 303;

/** Kills of all timings, equally many of each; `first` is the index of the timing to begin with. */
export function planKills(count: number, seed: number, first: number): PlannedKill[] {
	const ownSeed = mixed(seed, first, 0);
	return Array.from({ length: count }, (_, index) => {
		const timing = KILL_TIMINGS[(first + index) % KILL_TIMINGS.length] ?? 'duringPoll';
		return {
			timing,
			delayMs: Math.floor(share(ownSeed, index, DELAY_SALT) * MAX_DELAY_MS[timing]),
			request: 1 + Math.floor(share(ownSeed, index, REQUEST_SALT) * REQUESTS_PER_POLL),
			skip: share(ownSeed, index, SKIP_SALT) < SKIP_SHARE ? 1 : 0,
			downMs: Math.floor(share(ownSeed, index, DOWN_SALT) * MAX_DOWN_MS),
		};
	});
}
