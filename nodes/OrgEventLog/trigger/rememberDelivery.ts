import type { LoggedEvent } from '../api/event';
import { ConsumedEvents } from './consumedEvents';
import { type HandOver, NOTHING_DELIVERED, deliveryOf, extended, withProcess } from './handOver';
import type { PollResult } from './poll';
import type { ReadDelivery } from './readDelivery';
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

/** What a poll began with. */
export interface Begun {
	readonly state: TriggerState | undefined;
	/** What it had to repeat of the last delivery, and what it found of that. */
	readonly repetition?: { readonly owed: HandOver; readonly read: ReadDelivery };
	readonly rules: RestartRules;
}

interface Found extends Pick<PollResult, 'emit' | 'started'> {
	/** What n8n is handed for the first time. */
	readonly given: readonly LoggedEvent[];
}

/** The state that a poll leaves, which remembers what n8n is handed with it. */
export function remembering(state: TriggerState, found: Found, begun: Begun): StoredCursor {
	const { repetition, rules } = begun;
	if (!rules.repeatsLast) return { state };
	if (rules.savesWithExecution) return { state: withRest(state, begun) };
	const isUntouched =
		state.consumed === begun.state?.consumed && state.floorMs === begun.state.floorMs;
	const isAdded = found.given.length > 0;
	if (isUntouched && !isAdded && repetition === undefined) return { state };

	const before = openBefore(found, begun);
	if (before === undefined && !isAdded) return { state: withoutHandOver(state) };
	const sameLog = found.started ? undefined : begun.state;
	const consumed = sameLog ? cursorOf(sameLog).consumed : ConsumedEvents.none();
	const delivery = before && sameLog ? deliveryOf(before, sameLog.consumed) : NOTHING_DELIVERED;
	const facts = isAdded || before === undefined ? { processes: [rules.processId] } : before;
	return withHandOver(
		withoutHandOver(state),
		(floorMs) => extended(delivery, found, consumed, floorMs),
		facts,
	);
}

/** The delivery that stays in doubt, or that more is added to, with who has been handed it by now. */
function openBefore(found: Found, { state, repetition, rules }: Begun): HandOver | undefined {
	if (found.started) return undefined;
	if (repetition === undefined) return found.given.length > 0 ? undefined : state?.handOver;
	const { owed, read } = repetition;
	if (read.events.length === 0 && read.toMs === undefined) return undefined;
	const processes = withProcess(owed.processes, rules.processId);
	return { ...owed, processes, ...(read.toMs !== undefined && { repeatedToMs: read.toMs }) };
}

/** Where nothing is in doubt: only what was not repeated yet, if it is a delivery of former times. */
function withRest(state: TriggerState, { repetition }: Begun): TriggerState {
	if (repetition?.read.toMs === undefined) return withoutHandOver(state);
	return { ...state, handOver: { ...repetition.owed, fromMs: repetition.read.toMs } };
}
