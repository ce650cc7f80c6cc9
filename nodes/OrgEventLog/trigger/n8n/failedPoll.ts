import type { EventLogFailure } from '../../errors/failure';
import { FAILURE_KINDS } from '../../errors/failureKinds';

/** Why n8n polls. */
export type Occasion =
	/** Somebody tries the trigger out in the editor. */
	| 'testRun'
	/** n8n activates the workflow by itself: it has started, or taken over from another main. */
	| 'restart'
	/** Somebody activates or publishes the workflow. */
	| 'publication'
	| 'schedule';

/**
 * How many answers in a row that look like a wrong setting are taken for an outage: a proxy's web
 * page, or its 404. Told of a wrong setting, n8n with durable cursors rests for half an hour at once.
 * Told of an outage it rests 5 s, then twice as long each time: after these it has come to as much.
 */
export const ANSWERS_TAKEN_FOR_OUTAGE = 9;

/** A poll that has failed. */
export interface FailedPoll {
	readonly failure: EventLogFailure;
	readonly occasion: Occasion;
	/** Whether the trigger has a position in this log. */
	readonly hasPosition: boolean;
	/** The host's clock, epoch milliseconds. */
	readonly atMs: number;
}

/** What a process remembers of a trigger's polls that failed since the last one that did not. */
export class Failures {
	/** How many answers in a row may have come from something that stands before the service. */
	private doubtful = 0;
	private wasPassedOver = false;
	/** Since when the trigger was to begin and could not; epoch milliseconds. */
	failedToBeginAtMs: number | undefined;

	/** Gives the failure as n8n is to be told of it, and whether the poll is passed over: no two in a row are. */
	note({ failure: failed, occasion, hasPosition, atMs }: FailedPoll) {
		const mayBeOutage = FAILURE_KINDS[failed.kind].mayBeOutage === true;
		if (mayBeOutage) this.doubtful += 1;
		const isTakenForOutage = mayBeOutage && this.doubtful <= ANSWERS_TAKEN_FOR_OUTAGE;
		const failure = isTakenForOutage ? failed.takenForOutage() : failed;
		if (!hasPosition) this.failedToBeginAtMs ??= atMs;
		this.wasPassedOver = !this.wasPassedOver && mayPassOver(failure, occasion, hasPosition);
		return { failure, isPassedOver: this.wasPassedOver };
	}
}

/**
 * Whether a poll that failed may be passed over, with a warning. n8n gives a trigger up for good if the
 * poll of its own activation keeps failing for half a minute, and lets nobody publish while that of
 * a publication fails; the next scheduled poll fails for everybody to see. Where there is no
 * position yet, somebody who publishes is to learn that the trigger can't begin.
 */
function mayPassOver(failure: EventLogFailure, occasion: Occasion, hasPosition: boolean): boolean {
	const { declaredCause: cause } = failure;
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return false;
	return occasion === 'restart' || (occasion === 'publication' && hasPosition);
}
