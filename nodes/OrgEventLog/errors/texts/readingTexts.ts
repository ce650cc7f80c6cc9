import { type FailureTextOf, inBytes } from './facts';

/** What instant of the log it is about, epoch milliseconds; NaN where none can be told. */
interface AtInstant {
	readonly atMs: number;
}

interface BeyondMemory {
	readonly maxBytes: number;
}

const NOTHING_RETURNED = 'Nothing was returned, because it would not be complete.';

function atInstant({ atMs }: AtInstant): string {
	const date = new Date(atMs);
	return Number.isNaN(date.getTime()) ? '' : ` (${date.toISOString()})`;
}

export const contradictoryAnswer: FailureTextOf<AtInstant> = (facts) => ({
	message: `The service gave no events twice where it had given some before${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Try again. If it happens again, events are being deleted while they are read, or the service answers wrongly; report the second case to it.`,
});

export const noProgress: FailureTextOf<AtInstant> = (facts) => ({
	message: `The service gives the same events again whatever page it is asked for${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Check that Base URL in the credential points at the event log itself; if it does, report this to the service.`,
});

export const instantTooWide: FailureTextOf<AtInstant> = (facts) => ({
	message: `More events share one timestamp than the service allows to be read with skip${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Raise Page Size, or use List with filters that leave fewer events with that timestamp.`,
});

export const instantInChangingOrder: FailureTextOf<AtInstant> = (facts) => ({
	message: `The service orders events with the same timestamp differently each time, and some never came${atInstant(facts)}`,
	description: `${NOTHING_RETURNED} Raise Page Size, so that the events with that timestamp fit into one page.`,
});

export const tooManyGroups: FailureTextOf = () => ({
	message: 'These events make more than 100,000 groups, which is no summary any more',
	description:
		'Nothing was returned. Choose fewer columns under Group By, or ones with fewer different values. A longer Interval or a shorter Time Range helps, too.',
});

export const tooLargeGroups: FailureTextOf<BeyondMemory> = ({ maxBytes }) => ({
	message: 'The groups of these events take too much memory',
	description: `${NOTHING_RETURNED} They take more than ${inBytes(maxBytes)}. Choose fewer columns under Group By, or ones with shorter and fewer values, or a shorter time range. Or set Output to File, which takes any number of events.`,
});

const WHOLE_REQUIRED = "Nothing was returned, because 'Fail if the Log Begins Later' is on.";

export const logBeginsLater: FailureTextOf<AtInstant> = (facts) => ({
	message: `The log's oldest event${atInstant(facts)} is newer than the beginning of the range`,
	description: `${WHOLE_REQUIRED} The service may have deleted what was older, or the log may have begun there. Let the range begin later, run the report while the log still reaches that far back, or remove the option.`,
});

export const logBeginningUnknown: FailureTextOf = () => ({
	message: "Whether the log reaches back to the beginning of the range can't be told",
	description: `${WHOLE_REQUIRED} List gave no oldest event of the log, or one that is newer than another event. Try again; if it happens again, check that the credential may use List, or remove the option.`,
});

export const nestedTooDeep: FailureTextOf = () => ({
	message: 'An event of the log is nested more than a hundred levels deep',
	description:
		'n8n could not take it, so nothing was returned. Turn Simplify on, or choose Columns without that field. In the node, a file in the format NDJSON takes any event.',
});

export const tooManyItems: FailureTextOf<BeyondMemory> = ({ maxBytes }) => ({
	message: 'So many events take too much memory as items',
	description: `${NOTHING_RETURNED} They take more than ${inBytes(maxBytes)}. Set Output to File, which takes any number of events, or choose a shorter time range, filters, fewer Columns or a Limit.`,
});

export const damagedState: FailureTextOf = () => ({
	message: 'The stored position of this trigger cannot be read',
	description:
		"It is damaged, or a newer version of this node wrote it. No event was skipped. To start anew, add a fresh copy of this trigger node (copy and paste it), delete this one, and choose under 'Start From' where it should begin.",
});

/**
 * `explanation`: why filters let nothing pass, with values of the filters and of the log, for somebody who
 * tests a trigger in the editor and is shown events there anyway.
 */
export const nothingToShow: FailureTextOf<{ readonly explanation?: string }> = ({
	explanation,
}) => ({
	message: 'No event in the log passes these filters',
	description: `${explanation === undefined ? '' : `${explanation}. `}A test run shows the newest events that pass. Choose other values and test again, or activate (publish) the workflow and wait for the first such event.`,
});

export const noBurstToShow: FailureTextOf = () => ({
	message: 'There is no burst among the newest events that pass these filters',
	description:
		'A test run looks for bursts among the newest events. For the test, lower Burst Count, raise Burst Minutes or set Burst Per to All; to see the events themselves, set Emit to Each Event. Or activate (publish) the workflow and wait for the first burst.',
});
