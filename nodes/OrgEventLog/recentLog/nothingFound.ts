import type { ListClient } from '../api/client';
import type { PageRequest, TimeRange } from '../api/page';
import { toOutcome } from '../errors/outcome';
import type { LoggedEvent, Source } from '../events/event';
import { foldCase } from '../events/subjects';
import { createExclusion, createMatcher } from '../events/filterMatcher';
import { FILTERS, FILTER_NAMES, type FilterName } from '../events/filters';
import { hasValueList, type ListedFilter } from '../events/filterSets';
import { quote } from '../text/plainText';
import { PRESETS } from '../events/presets';
import { type Selection, applyPreset } from '../events/selection';
import { toDocumentedSeverity, reachesSeverity } from '../events/severities';
import { formatCount } from '../text/numbers';
import { windowOf } from '../reading/positions';
import { ServedLog } from '../reading/servedLog';
import { MAX_NEWEST_EVENTS, type RecentValues, describeNewest, tallyValues } from './recentValues';

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
	if (eventsOfPreset.length === 0) {
		return `${PRESETS[preset].label} finds nothing in ${describeNewest(events.length)}${inRange}`;
	}
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

/** Tells which values the newest events don't have, or else that no event has all of them. */
function explainFilters(request: SelectedRange, recent: RecentValues, inRange: string): string {
	const { filters, preset } = request;
	const newest = describeNewest(recent.events) + inRange;
	const names = FILTER_NAMES.filter((name) => filters[name] !== undefined);
	const comparable = names.filter((name): name is ListedFilter => isComparable(name, recent));
	const missing = comparable.flatMap((filter) => explainMissing(filter, request, recent, newest));
	if (missing.length > 0) {
		// A severity is a minimum, in any letter case.
		const isExact = comparable.some((name) => name !== 'severity');
		const rules = isExact ? [matchingRule(request)] : [];
		return [...missing.slice(0, MAX_NAMED_VALUES), ...rules].join('. ');
	}
	const all = preset === 'none' ? 'all filters' : `both ${PRESETS[preset].label} and the filters`;
	const others = names.filter((name) => !isComparable(name, recent));
	const labels = others.map((name) => FILTERS[name].label).join(', ');
	const check = labels === '' ? '' : `. Check what you entered in ${labels}`;
	const values = labels === '' ? 'Each value' : 'Each other value';
	const known = comparable.length === 0 ? '' : `. ${values} occurs in ${newest}`;
	return `No event${inRange} matches ${all} at once${check}${known}. Remove or widen a filter`;
}

/** Some filters have no list of values, and some logs show nothing of what a filter goes by. */
function isComparable(name: FilterName, { values }: RecentValues): boolean {
	if (!hasValueList(name)) return false;
	return !('undocumented' in FILTERS[name]) || (values.get(name) ?? []).length > 0;
}

/** Gives a sentence for each value of the filter that no event has. */
function explainMissing(
	filter: ListedFilter,
	{ filters, source }: SelectedRange,
	{ values }: RecentValues,
	newest: string,
): readonly string[] {
	const present = values.get(filter) ?? [];
	const isFolded = source === 'feed' && 'ignoresLetterCase' in FILTERS[filter];
	const fold = isFolded ? foldCase : (text: string) => text;
	const occurs = (wanted: string) => {
		const minimum = filter === 'severity' ? toDocumentedSeverity(wanted) : undefined;
		if (minimum !== undefined) return present.some(({ value }) => reachesSeverity(value, minimum));
		return present.some(({ value }) => fold(value) === fold(wanted));
	};
	const words = present
		.slice(0, FILTERS_BY_WORD.includes(filter) ? MAX_NAMED_VALUES : 0)
		.map(({ value, count }) => `${quote(value)} (${formatCount(count)})`);
	const frequent = words.length === 0 ? '' : `; most frequent: ${words.join(', ')}`;
	const { label } = FILTERS[filter];
	return [filters[filter] ?? []]
		.flat()
		.filter((wanted) => !occurs(wanted))
		.map((wanted) => `${label} ${quote(wanted)} does not occur in ${newest}${frequent}`);
}
