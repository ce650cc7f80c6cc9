import type { FailureFacts, FailureTextOf } from '../failureFacts';

const NOTHING_RETURNED = 'Nothing was returned, because it would not be complete.';

function atInstant({ atMs = NaN }: FailureFacts): string {
	const date = new Date(atMs);
	return Number.isNaN(date.getTime()) ? '' : ` (${date.toISOString()})`;
}

export const contradictoryAnswer: FailureTextOf = (facts) => ({
	message: `The service gave no events twice where it had given some before${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Try again. If it happens again, events are being deleted while they are read, or the service answers wrongly; report the second case to it.`,
});

export const noProgress: FailureTextOf = (facts) => ({
	message: `The service gives the same events again whatever page it is asked for${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Check that Base URL in the credential points at the event log itself; if it does, report this to the service.`,
});

export const instantTooWide: FailureTextOf = (facts) => ({
	message: `More events share one timestamp than the service allows to be read with skip${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Raise Page Size, or use List with filters that leave fewer events with that timestamp.`,
});

export const instantInChangingOrder: FailureTextOf = (facts) => ({
	message: `The service orders events with the same timestamp differently each time, and some never came${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Raise Page Size, so that the events with that timestamp fit into one page.`,
});

export const damagedState: FailureTextOf = () => ({
	message: 'The stored position of this trigger cannot be read',
	description:
		"It is damaged, or a newer version of this node wrote it. No event was skipped. To start anew, add a fresh copy of this trigger node (copy and paste it), delete this one, and choose under 'Start From' where it should begin.",
});

export const nothingToShow: FailureTextOf = ({ explanation }) => ({
	message: 'No event in the log passes these filters',
	description: `${explanation === undefined ? '' : `${explanation}. `}A test run shows the newest events that pass. Choose other values and test again, or activate (publish) the workflow and wait for the first such event.`,
});

export const noBurstToShow: FailureTextOf = () => ({
	message: 'The newest events that pass these filters are never so many in so short a time',
	description:
		'A test run looks for bursts among the newest events. For the test, lower Burst Count, raise Burst Minutes or set Burst Per to All; to see the events themselves, set Emit to Each Event. Or activate (publish) the workflow and wait for the first burst.',
});
