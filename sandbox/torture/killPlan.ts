import { mixed, share } from '../service/generator/randomness';

/** The moments at which n8n is killed. */
export type KillKind =
	/** The service keeps a request of the poll waiting. */
	| 'duringPoll'
	/** The poll has had its last answer: n8n emits, saves the state, creates the execution. */
	| 'afterLastAnswer'
	/** n8n has begun to write to its database after that. */
	| 'atFirstWrite'
	/** The sink keeps the workflow's request waiting. */
	| 'duringExecution';

export interface PlannedKill {
	readonly kind: KillKind;
	/** From the moment that the kind names, real milliseconds. */
	readonly delayMs: number;
	/** Which request of the poll is kept waiting, from 1 on. */
	readonly request: number;
	/** How many polls, or executions, are let pass before. */
	readonly passes: number;
	/** How long n8n stays down, milliseconds. */
	readonly downMs: number;
}

/** So that the few kills of a short run differ from mode to mode. */
export const KILL_KINDS: readonly KillKind[] = [
	'duringExecution',
	'duringPoll',
	'afterLastAnswer',
	'atFirstWrite',
];

/** How long the service or the sink keeps n8n waiting for a kill, milliseconds. */
export const HOLD_MS = 1_500;

const MAX_DELAY_MS: Readonly<Record<KillKind, number>> = {
	duringPoll: HOLD_MS,
	afterLastAnswer: 60,
	atFirstWrite: 30,
	duringExecution: 2 * HOLD_MS,
};
const REQUESTS_OF_A_POLL = 3;
const SHARE_OF_PASSES = 0.3;
const MAX_DOWN_MS = 5_000;

const DELAY_SALT = 300;
const REQUEST_SALT = 301;
const PASS_SALT = 302;
const DOWN_SALT = 303;

/** Kills of all kinds, equally many of each; `first` is the number of the kind to begin with. */
export function planKills(count: number, seed: number, first: number): PlannedKill[] {
	const ownSeed = mixed(seed, first, 0);
	return Array.from({ length: count }, (_, index) => {
		const kind = KILL_KINDS[(first + index) % KILL_KINDS.length] ?? 'duringPoll';
		return {
			kind,
			delayMs: Math.floor(share(ownSeed, index, DELAY_SALT) * MAX_DELAY_MS[kind]),
			request: 1 + Math.floor(share(ownSeed, index, REQUEST_SALT) * REQUESTS_OF_A_POLL),
			passes: share(ownSeed, index, PASS_SALT) < SHARE_OF_PASSES ? 1 : 0,
			downMs: Math.floor(share(ownSeed, index, DOWN_SALT) * MAX_DOWN_MS),
		};
	});
}
