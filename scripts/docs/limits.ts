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
import { inDigits } from './markdown';
import type { Sections } from './sections';

/** One number for each limit of the code: the compiler misses one that has none. */
const OF_RESPONSES: Readonly<Record<keyof typeof limits, string>> = {
	MAX_BODY_BYTES: inBytes(limits.MAX_BODY_BYTES),
	MAX_BODY_PARTS: inDigits(limits.MAX_BODY_PARTS),
	MAX_ODD_ENTRIES: inDigits(limits.MAX_ODD_ENTRIES),
	MAX_ITEMS_BYTES: inBytes(limits.MAX_ITEMS_BYTES),
	MAX_NESTING: inDigits(limits.MAX_NESTING),
	MAX_OTHER_COLUMNS: inDigits(limits.MAX_OTHER_COLUMNS),
	MAX_COLUMN_NAME_LENGTH: `${inDigits(limits.MAX_COLUMN_NAME_LENGTH)} characters, without a line feed`,
	MAX_COLUMN_LEVELS: inDigits(limits.MAX_COLUMN_LEVELS),
	MAX_VALUE_LENGTH: `${inDigits(limits.MAX_VALUE_LENGTH)} characters`,
	MAX_LISTED_VALUES: inDigits(limits.MAX_LISTED_VALUES),
	MAX_EXCHANGE_BYTES: inBytes(limits.MAX_EXCHANGE_BYTES),
	MAX_TOKEN_LENGTH: `${inDigits(limits.MAX_TOKEN_LENGTH)} characters`,
	MAX_REFUSAL_BYTES: inBytes(limits.MAX_REFUSAL_BYTES),
};

const OF_NODES = {
	MAX_WAIT_MS: inSeconds(MAX_WAIT_MS),
	MAX_LOOKED_AT: inDigits(MAX_LOOKED_AT),
	MAX_EVENTS_TO_READ: inDigits(MAX_EVENTS_TO_READ),
	MAX_LETTERS: inDigits(MAX_LETTERS),
	MAX_ANSWER_LENGTH: inDigits(MAX_ANSWER_LENGTH),
	MAX_GROUPS: inDigits(MAX_GROUPS),
	sampleSize: inDigits(NUMBER_FIELDS.sampleSize.max),
	TOP_USERS: inDigits(TOP_USERS),
	MAX_FUTURE_EVENTS: inDigits(MAX_FUTURE_EVENTS),
	suppressRepeats: inDigits(NUMBER_FIELDS.suppressRepeats.max),
};

/** What is taken and remembered at most: people write what each number is for, and what is beyond it. */
export function limitSections(): Sections {
	return {
		'response-limits': (written) => withNumbers(written, OF_RESPONSES),
		'node-limits': (written) => withNumbers(written, OF_NODES),
	};
}

/** A table with a number in the second cell of each row, whose first names it in a comment. */
function withNumbers(written: string, numbers: Readonly<Record<string, string>>): string {
	const missing = new Set(Object.keys(numbers));
	const fill = (_: string, what: string, name: string) => {
		if (!missing.delete(name)) throw new Error(`No limit is called ${name}, or two rows are`);
		return `${what} ${numbers[name]} |`;
	};
	const filled = written.replace(/^(\|.*<!-- (\w+) --> \|)[^|]*\|/gm, fill);
	if (missing.size > 0) throw new Error(`Write a row with <!-- ${[...missing].join(', ')} -->`);
	return filled;
}
