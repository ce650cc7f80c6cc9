import { type EventLogFailure, causeOf, withFacts } from '../errors/failure';
import { FAILURE_KINDS } from '../errors/failureKinds';
import type { Occasion } from './occasionContext';

/**
 * How many answers in a row that look like a wrong setting are taken for an outage: a proxy's web
 * page, or its 404. Told of a wrong setting, n8n with durable cursors rests for half an hour at once.
 * Told of an outage it rests 5 s, then twice as long each time: after these it has come to as much.
 */
export const ANSWERS_TAKEN_FOR_OUTAGE = 9;

/** Whether something before the service may have given this answer, the service being away. */
export function mayBeOutage({ kind }: EventLogFailure): boolean {
	return FAILURE_KINDS[kind].mayBeOutage === true;
}

/** The failure as n8n is told of it. @param inARow how many such answers there were, with this one */
export function declared(failure: EventLogFailure, inARow: number): EventLogFailure {
	if (!mayBeOutage(failure) || inARow > ANSWERS_TAKEN_FOR_OUTAGE) return failure;
	return withFacts(failure, { isTakenForOutage: true });
}

/**
 * Whether a poll that failed may be passed over, with a warning. n8n gives a trigger up for good if the
 * poll of its own activation keeps failing for half a minute, and lets nobody publish while that of
 * a publication fails; the next scheduled poll fails for everybody to see. Where there is no
 * position yet, somebody who publishes is to learn that the trigger can't begin.
 */
export function mayPassOver(
	failure: EventLogFailure,
	occasion: Occasion,
	hasPosition: boolean,
): boolean {
	const cause = causeOf(failure);
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return false;
	return occasion === 'restart' || (occasion === 'publication' && hasPosition);
}
