import type { LoggedEvent } from '../../events/event';
import { ConsumedEvents } from './consumedEvents';
import { NOTHING_OWED, type Owed } from './cursor';
import { type LastDelivery, type TriggerState, lengthLeft } from './triggerState';

/** Enough for any number of mains; more come only of an n8n that keeps crashing. */
const MAX_PROCESSES = 8;

/** The last delivery without its encoding, beside the cursor that the state has now. */
export interface Delivery {
	readonly fromMs: number;
	readonly others: ConsumedEvents;
	/** From the cursor's floor on. */
	readonly delivered: ConsumedEvents;
}

/** @param consumed as the state that keeps it has it */
export function deliveryOf({ fromMs, others, marks }: LastDelivery, consumed: string): Delivery {
	return {
		fromMs,
		others: ConsumedEvents.decode(others) ?? ConsumedEvents.none(),
		delivered: ConsumedEvents.decodeMarked(consumed, marks),
	};
}

export const NOTHING_DELIVERED: Delivery = {
	fromMs: Infinity,
	others: ConsumedEvents.none(),
	delivered: ConsumedEvents.none(),
};

/** New events of a poll that match. */
interface NewlyFound {
	readonly newEvents: readonly LoggedEvent[];
	/** What of them is delivered, or events known before: those with which bursts began. */
	readonly delivered: readonly LoggedEvent[];
}

/**
 * The delivery with more events in it, beside a floor that has gone on.
 *
 * @param consumed before these events were
 */
export function extended(
	delivery: Delivery,
	{ newEvents, delivered: added }: NewlyFound,
	consumed: ConsumedEvents,
	floorMs: number,
): Delivery {
	const fromMs = added.reduce(
		(oldest, { createdAtMs }) => Math.min(oldest, createdAtMs),
		delivery.fromMs,
	);
	const delivered = delivery.delivered.with(added, fromMs);
	const others = delivery.others.and(consumed).with(newEvents, fromMs).without(delivered);
	return {
		fromMs,
		others: others.between(fromMs, floorMs),
		delivered: delivered.between(floorMs, Infinity),
	};
}

/**
 * The state with a delivery that may have to be repeated. Where not all that is not of the delivery can
 * be remembered, the oldest of it may be repeated, too.
 */
export function withDelivery(
	state: TriggerState,
	{ fromMs, others, delivered }: Delivery,
	{ processes, repeatedToMs }: Pick<LastDelivery, 'processes' | 'repeatedToMs'>,
): TriggerState {
	const handOver = {
		processes,
		fromMs,
		others: others.encode(lengthLeft(state)).encoded,
		marks: delivered.marksIn(state.consumed),
		...(repeatedToMs !== undefined && { repeatedToMs }),
	};
	return { ...state, handOver };
}

/** What becomes of a delivery that n8n may have been killed over. */
export interface RestartRules {
	/** This process of n8n. */
	readonly processId: string;
	/** Whether a delivery to another process is repeated. */
	readonly repeatsLast: boolean;
	/** Whether n8n saves the state together with the execution, so that none is ever in doubt. */
	readonly savesWithExecution: boolean;
}

/**
 * What of the last delivery this process has to repeat: all of it where it was delivered to other processes
 * only, or the rest of what this one has begun to repeat. A process that it was delivered to and that lives
 * need not. Below the floor all counts for part of it that was not consumed before: also an event that came
 * later than the late-event window, and was never delivered.
 */
export function owedIn(
	state: Pick<TriggerState, 'handOver' | 'consumed' | 'floorMs'> | undefined,
	{ repeatsLast, processId }: Pick<RestartRules, 'repeatsLast' | 'processId'>,
): Owed {
	if (!repeatsLast || state?.handOver === undefined) return NOTHING_OWED;
	const { floorMs, consumed, handOver } = state;
	const { processes, repeatedToMs = Infinity } = handOver;
	const isNewest = processes[processes.length - 1] === processId;
	const { fromMs: beganMs, others, delivered } = deliveryOf(handOver, consumed);
	const restMs = isNewest ? repeatedToMs : Infinity;
	const fromMs = processes.includes(processId) ? restMs : beganMs;
	if (fromMs === Infinity) return NOTHING_OWED;
	return {
		fromMs,
		endMs: Math.max(floorMs, delivered.newestMs() + 1),
		has: (event) => {
			if (event.createdAtMs < fromMs) return false;
			return event.createdAtMs >= floorMs ? delivered.has(event) : !others.has(event);
		},
	};
}

/** What a poll found. */
export interface Found {
	/** Those that match, oldest first, and those that are delivered once more. */
	readonly newEvents: readonly LoggedEvent[];
	readonly repeated: readonly LoggedEvent[];
	/** From when on more is owed; undefined where all of it is repeated. */
	readonly owedFromMs: number | undefined;
	/** What is delivered for the first time. */
	readonly delivered: readonly LoggedEvent[];
}

/**
 * The state that a poll leaves, which remembers what is delivered with it until something else is.
 *
 * @param state as it is with the delivery that was remembered before
 * @param consumedBefore in the state that the poll began with
 * @param owed what of that delivery was to be repeated
 */
export function remembering(
	state: TriggerState,
	found: Found,
	consumedBefore: string,
	owed: Owed,
	rules: RestartRules,
): TriggerState {
	const { handOver, ...bare } = state;
	if (!rules.repeatsLast) return bare;
	const last = handOver && stillInDoubt(handOver, found, owed, rules);
	const delivered = rules.savesWithExecution ? [] : found.delivered;
	if (last === undefined && delivered.length === 0) return bare;
	const delivery = extended(
		last === undefined ? NOTHING_DELIVERED : deliveryOf(last, consumedBefore),
		{ newEvents: found.newEvents, delivered },
		ConsumedEvents.decode(consumedBefore) ?? ConsumedEvents.none(),
		state.floorMs,
	);
	const processes = delivered.length > 0 ? [rules.processId] : (last?.processes ?? []);
	return withDelivery(bare, delivery, { processes, repeatedToMs: last?.repeatedToMs });
}

/** The former delivery, as far as it stays in doubt, with whom it was delivered to by now. */
function stillInDoubt(
	last: LastDelivery,
	{ delivered, repeated, owedFromMs }: Found,
	owed: Owed,
	{ processId, savesWithExecution }: RestartRules,
): LastDelivery | undefined {
	if (savesWithExecution) {
		// Of what is repeated by now nothing is in doubt any more.
		if (owedFromMs === undefined) return undefined;
		return { ...last, fromMs: owedFromMs, repeatedToMs: undefined };
	}
	if (owed === NOTHING_OWED) return delivered.length > 0 ? undefined : last;
	// Nothing of it is left in the log.
	if (owedFromMs === undefined && repeated.length === 0) return undefined;
	const processes = [...last.processes.filter((id) => id !== processId), processId];
	return { ...last, processes: processes.slice(-MAX_PROCESSES), repeatedToMs: owedFromMs };
}
