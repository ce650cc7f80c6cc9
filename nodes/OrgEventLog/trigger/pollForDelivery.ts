import type { LoggedEvent } from '../api/event';
import { deliveryOf, owedBy } from './handOver';
import { areOthers } from './organizations';
import { type PollRequest, type PollResult, pollEvents } from './poll';
import { type ReadDelivery, readDelivery } from './readDelivery';
import { type Begun, type RestartRules, remembering } from './rememberDelivery';
import { type StoredCursor, type TriggerState, cursorOf, withoutHandOver } from './triggerState';

export interface PollForDelivery {
	/** Of the poll: what is new, and the state behind it. */
	readonly result: PollResult;
	/** What n8n was handed before it restarted and is to be handed once more, oldest first. */
	readonly repeated: readonly LoggedEvent[];
	/**
	 * The state that the poll leaves, which remembers what n8n is handed with it.
	 *
	 * @param state the result's, with whatever else is remembered
	 * @param given what n8n is handed for the first time
	 */
	readonly remember: (state: TriggerState, given: readonly LoggedEvent[]) => StoredCursor;
}

/**
 * One poll, and before it the last delivery once more where it was another process of n8n that was
 * handed it. Together they deliver no more than a poll may; what is left follows with the next one,
 * what is to be repeated first.
 *
 * @throws EventLogFailure; then the state stays as it is
 */
export async function pollForDelivery(
	request: PollRequest,
	state: TriggerState | undefined,
	rules: RestartRules,
): Promise<PollForDelivery> {
	const known = rules.repeatsLast ? state : state && withoutHandOver(state);
	const isSameLog = known?.logScope === request.logScope;
	const owed = isSameLog && known.handOver && owedBy(known.handOver, rules.processId);
	if (known === undefined || !owed) {
		return toDelivery(await pollEvents(request, known), { state: known, rules });
	}

	const startedAtMs = request.nowMs();
	const timeLeftMs = () => request.readingTimeMs - Math.max(0, request.nowMs() - startedAtMs);
	const read = await readDelivery(request.source, deliveryOf(owed, known.consumed), {
		...request,
		floorMs: known.floorMs,
		isTimeUp: () => timeLeftMs() <= 0,
	});
	if (areOthers(known.organizations, read.organizations)) {
		const forgetful = withoutHandOver(known);
		return toDelivery(await pollEvents(request, forgetful), { state: forgetful, rules });
	}
	const maxEvents = request.maxEvents - read.events.length;
	const rest = { ...request, maxEvents, readingTimeMs: Math.max(0, timeLeftMs()) };
	const result =
		read.toMs === undefined && maxEvents > 0
			? await pollEvents(rest, known)
			: postponed(known, read);
	return toDelivery(result, { state: known, repetition: { owed, read }, rules });
}

/** In place of a poll for which the repetition has left no room. */
function postponed(state: TriggerState, { toMs }: ReadDelivery): PollResult {
	const backlog = toMs === undefined ? 'maxEvents' : 'time';
	return {
		...{ emit: [], state, begunFrom: cursorOf(state), backlog },
		...{ started: false, remarks: [] },
	};
}

function toDelivery(result: PollResult, begun: Begun): PollForDelivery {
	return {
		result,
		repeated: begun.repetition?.read.events ?? [],
		remember: (state, given) => remembering(state, { ...result, given }, begun),
	};
}
