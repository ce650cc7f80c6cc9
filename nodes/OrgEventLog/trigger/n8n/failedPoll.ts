import { type EventLogFailure, isTemporary } from '../../errors/failure';
import { FAILURE_KINDS } from '../../errors/failureKinds';
import type { Occasion } from './occasionContext';

/**
 * Gives the failure that n8n is told. A proxy's web page, or its 404, looks like a wrong setting while the service is
 * down. Told of a wrong setting, n8n with durable cursors rests for half an hour at once. Told of an outage it rests
 * 5 s, then twice as long each time, up to as much.
 */
export function toPollFailure(failure: EventLogFailure): EventLogFailure {
	return FAILURE_KINDS[failure.kind].mayBeOutage === true ? failure.asTemporary() : failure;
}

/**
 * True if a failed poll may be passed over, with a warning. n8n gives a trigger up for good if the poll of its own
 * activation keeps failing for half a minute, and lets nobody publish while that of a publication fails; the next
 * scheduled poll fails for everybody to see. Without a position in this log, somebody who publishes is to learn that
 * the trigger can't begin.
 */
export function mayPassOver(
	failure: EventLogFailure,
	occasion: Occasion,
	hasPosition: boolean,
): boolean {
	if (!isTemporary(failure)) return false;
	return occasion === 'restart' || (occasion === 'publication' && hasPosition);
}
