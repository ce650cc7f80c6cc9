import type { LoggedEvent } from '../events/event';
import { ConsumedEvents } from './consumedEvents';
import { NOTHING_OWED, type Owed } from './cursor';
import {
	type Delivery,
	type HandOver,
	NOTHING_DELIVERED,
	deliveryOf,
	extended,
	owedOf,
	withProcess,
} from './lastDelivery';
import type { PollResult } from './poll';
import {
	type StoredCursor,
	type TriggerState,
	cursorOf,
	withHandOver,
	withoutHandOver,
} from './triggerState';

/** What becomes of a delivery that n8n may have been killed over. */
export interface RestartRules {
	/** This process of n8n. */
	readonly processId: string;
	/** Whether a delivery that another process was handed is repeated. */
	readonly repeatsLast: boolean;
	/** Whether n8n saves the state together with the execution, so that none is ever in doubt. */
	readonly savesWithExecution: boolean;
}

/** What this process has to deliver once more. */
export function owedIn(
	state: TriggerState | undefined,
	{ repeatsLast, processId }: RestartRules,
): Owed {
	if (!repeatsLast || state?.handOver === undefined) return NOTHING_OWED;
	const { handOver, consumed, floorMs } = state;
	return owedOf(handOver, deliveryOf(handOver, consumed), floorMs, processId);
}

/** What a poll found. */
export interface Found extends Pick<PollResult, 'emit' | 'repeated' | 'owedFromMs' | 'started'> {
	/** What n8n is handed for the first time. */
	readonly delivered: readonly LoggedEvent[];
}

/**
 * The state that a poll leaves, which remembers what n8n is handed with it until something else is.
 *
 * @param state as it is without that
 * @param before what the poll began with
 * @param owed what of that was to be repeated
 */
export function remembering(
	state: TriggerState,
	found: Found,
	before: TriggerState | undefined,
	owed: Owed,
	rules: RestartRules,
): StoredCursor {
	const bare = withoutHandOver(state);
	if (!rules.repeatsLast) return { state: bare };
	const sameLog = found.started ? undefined : before;
	const known = sameLog && inDoubt(sameLog, found, owed, rules);
	const added = rules.savesWithExecution ? [] : found.delivered;
	if (known === undefined && added.length === 0) return { state: bare };
	const isSame = state.consumed === sameLog?.consumed && state.floorMs === sameLog.floorMs;
	if (owed === NOTHING_OWED && isSame && added.length === 0) return { state };
	const consumed = sameLog ? cursorOf(sameLog).consumed : ConsumedEvents.none();
	return withHandOver(
		bare,
		(floorMs) =>
			extended(
				known?.delivery ?? NOTHING_DELIVERED,
				{ emit: found.emit, delivered: added },
				consumed,
				floorMs,
			),
		{
			processes: added.length > 0 ? [rules.processId] : (known?.processes ?? []),
			repeatedToMs: known?.repeatedToMs,
		},
	);
}

interface InDoubt extends Pick<HandOver, 'processes' | 'repeatedToMs'> {
	readonly delivery: Delivery;
}

/** The former delivery, as far as it stays in doubt, with who has been handed it by now. */
function inDoubt(
	{ handOver, consumed }: TriggerState,
	{ delivered, repeated, owedFromMs }: Found,
	owed: Owed,
	{ processId, savesWithExecution }: RestartRules,
): InDoubt | undefined {
	if (handOver === undefined) return undefined;
	const delivery = deliveryOf(handOver, consumed);
	const { processes } = handOver;
	if (savesWithExecution) {
		// Of what is repeated by now nothing is in doubt any more.
		if (owedFromMs === undefined) return undefined;
		return { delivery: { ...delivery, fromMs: owedFromMs }, processes };
	}
	if (owed === NOTHING_OWED) return delivered.length > 0 ? undefined : { delivery, processes };
	// Nothing of it is left in the log.
	if (owedFromMs === undefined && repeated.length === 0) return undefined;
	return { delivery, processes: withProcess(processes, processId), repeatedToMs: owedFromMs };
}
