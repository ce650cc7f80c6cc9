import { memberOf } from '../../json/jsonValues';
import { type Stage, hasIntegers } from './batch';

/**
 * n8n saves the state before it has made an execution of a delivery, and may be killed in between: then the delivery
 * has to come again. Times are epoch milliseconds.
 */
export type RedeliveryMemory = {
	/** These processes of n8n were given the last delivery: one that still polls has made an execution. */
	readonly processes: readonly string[];
	/** No event of the last delivery is older. */
	readonly fromMs: number;
	/** Set if redelivery takes more than a poll: events that are dated up to then were given before. */
	readonly againToMs?: number;
};

/** They are enough for any number of mains: only an n8n that keeps crashing has more. */
const MAX_PROCESSES = 8;

export function isRedeliveryMemory(value: unknown): value is RedeliveryMemory {
	const processes = memberOf(value, 'processes');
	const isUnderWay = memberOf(value, 'againToMs') !== undefined;
	return (
		Array.isArray(processes) &&
		processes.length <= MAX_PROCESSES &&
		processes.every((id) => typeof id === 'string' && id.length <= 64) &&
		hasIntegers(value, 'fromMs', ...(isUnderWay ? ['againToMs'] : []))
	);
}

/** Gives the time from which on this process has to deliver again, epoch milliseconds; undefined for nothing. */
export function redeliverFromMs(
	memory: RedeliveryMemory | undefined,
	processId: string,
): number | undefined {
	return memory?.processes.includes(processId) === false ? memory.fromMs : undefined;
}

/** Remembers a delivery until there is another one. */
export const noteDelivery: Stage<RedeliveryMemory> = (batch, memory, { afterRestart }) => {
	const { processId, savesWithExecution, watermarksMs, backlog } = batch.facts;
	if (afterRestart === 'goOn' || savesWithExecution) return [batch, undefined];
	const isAgain = redeliverFromMs(memory, processId) !== undefined;
	const { againToMs: givenToMs } = memory ?? {};
	const againToMs = isAgain ? Math.max(watermarksMs[0], givenToMs ?? -Infinity) : givenToMs;
	const underWay = againToMs !== undefined && backlog !== 'none' ? { againToMs } : {};
	const first = batch.alerts.filter(({ redelivered }) => !redelivered);
	if (first.length > 0) {
		// Events that come again together with it are in doubt once more.
		const heldMs = againToMs === undefined ? Infinity : (memory?.fromMs ?? Infinity);
		const timesMs = first.map(({ event }) => event.createdAtMs);
		const fromMs = timesMs.reduce((one, other) => Math.min(one, other), heldMs);
		return [batch, { processes: [processId], fromMs, ...underWay }];
	}
	if (memory === undefined) return [batch, undefined];
	const { processes, fromMs } = memory;
	const given = isAgain ? [...processes, processId].slice(-MAX_PROCESSES) : processes;
	return [batch, { processes: given, fromMs, ...underWay }];
};
