import { hasIntegers, memberOf } from '../../json/jsonValues';
import type { Stage } from './batch';

/**
 * n8n saves the state before it has made an execution of a delivery, and may be killed in between: then the delivery
 * has to come again. Times are epoch milliseconds.
 */
export type RedeliveryMemory = {
	/** Processes of n8n that were given the last delivery: one that still polls has made an execution. */
	readonly processIds: readonly string[];
	/** No event of the last delivery is older. */
	readonly deliveredFromMs: number;
	/** Set while redelivery takes more than a poll: events that are dated up to then were delivered before. */
	readonly deliveredToMs?: number;
};

/** Enough for any number of mains: only an n8n that keeps crashing has more processes. */
const MAX_PROCESSES = 8;

export function isRedeliveryMemory(value: unknown): value is RedeliveryMemory {
	const processIds = memberOf(value, 'processIds');
	const isUnderWay = memberOf(value, 'deliveredToMs') !== undefined;
	return (
		Array.isArray(processIds) &&
		processIds.length <= MAX_PROCESSES &&
		processIds.every((id) => typeof id === 'string' && id.length <= 64) &&
		hasIntegers(value, 'deliveredFromMs', ...(isUnderWay ? ['deliveredToMs'] : []))
	);
}

/** Gives the time from which on this process has to deliver again, epoch milliseconds; undefined for nothing. */
export function redeliverFromMs(
	memory: RedeliveryMemory | undefined,
	processId: string,
): number | undefined {
	return memory?.processIds.includes(processId) === false ? memory.deliveredFromMs : undefined;
}

/** Remembers a delivery until there is another one. */
export const rememberDelivery: Stage<RedeliveryMemory> = (batch, memory, { afterRestart }) => {
	const { processId, savesWithExecution, watermarkBeforeMs, backlog, lookback } = batch.facts;
	if (afterRestart === 'goOn' || savesWithExecution) return [batch, undefined];
	// Nothing could be counted, so nothing is delivered, and what was to come again still is.
	if (lookback?.cut?.by === 'failure') return [batch, memory];
	const isAgain = redeliverFromMs(memory, processId) !== undefined;
	const { deliveredToMs: deliveredToBeforeMs } = memory ?? {};
	const deliveredToMs = isAgain
		? Math.max(watermarkBeforeMs, deliveredToBeforeMs ?? -Infinity)
		: deliveredToBeforeMs;
	const underWay = deliveredToMs !== undefined && backlog !== 'none' ? { deliveredToMs } : {};
	const newAlerts = batch.alerts.filter(({ redelivered }) => !redelivered);
	if (newAlerts.length > 0) {
		// Events that come again together with it are in doubt once more.
		const carriedFromMs =
			deliveredToMs === undefined ? Infinity : (memory?.deliveredFromMs ?? Infinity);
		const timesMs = newAlerts.map(({ event }) => event.createdAtMs);
		const deliveredFromMs = timesMs.reduce((one, other) => Math.min(one, other), carriedFromMs);
		return [batch, { processIds: [processId], deliveredFromMs, ...underWay }];
	}
	if (memory === undefined) return [batch, undefined];
	const { processIds, deliveredFromMs } = memory;
	const given = isAgain ? [...processIds, processId].slice(-MAX_PROCESSES) : processIds;
	return [batch, { processIds: given, deliveredFromMs, ...underWay }];
};
