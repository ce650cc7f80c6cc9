import type { TriggerSettings } from '../../parameters/parseTriggerSettings';
import type { Alert } from './alert';

/**
 * n8n saves the state before it has made an execution of a delivery, and may be killed in between: then the delivery
 * has to come again.
 */
export type RedeliveryMemory = {
	/** These processes of n8n were given the last delivery: one that still polls has made an execution of it. */
	readonly processIds: readonly string[];
	/** The oldest alert of the last delivery is of this time, epoch milliseconds. */
	readonly deliveredFromMs: number;
	/** While the delivery has come again only in part: n8n already had every event up to this time, epoch milliseconds. */
	readonly repeatedToMs?: number;
};

/** n8n has fewer main processes than this at a time: only one that keeps crashing reaches it. */
const MAX_PROCESSES = 8;

type RestartSettings = Pick<TriggerSettings, 'afterRestart'>;

/** Gives the time from which on this process has to deliver again, epoch milliseconds; undefined for nothing. */
export function redeliveryStartMsOf(
	memory: RedeliveryMemory | undefined,
	{ afterRestart }: RestartSettings,
	processId: string | undefined,
): number | undefined {
	if (memory === undefined || afterRestart === 'goOn') return undefined;
	return memory.processIds.some((id) => id === processId) ? undefined : memory.deliveredFromMs;
}

/**
 * Remembers a delivery until there is another one.
 *
 * @param processId absent if n8n saves the state together with the execution: then no delivery is in doubt
 * @param repeatedToMs set if the poll has repeated only a part of what n8n was given up to then, epoch milliseconds
 */
export function rememberDelivery(
	alerts: readonly Alert[],
	memory: RedeliveryMemory | undefined,
	settings: RestartSettings,
	processId: string | undefined,
	repeatedToMs: number | undefined,
): RedeliveryMemory | undefined {
	if (settings.afterRestart === 'goOn' || processId === undefined) return undefined;
	const repeatFromMs = redeliveryStartMsOf(memory, settings, processId);
	const [oldest] = alerts;
	if (oldest !== undefined && alerts.some(({ isRedelivered }) => !isRedelivered)) {
		// Events that come again together with new ones are in doubt once more.
		const deliveredFromMs = Math.min(oldest.event.createdAtMs, repeatFromMs ?? Infinity);
		return { processIds: [processId], deliveredFromMs, repeatedToMs };
	}
	if (memory === undefined || repeatFromMs === undefined)
		return memory && { ...memory, repeatedToMs };
	const processIds = [...memory.processIds, processId].slice(-MAX_PROCESSES);
	return { ...memory, processIds, repeatedToMs };
}
