import { type EventLogFailure, isTemporary } from '../../errors/failure';
import { FAILURE_KINDS } from '../../errors/failureKinds';
import type { Occasion } from './occasionContext';

/**
 * Gives the failure that n8n is told. A proxy's page, or its 404, looks like a wrong setting while the service is down,
 * and for that n8n with durable cursors rests for half an hour at once, for an outage 5 s first.
 */
export function toPollFailure(failure: EventLogFailure): EventLogFailure {
	return FAILURE_KINDS[failure.kind].mayBeOutage === true ? failure.asTemporary() : failure;
}

/**
 * True if a failed poll may be passed over, with a warning, because n8n gives a trigger up for good whose activation
 * keeps failing, and lets nobody publish. Without a position, somebody who publishes is to learn that it can't begin.
 */
export function mayForgive(
	failure: EventLogFailure,
	occasion: Occasion,
	hasStateOfLog: boolean,
): boolean {
	if (!isTemporary(failure)) return false;
	return occasion === 'restart' || (occasion === 'publication' && hasStateOfLog);
}
