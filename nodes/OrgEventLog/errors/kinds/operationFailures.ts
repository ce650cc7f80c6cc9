import { describeTime } from '../../text/times';
import { defineFailure } from './failureTypes';
import { adviseRetry } from './phrases';

interface InstantFacts {
	/** A number that is not finite stands for no instant. */
	readonly atMs: number;
}

const NOTHING_RETURNED = 'Nothing was returned, because the result would be incomplete.';

function appendInstant({ atMs }: InstantFacts): string {
	return Number.isFinite(atMs) ? ` (${describeTime(atMs)})` : '';
}

const WHOLE_REQUIRED = "Nothing was returned, because 'Fail if the Log Begins Later' is on.";

/** No single response is to blame for these; n8n calls them errors of the operation. */
export const OPERATION_FAILURES = {
	contradictoryAnswer: defineFailure<InstantFacts>('temporary', (facts) => ({
		message: `The service leaves out events that it returned before, or returns others than were asked for${appendInstant(facts)}`,
		description: `${NOTHING_RETURNED} ${adviseRetry(facts)} If it happens again and nobody deletes events from the log, contact the service's support.`,
	})),
	otherOrder: defineFailure<InstantFacts>('temporary', (facts) => ({
		message: `The service returns events in another order than before${appendInstant(facts)}`,
		description: `${NOTHING_RETURNED} ${adviseRetry(facts)} If it happens again, contact the service's support.`,
	})),
	instantTooFull: defineFailure<InstantFacts>('temporary', (facts) => ({
		message: `Too many events share one timestamp to read them all${appendInstant(facts)}`,
		description: `${NOTHING_RETURNED} Raise Page Size, or ${
			facts.isPoll ? 'set Source to Matching Events and add' : 'use List with'
		} filters that match fewer of these events.`,
	})),
	instantInChangingOrder: defineFailure<InstantFacts>('temporary', (facts) => ({
		message: `The order of events with the same timestamp keeps changing, so some may be missing${appendInstant(facts)}`,
		description: `${NOTHING_RETURNED} Raise Page Size, so that all events with that timestamp fit into one page.`,
	})),
	tooManyGroups: defineFailure('invalidSetting', () => ({
		message: 'The summary has more than 100,000 groups',
		description:
			'Nothing was returned. Under Group By, choose fewer columns, or columns with fewer different values. A longer Interval or a shorter Time Range also helps.',
	})),
	logBeginsLater: defineFailure<InstantFacts>('invalidSetting', (facts) => ({
		message: `The time range starts before the log's oldest event${appendInstant(facts)}`,
		description: `${WHOLE_REQUIRED} The service may have deleted older events, or the log may have started then. Choose a range that starts later, or remove the option. Next time, run the report earlier.`,
	})),
	logBeginningUnknown: defineFailure('temporary', () => ({
		message: "The node can't tell whether the log reaches back to the start of the range",
		description: `${WHOLE_REQUIRED} List returned no event, or did not return the oldest one. Try again. If it happens again, check that the credential may use List, or remove the option.`,
	})),
	tooManyItems: defineFailure('invalidSetting', () => ({
		message: 'The result has more than 500,000 items',
		description: `${NOTHING_RETURNED} n8n keeps all items in memory. Use Export Events to a File, which has no such limit. Or choose a shorter time range, filters or a Limit.`,
	})),
	damagedState: defineFailure('invalidSetting', () => ({
		message: 'The stored position of this trigger cannot be read',
		description:
			"It is damaged, or a newer version of this package wrote it. No event was skipped. If you went back to an older version, install the newer one again: the trigger then continues. To start again instead, copy and paste this trigger node and delete the old one. In 'Start From' of the new one, choose where it starts.",
	})),
	noBurstToShow: defineFailure('temporary', () => ({
		message: 'The newest matching events contain no burst',
		description:
			'To see one, lower Burst Count or raise Burst Minutes. Or publish the workflow: it starts with the first burst.',
	})),
	/** `explanation` may have values of the log, because whoever tests a trigger is shown events anyway. */
	nothingToShow: defineFailure<{ readonly explanation?: string }>(
		'temporary',
		({ explanation }) => ({
			message: 'A test run found no matching event',
			description: `${explanation === undefined ? '' : `${explanation}. `}You can publish the workflow all the same: it starts with the first match.`,
		}),
	),
};
