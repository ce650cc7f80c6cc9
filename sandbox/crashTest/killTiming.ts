import { watch as watchFolder } from 'node:fs';
import type { KillTiming, PlannedKill } from './killPlan';
import { SLOWDOWN_MS } from './killPlan';
import { databaseOf } from './n8nDatabase';
import type { Target } from './target';

/** Calls `kill` at the planned time, at least once. @returns how to undo what was set up for it */
type Schedule = (plan: PlannedKill, target: Target, kill: () => void) => () => void;

/** Whether a poll comes before the given number of complete ones from now on has passed. */
function isAmongNext({ systems: { polls } }: Target, count: number): (poll: number) => boolean {
	const first = polls.polls + (polls.isOngoing(Date.now()) ? 0 : 1);
	return (poll) => poll < first + count;
}

const duringPoll: Schedule = (plan, target, kill) => {
	const { polls, service } = target.systems;
	const isSkipped = isAmongNext(target, plan.skip);
	const isFirst = isAmongNext(target, plan.skip + 1);
	let timer: NodeJS.Timeout | undefined;
	polls.listen({
		onRequest: ({ number, requests }) => {
			// A poll may need fewer requests than planned; then any request of the next one will do.
			const isPlanned = requests === plan.request || !isFirst(number);
			if (timer !== undefined || isSkipped(number) || !isPlanned) return;
			service.behaviour.latencyMs = SLOWDOWN_MS;
			timer = setTimeout(kill, plan.delayMs);
		},
	});
	return () => {
		clearTimeout(timer);
		service.behaviour.latencyMs = 0;
	};
};

const afterLastResponse: Schedule = (plan, target, kill) => {
	const isSkipped = isAmongNext(target, plan.skip);
	let timer: NodeJS.Timeout | undefined;
	target.systems.polls.listen({
		onRequest: () => clearTimeout(timer),
		onResponse: ({ number }, isLast) => {
			if (isLast && !isSkipped(number)) timer = setTimeout(kill, plan.delayMs);
		},
	});
	return () => clearTimeout(timer);
};

const atFirstWrite: Schedule = (plan, target, kill) => {
	const isSkipped = isAmongNext(target, plan.skip);
	const { folder, journal } = databaseOf(target.n8n);
	let isDue = false;
	let timer: NodeJS.Timeout | undefined;
	target.systems.polls.listen({
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
		// Even a timer of 0 ms would be too late for a kill at the write itself.
		if (plan.delayMs === 0) kill();
		else timer = setTimeout(kill, plan.delayMs);
	});
	return () => {
		clearTimeout(timer);
		watcher.close();
	};
};

const duringExecution: Schedule = (plan, { systems: { sink } }, kill) => {
	let arrivals = 0;
	let timer: NodeJS.Timeout | undefined;
	sink.delayMs = SLOWDOWN_MS;
	sink.onArrival = () => {
		arrivals++;
		if (arrivals > plan.skip) timer ??= setTimeout(kill, plan.delayMs);
	};
	return () => {
		clearTimeout(timer);
		sink.delayMs = 0;
		sink.onArrival = () => {};
	};
};

const SCHEDULES: Readonly<Record<KillTiming, Schedule>> = {
	duringPoll,
	afterLastResponse,
	atFirstWrite,
	duringExecution,
};

/**
 * Calls `kill` once, at the planned time.
 *
 * @throws Error when the signal is aborted before
 */
export async function killOnTime(
	plan: PlannedKill,
	target: Target,
	kill: () => void,
	signal: AbortSignal,
): Promise<void> {
	signal.throwIfAborted();
	let undo: (() => void) | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			const giveUp = () => reject(new Error(`No poll allowed for a kill ${plan.timing}`));
			signal.addEventListener('abort', giveUp, { once: true });
			let isKilled = false;
			undo = SCHEDULES[plan.timing](plan, target, () => {
				if (isKilled) return;
				isKilled = true;
				kill();
				resolve();
			});
		});
	} finally {
		undo?.();
		target.systems.polls.listen({});
	}
}
