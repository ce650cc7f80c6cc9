import * as limits from '../../nodes/OrgEventLog/events/limits';
import { MAX_LETTERS } from '../../nodes/OrgEventLog/events/plainText';
import { MAX_WAIT_MS } from '../../nodes/OrgEventLog/api/requests';
import { inBytes, inSeconds } from '../../nodes/OrgEventLog/errors/kinds/facts';
import { MAX_EVENTS_TO_READ } from '../../nodes/OrgEventLog/operations/countEvents';
import { MAX_ANSWER_LENGTH } from '../../nodes/OrgEventLog/operations/hintsContext';
import { TOP_USERS } from '../../nodes/OrgEventLog/output/digest';
import { MAX_GROUPS } from '../../nodes/OrgEventLog/output/summaryOutput';
import { NUMBER_FIELDS } from '../../nodes/OrgEventLog/parameters/numberFields';
import { MAX_LOOKED_AT } from '../../nodes/OrgEventLog/recentLog/summary';
import { MAX_FUTURE_EVENTS } from '../../nodes/OrgEventLog/trigger/position/cursor';
import { inDigits, table } from './markdown';
import type { Sections } from './sections';

type Row = readonly [what: string, atMost: string, beyond: string];

/** One row for each limit of the code: the compiler misses one that has none. */
const OF_RESPONSES: Readonly<Record<keyof typeof limits, Row>> = {
	MAX_BODY_BYTES: [
		'a response with events or a count, decompressed',
		inBytes(limits.MAX_BODY_BYTES),
		'failure; lower *Page Size*',
	],
	MAX_BODY_PARTS: [
		'lists, objects and names in such a response',
		inDigits(limits.MAX_BODY_PARTS),
		'failure; lower *Page Size*',
	],
	MAX_ODD_ENTRIES: [
		'events without a readable time, in one reading',
		inDigits(limits.MAX_ODD_ENTRIES),
		'failure; [odd events](events.md#odd-events)',
	],
	MAX_ITEMS_BYTES: [
		'memory for the items or groups of one input item; enough for over a million simplified events',
		inBytes(limits.MAX_ITEMS_BYTES),
		'failure; a file holds any number',
	],
	MAX_NESTING: [
		'levels of lists and objects in an item, or in a cell of a CSV',
		inDigits(limits.MAX_NESTING),
		'failure; a file in the format NDJSON takes any number',
	],
	MAX_OTHER_COLUMNS: [
		'columns of a CSV of every field, besides the documented ones',
		inDigits(limits.MAX_OTHER_COLUMNS),
		'the other fields are in the column `otherFields`, as JSON; a note says so',
	],
	MAX_COLUMN_NAME_LENGTH: [
		'the name of such a column',
		`${inDigits(limits.MAX_COLUMN_NAME_LENGTH)} characters, without a line feed`,
		'the same',
	],
	MAX_COLUMN_LEVELS: [
		'levels of objects that become such columns',
		inDigits(limits.MAX_COLUMN_LEVELS),
		'what lies deeper is one cell, as JSON',
	],
	MAX_VALUE_LENGTH: [
		'a value that a list in the editor offers',
		`${inDigits(limits.MAX_VALUE_LENGTH)} characters`,
		'not offered; it can be typed',
	],
	MAX_LISTED_VALUES: [
		'values that such a list offers',
		inDigits(limits.MAX_LISTED_VALUES),
		'the others are not offered; they can be typed',
	],
	MAX_EXCHANGE_BYTES: [
		'a response of the token exchange',
		inBytes(limits.MAX_EXCHANGE_BYTES),
		'failure',
	],
	MAX_TOKEN_LENGTH: [
		'an access token',
		`${inDigits(limits.MAX_TOKEN_LENGTH)} characters`,
		'failure; servers do not accept longer headers',
	],
	MAX_REFUSAL_BYTES: [
		'the body of a refusal (status 300 and up)',
		inBytes(limits.MAX_REFUSAL_BYTES),
		'the rest is ignored; the status decides',
	],
};

const OF_NODES: readonly Row[] = [
	[
		'wait before a request is tried again',
		inSeconds(MAX_WAIT_MS),
		'failure that says how long the service asks to wait',
	],
	[
		'events that a list in the editor is made from',
		inDigits(MAX_LOOKED_AT),
		'the newest are used; you can type other values',
	],
	[
		'events that Count reads itself instead of asking the service',
		inDigits(MAX_EVENTS_TO_READ),
		'the node asks the service and checks the answer. It reads every event with *Exact Count*, *Exclude*, *Start Time*, *End Time*, a preset that n8n applies, or a Subtype without a Type: [counting](decisions/counting.md)',
	],
	[
		'characters of a value from the log in a note or a list',
		inDigits(MAX_LETTERS),
		'the rest is shown as “…”; characters of markup are replaced by similar ones, and invisible ones by spaces',
	],
	[
		'characters that a tool sends to a language model',
		inDigits(MAX_ANSWER_LENGTH),
		'the other items are left out; a note says how many',
	],
	['groups of a summary', inDigits(MAX_GROUPS), 'failure; fewer columns under *Group By*'],
	['events of a sample', inDigits(NUMBER_FIELDS.sampleSize.max), 'the field accepts no more'],
	['users named in a digest', inDigits(TOP_USERS), 'those with the most events'],
	[
		'events from the future that a trigger delivers at once',
		inDigits(MAX_FUTURE_EVENTS),
		'the rest wait for their date, with a warning',
	],
	[
		'minutes for which repeats are held back',
		inDigits(NUMBER_FIELDS.suppressRepeats.max),
		'the field accepts no more; this is a week',
	],
];

/** What is taken and remembered at most. */
export function limitSections(): Sections {
	const head = ['what', 'at most', 'beyond it'];
	return {
		'response-limits': table(head, Object.values(OF_RESPONSES), { numbers: [1] }),
		'node-limits': table(head, OF_NODES, { numbers: [1] }),
	};
}
