import { type EventLogFailure, isTemporary } from '../../errors/failure';
import { FAILURE_KINDS } from '../../errors/failureKinds';
import type { Occasion } from './occasionContext';

/**
 * Gives the failure that n8n is told. For a wrong setting n8n with durable cursors rests for half an hour, for an outage
 * five seconds at first. A proxy's page or 404 may be either, so n8n is told of an outage.
 */
export function toPollFailure(failure: EventLogFailure): EventLogFailure {
	return FAILURE_KINDS[failure.kind].mayBeOutage === true ? failure.asTemporary() : failure;
}

/**
 * True if a failed poll may be forgiven, with a warning: n8n gives a trigger up for good whose activations keep failing
 * on a restart, and publishes none that fails. Whoever publishes one without a state is to learn that it can't begin.
 */
export function mayForgive(
	failure: EventLogFailure,
	occasion: Occasion,
	hasStateOfLog: boolean,
): boolean {
	if (!isTemporary(failure)) return false;
	return occasion === 'restart' || (occasion === 'publication' && hasStateOfLog);
}
