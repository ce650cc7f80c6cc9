import { MAX_EVENT_LEVELS } from '../../nodes/OrgEventLog/api/parseResponse';
import { MAX_BODY_BYTES, MAX_ERROR_BODY_BYTES } from '../../nodes/OrgEventLog/api/request';
import { MAX_WAIT_MS, MAX_WAIT_WITH_PROGRESS_MS } from '../../nodes/OrgEventLog/api/retryPolicy';
import { formatBytes, formatSeconds } from '../../nodes/OrgEventLog/errors/kinds/phrases';
import { MAX_EVENTS_READ_BEFORE_ASKING } from '../../nodes/OrgEventLog/operations/count';
import { MAX_ANSWER_LENGTH } from '../../nodes/OrgEventLog/operations/presentOutputContext';
import { MAX_ITEMS } from '../../nodes/OrgEventLog/output/itemsOutput';
import { MAX_GROUPS } from '../../nodes/OrgEventLog/output/summaryOutput';
import { MAX_CELL_LENGTH } from '../../nodes/OrgEventLog/output/xlsx/cells';
import { MAX_SHEET_ROWS } from '../../nodes/OrgEventLog/output/xlsx/workbook';
import { NUMBER_FIELDS } from '../../nodes/OrgEventLog/parameters/numberFields';
import {
	MAX_LISTED_VALUES,
	MAX_NEWEST_EVENTS,
	MAX_VALUE_LENGTH,
} from '../../nodes/OrgEventLog/recentLog/recentValues';
import { MAX_PLAIN_TEXT_LENGTH } from '../../nodes/OrgEventLog/text/sentences';
import { TOP_USERS } from '../../nodes/OrgEventLog/trigger/emits/digest';
import { inDigits } from './markdown';
import type { Sections } from './sections';

const LIMITS: Readonly<Record<string, number>> = {
	MAX_BODY_BYTES,
	MAX_EVENT_LEVELS,
	MAX_ERROR_BODY_BYTES,
	MAX_ITEMS,
	MAX_VALUE_LENGTH,
	MAX_LISTED_VALUES,
};

const OF_NODES = {
	MAX_WAIT_MS: formatSeconds(MAX_WAIT_MS),
	MAX_WAIT_WITH_PROGRESS_MS: formatSeconds(MAX_WAIT_WITH_PROGRESS_MS),
	MAX_NEWEST_EVENTS: inDigits(MAX_NEWEST_EVENTS),
	MAX_EVENTS_READ_BEFORE_ASKING: inDigits(MAX_EVENTS_READ_BEFORE_ASKING),
	MAX_PLAIN_TEXT_LENGTH: inDigits(MAX_PLAIN_TEXT_LENGTH),
	MAX_ANSWER_LENGTH: inDigits(MAX_ANSWER_LENGTH),
	MAX_GROUPS: inDigits(MAX_GROUPS),
	MAX_CELL_LENGTH: inDigits(MAX_CELL_LENGTH),
	MAX_SHEET_ROWS: inDigits(MAX_SHEET_ROWS),
	sampleSize: inDigits(NUMBER_FIELDS.sampleSize.max),
	TOP_USERS: inDigits(TOP_USERS),
	suppressRepeats: inDigits(NUMBER_FIELDS.suppressRepeats.max),
};

/** What is taken and remembered at most: people write what each number is for, and what is beyond it. */
export function limitSections(): Sections {
	const ofResponses: Record<string, string> = {};
	for (const [name, limit] of Object.entries(LIMITS)) {
		ofResponses[name] = name.endsWith('_BYTES') ? formatBytes(limit) : inDigits(limit);
	}
	return {
		'response-limits': (written) => withNumbers(written, ofResponses),
		'node-limits': (written) => withNumbers(written, OF_NODES),
	};
}

/** With what the second cell of such a row begins. */
const NUMBER = /^(\|.*<!-- (\w+) --> \| )[\d,]+(?: (?:[KM]B|seconds))?/gm;

/** A table with each of the numbers in the row that names it in a comment. */
function withNumbers(written: string, numbers: Readonly<Record<string, string>>): string {
	const missing = new Set(Object.keys(numbers));
	const filled = written.replace(NUMBER, (_, what: string, name: string) => {
		if (!missing.delete(name)) throw new Error(`No limit is called ${name}, or two rows are`);
		return `${what}${numbers[name]}`;
	});
	if (missing.size > 0) throw new Error(`Write a row with <!-- ${[...missing].join(', ')} -->`);
	return filled;
}
