import { watch as watchFolder } from 'node:fs';
import { sqliteOf } from '../../n8n/database';
import type { Lab } from '../lab';

/** A phase of n8n's work in which something is done to it. */
export type Moment =
	/** The service keeps a request of the poll waiting. */
	| 'duringPoll'
	/** The poll has had its last answer: n8n emits, saves the state, creates the execution. */
	| 'afterLastResponse'
	/** n8n has begun to write to its database after that; of a database that is a file. */
	| 'atFirstWrite'
	/** The sink keeps the workflow's request waiting. */
	| 'duringExecution';

/** When something is to happen. */
export interface Strike {
	readonly moment: Moment;
	/** From the beginning of the phase, real milliseconds. */
	readonly delayMs: number;
	/** Which request of the poll is kept waiting, from 1 on; the first unless given. */
	readonly request?: number;
	/** How many polls, or executions, are left alone before. */
	readonly skip?: number;
}

/** How long the service or the sink keeps n8n waiting, milliseconds. */
export const SLOWDOWN_MS = 1_500;

/** Calls `strike` at its time, at least once. @returns how to undo what was set up for it */
type Schedule = (planned: Required<Strike>, lab: Lab, strike: () => void) => () => void;

/** How long the time for something may be in coming: some polls, between which a starved n8n may rest. */
const TIMEOUT_MS = 15 * 60_000;

/** Whether a poll comes before the given number of complete ones from now on has passed. */
function isAmongNext({ systems: { polls } }: Lab, count: number): (poll: number) => boolean {
	const first = polls.polls + (polls.isOngoing(Date.now()) ? 0 : 1);
	return (poll) => poll < first + count;
}

const duringPoll: Schedule = ({ delayMs, request, skip }, lab, strike) => {
	const { polls, service } = lab.systems;
	const isSkipped = isAmongNext(lab, skip);
	const isFirst = isAmongNext(lab, skip + 1);
	let timer: NodeJS.Timeout | undefined;
	polls.listen({
		onRequest: ({ number, requests }) => {
			// A poll may need fewer requests than planned; then any request of the next one will do.
			const isPlanned = requests === request || !isFirst(number);
			if (timer !== undefined || isSkipped(number) || !isPlanned) return;
			service.behaviour.latencyMs = SLOWDOWN_MS;
			timer = setTimeout(strike, delayMs);
		},
	});
	return () => {
		clearTimeout(timer);
		service.behaviour.latencyMs = 0;
	};
};

const afterLastResponse: Schedule = ({ delayMs, skip }, lab, strike) => {
	const isSkipped = isAmongNext(lab, skip);
	let timer: NodeJS.Timeout | undefined;
	lab.systems.polls.listen({
		onRequest: () => clearTimeout(timer),
		onResponse: ({ number }, isLast) => {
			if (isLast && !isSkipped(number)) timer = setTimeout(strike, delayMs);
		},
	});
	return () => clearTimeout(timer);
};

const atFirstWrite: Schedule = ({ delayMs, skip }, lab, strike) => {
	const isSkipped = isAmongNext(lab, skip);
	const { folder, journal } = sqliteOf(lab.n8n.main.n8n.settings);
	let isDue = false;
	let timer: NodeJS.Timeout | undefined;
	lab.systems.polls.listen({
		onRequest: () => {
			isDue = false;
			clearTimeout(timer);
			timer = undefined;
		},
		onResponse: ({ number }, isLast) => {
			isDue = isLast && !isSkipped(number);
		},
	});
	const watcher = watchFolder(folder, (_event, name) => {
		if (!isDue || timer !== undefined || name !== journal) return;
		// Even a timer of 0 ms would be too late for the write itself.
		if (delayMs === 0) strike();
		else timer = setTimeout(strike, delayMs);
	});
	return () => {
		clearTimeout(timer);
		watcher.close();
	};
};

const duringExecution: Schedule = ({ delayMs, skip }, { systems: { sink } }, strike) => {
	let arrivals = 0;
	let timer: NodeJS.Timeout | undefined;
	sink.delayMs = SLOWDOWN_MS;
	sink.onArrival = () => {
		arrivals++;
		if (arrivals > skip) timer ??= setTimeout(strike, delayMs);
	};
	return () => {
		clearTimeout(timer);
		sink.delayMs = 0;
		sink.onArrival = () => {};
	};
};

const SCHEDULES: Readonly<Record<Moment, Schedule>> = {
	duringPoll,
	afterLastResponse,
	atFirstWrite,
	duringExecution,
};

/**
 * Calls `strike` once, at its time. @throws Error when that doesn't come, or the signal is aborted before
 */
export async function at(
	{ moment, delayMs, request = 1, skip = 0 }: Strike,
	lab: Lab,
	strike: () => void,
): Promise<void> {
	const end = AbortSignal.any([lab.wait.signal, AbortSignal.timeout(TIMEOUT_MS)]);
	end.throwIfAborted();
	let undo: (() => void) | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			const giveUp = () => reject(new Error(`No poll allowed for something ${moment}`));
			end.addEventListener('abort', giveUp, { once: true });
			let isDone = false;
			undo = SCHEDULES[moment]({ moment, delayMs, request, skip }, lab, () => {
				if (isDone) return;
				isDone = true;
				strike();
				resolve();
			});
		});
	} finally {
		undo?.();
		lab.systems.polls.listen({});
	}
}
