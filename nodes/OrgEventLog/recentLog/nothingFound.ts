import type { ListClient } from '../api/client';
import type { PageRequest, TimeRange } from '../api/page';
import { toOutcome } from '../errors/outcome';
import { type LoggedEvent, deviceField, type Source } from '../events/event';
import { foldCase } from '../events/subjects';
import { textOf } from '../json/jsonValues';
import { createExclusion, createMatcher } from '../events/filterMatcher';
import { FILTERS, FILTER_NAMES, type FilterName } from '../events/filters';
import { hasValueList, type ListedFilter } from '../events/filterSets';
import { quote } from '../text/plainText';
import { PRESETS } from '../events/presets';
import { type Selection, applyPreset } from '../events/selection';
import { toDocumentedSeverity, reachesSeverity } from '../events/severities';
import { pluralize, formatCount } from '../text/numbers';
import { windowOf } from '../reading/positions';
import { ServedLog } from '../reading/servedLog';
import {
	MAX_NEWEST_EVENTS,
	type RecentValues,
	type ValueCount,
	describeNewest,
	tallyValues,
} from './recentValues';

/** A range of the log, and the choice among its events. */
export interface SelectedRange extends Omit<Selection, 'passes'> {
	readonly range: TimeRange;
	/** Filters of Feed are n8n's own, which take e-mail addresses in any letter case; those of List are the service's. */
	readonly source: Source;
}

/** A sentence that named more values would not be read. */
const MAX_NAMED_VALUES = 5;

/** Nobody can guess the words of these filters; a list of people would tell nothing. */
const FILTERS_BY_WORD: readonly FilterName[] = [
	'type',
	'subType',
	'action',
	'severity',
	'serviceName',
];

/**
 * Explains to the user why a request found nothing. If it chose among events, one more request looks at the newest
 * ones of the range; if that fails, the sentence says as much as it can without.
 */
export async function explainNothingFound(
	client: ListClient,
	request: SelectedRange,
): Promise<string> {
	const { preset, filters, exclude, range } = request;
	const isRanged = range.startMs !== undefined || range.endMs !== undefined;
	const inRange = isRanged ? ' in this time range' : '';
	const emptyLogSentence = `The log has no events${inRange}`;
	const hasFilters = Object.values(filters).some((value) => value !== undefined);
	const isExcluding = createExclusion(exclude) !== undefined;
	if (!hasFilters && preset === 'none' && !isExcluding) return emptyLogSentence;
	const unexplained = `No event matches. Check the time range and the filters. ${matchingRule(request)}`;
	const outcome = await toOutcome(readNewest(client, range));
	if ('failure' in outcome) return unexplained;
	const events = outcome.value;
	if (events.length === 0) return emptyLogSentence;
	const eventsOfPreset = events.filter(checkOfPreset(request));
	if (isExcluding && eventsOfPreset.some(createMatcher(filters))) {
		return `No event${inRange} is left, because 'Exclude' leaves out every match. Remove a field or a value from it`;
	}
	if (eventsOfPreset.length === 0) return explainPreset(request, events, inRange);
	// If there is no filter, these events were logged after nothing was found.
	return hasFilters ? explainFilters(request, tallyValues(events), inRange) : unexplained;
}

function matchingRule({ filters, source }: SelectedRange): string {
	const exception = source === 'feed' && filters.userEmail ? ', except e-mail addresses' : '';
	return `Values must match exactly and are case-sensitive${exception}`;
}

async function readNewest(client: ListClient, range: TimeRange): Promise<readonly LoggedEvent[]> {
	const fetchPage = async (request: PageRequest) => await client.listPage({}, request);
	const pages = { fetchPage, pageSize: MAX_NEWEST_EVENTS, isOrderReliable: true };
	const log = new ServedLog<LoggedEvent>(pages);
	return (await log.fetch('DESC', windowOf(range, 'DESC'))).events;
}

function checkOfPreset({ preset }: SelectedRange): (event: LoggedEvent) => boolean {
	const { filters, passes } = applyPreset(preset, {});
	const matches = createMatcher(filters);
	return (event) => matches(event) && passes?.(event) !== false;
}

function explainPreset(
	{ preset }: SelectedRange,
	events: readonly LoggedEvent[],
	inRange: string,
): string {
	const statuses = preset === 'deviceOutOfCompliance' ? describeStatuses(events) : '';
	return `${PRESETS[preset].label} finds nothing in ${describeNewest(events.length)}${inRange}${statuses}`;
}

/** No documentation lists the words for compliance, so that a user has to see those of the log. */
function describeStatuses(events: readonly LoggedEvent[]): string {
	const words = events
		.map(({ fields }) => textOf(deviceField(fields, 'compliance_status')) ?? '')
		.filter((status) => status !== '');
	if (words.length === 0) return '. None of these events has a compliance status';
	const statuses = listFirst([...new Set(words)].map((word) => quote(word)));
	return `. The compliance statuses of these events are: ${statuses}`;
}

/** Tells which values the newest events don't have, or else that no event has all of them. */
function explainFilters(request: SelectedRange, recent: RecentValues, inRange: string): string {
	const { filters, preset } = request;
	const newest = describeNewest(recent.events) + inRange;
	const names = FILTER_NAMES.filter((name) => filters[name] !== undefined);
	const comparable = names.filter((name): name is ListedFilter => isComparable(name, recent));
	const missing = comparable
		.flatMap((filter) => wantedValues(filter, request, recent))
		.filter((wanted) => !occurs(wanted));
	if (missing.length > 0) return explainMissing(missing, newest, matchingRule(request));
	const others = names.filter((name) => !isComparable(name, recent));
	const labels = others.map((name) => FILTERS[name].label).join(', ');
	if (comparable.length === 0) {
		return `No event${inRange} matches ${labels}. Check what you entered there`;
	}
	const { label } = PRESETS[preset];
	const all = preset === 'none' ? 'all filters at once' : `both ${label} and the filters`;
	const start = `No event${inRange} matches ${all}`;
	if (others.length > 0) {
		return `${start}. Check what you entered in ${labels}. The other values occur in ${newest}`;
	}
	const orElse = preset === 'none' ? '' : `, or choose something other than ${label}`;
	return `${start}. Each value occurs in ${newest}. Remove or widen a filter${orElse}`;
}

/** Some filters have no list of values, and some logs show nothing of what a filter goes by. */
function isComparable(name: FilterName, { values }: RecentValues): boolean {
	if (!hasValueList(name)) return false;
	return !('undocumented' in FILTERS[name]) || (values.get(name) ?? []).length > 0;
}

interface WantedValue {
	readonly filter: ListedFilter;
	readonly wanted: string;
	readonly isCaseSensitive: boolean;
	/** The values that the newest events have in this place, the most frequent first. */
	readonly present: readonly ValueCount[];
}

function wantedValues(
	filter: ListedFilter,
	{ filters, source }: SelectedRange,
	{ values }: RecentValues,
): WantedValue[] {
	const isFolded = source === 'feed' && 'ignoresLetterCase' in FILTERS[filter];
	const isCaseSensitive = filter !== 'severity' && !isFolded;
	const present = values.get(filter) ?? [];
	const all = [filters[filter]].flat().filter((value) => value !== undefined);
	return all.map((wanted) => ({ filter, wanted, isCaseSensitive, present }));
}

function occurs({ filter, wanted, isCaseSensitive, present }: WantedValue): boolean {
	const minimum = filter === 'severity' ? toDocumentedSeverity(wanted) : undefined;
	if (minimum !== undefined) return present.some(({ value }) => reachesSeverity(value, minimum));
	const fold = isCaseSensitive ? (text: string) => text : foldCase;
	return present.some(({ value }) => fold(value) === fold(wanted));
}

function explainMissing(missing: readonly WantedValue[], newest: string, rule: string): string {
	const sentences = missing
		.slice(0, MAX_NAMED_VALUES)
		.map((wanted) => explainMissingValue(wanted, newest));
	const more = missing.length - sentences.length;
	if (more > 0) sentences.push(`The same applies to ${pluralize(more, 'more value')}`);
	if (missing.some(({ isCaseSensitive }) => isCaseSensitive)) sentences.push(rule);
	return sentences.join('. ');
}

function explainMissingValue({ filter, wanted, present }: WantedValue, newest: string): string {
	const start = `${FILTERS[filter].label} ${quote(wanted)} does not occur in ${newest}`;
	if (FILTERS_BY_WORD.includes(filter)) {
		const frequent = listFirst(
			present.map(({ value, count }) => `${quote(value)} (${formatCount(count)})`),
		);
		return frequent === '' ? start : `${start}; most frequent: ${frequent}`;
	}
	const same = present.filter(({ value }) => foldCase(value) === foldCase(wanted));
	const spellings = listFirst(same.map(({ value }) => quote(value)));
	return spellings === '' ? start : `${start}. The log writes it ${spellings}`;
}

function listFirst(texts: readonly string[]): string {
	return texts.slice(0, MAX_NAMED_VALUES).join(', ');
}
