import { memberOf } from '../../json/jsonValues';
import { type Stage, hasIntegers } from './batch';

/**
 * What may have to be delivered again: n8n saves the state before it has made an execution of a delivery,
 * and may be killed in between. Times are epoch milliseconds.
 */
export type RedeliveryMemory = {
	/** Ids of n8n's processes that the last delivery was given to: one that still polls has made an execution. */
	readonly processes: readonly string[];
	/** No event of it is older. */
	readonly fromMs: number;
	/** Where going over it again takes more than a poll: what is dated up to then was given before. */
	readonly againToMs?: number;
};

/** Enough for any number of mains; more come only of an n8n that keeps crashing. */
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

/** From when on this process has to deliver again what the log still shows; undefined for nothing. */
export function redeliverFromMs(
	memory: RedeliveryMemory | undefined,
	processId: string,
): number | undefined {
	return memory?.processes.includes(processId) === false ? memory.fromMs : undefined;
}

/** Remembers what is delivered until something else is. */
export const noteDelivery: Stage<RedeliveryMemory> = (batch, memory, { afterRestart }) => {
	const { processId, savesWithExecution, watermarksMs, backlog } = batch.facts;
	if (afterRestart === 'goOn' || savesWithExecution) return [batch, undefined];
	const isAgain = redeliverFromMs(memory, processId) !== undefined;
	const { againToMs: givenToMs } = memory ?? {};
	const againToMs = isAgain ? Math.max(watermarksMs[0], givenToMs ?? -Infinity) : givenToMs;
	const underWay = againToMs !== undefined && backlog !== 'none' ? { againToMs } : {};
	const first = batch.alerts.filter(({ redelivered }) => !redelivered);
	if (first.length > 0) {
		// What comes again together with it is in doubt once more.
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
