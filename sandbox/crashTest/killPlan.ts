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

/** How long the service or the sink keeps n8n waiting for a kill, milliseconds. */
export const SLOWDOWN_MS = 1_500;
