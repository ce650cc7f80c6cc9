import type { ListClient } from '../api/client';
import { toOutcome } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { createFilterCheck } from '../selection/filterChecks';
import type { FilterName } from '../selection/filters';
import { FILTERS, FILTER_NAMES, FILTERS_WITH_VALUE_LIST } from '../selection/filters';
import { PRESETS, applyPreset } from '../selection/presets';
import { passesMinimumSeverity } from '../lexicon/severities';
import { foldCase } from '../events/subjects';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { fetchNewestEvents } from '../reading/logEnds';
import { quote, formatCount } from '../text/sentences';
import { MAX_NEWEST_EVENTS, type RecentValues, describeNewest, tallyValues } from './recentValues';

type SearchSettings = Pick<ReadSettings, 'preset' | 'filters' | 'exclude' | 'range' | 'source'>;

/** A sentence that named more values would not be read. */
const MAX_NAMED_VALUES = 5;

/** A note names frequent values of these filters, because nobody can guess their words. A list of people tells nothing. */
const WORD_FILTERS: readonly FilterName[] = [
	'type',
	'subType',
	'action',
	'severity',
	'serviceName',
];

/**
 * Gives sentences, without the last full stop, that tell why a run found nothing. If it chose among events, one more
 * request looks at the newest ones of the range. If that fails, the sentences say as much as they can without.
 */
export async function explainNothingFound(
	client: ListClient,
	request: SearchSettings,
): Promise<string> {
	const { preset, filters, exclude, range } = request;
	const isExcluding = Object.keys(exclude).length > 0;
	const isRanged = range.startMs !== undefined || range.endMs !== undefined;
	const inRange = isRanged ? ' in this time range' : '';
	const emptyLogSentence = `The log has no events${inRange}`;
	const hasFilters = Object.keys(filters).length > 0;
	if (!hasFilters && preset === 'none' && !isExcluding) return emptyLogSentence;
	const outcome = await toOutcome(fetchNewestEvents(client, range, MAX_NEWEST_EVENTS));
	const checked = isRanged ? 'the time range and the filters' : 'the filters';
	if ('failure' in outcome)
		return [`No event matches. Check ${checked}`, ...describeComparison(request)].join('. ');
	const events = outcome.value;
	if (events.length === 0) return emptyLogSentence;
	const eventsOfPreset = events.filter(createPresetMatcher(request));
	if (isExcluding && eventsOfPreset.some(createFilterCheck(filters)))
		return `No event${inRange} is left, because 'Exclude' leaves out every match. Remove a field or a value from it`;
	if (eventsOfPreset.length === 0)
		return `${PRESETS[preset].label} finds nothing in ${describeNewest(events.length)}${inRange}`;
	const missing = explainMissingValues(request, tallyValues(events), inRange);
	if (missing !== undefined) return missing;
	const ofFilters = Object.keys(filters).length > 1 ? 'all filters at once' : 'the filter';
	const all =
		preset === 'none' ? ofFilters : `both ${PRESETS[preset].label} and the filters at once`;
	return `No event${inRange} matches ${all}. Remove or widen a filter`;
}

/** Gives nothing if no filter compares whole texts. */
function describeComparison({ filters, source }: SearchSettings): string[] {
	const isExact = (name: FilterName) =>
		['one', 'several'].includes(FILTERS[name].kind) && !FILTERS[name].isSubstringMatch;
	if (!FILTER_NAMES.some((name) => filters[name] !== undefined && isExact(name))) return [];
	// Filters of Feed are the node's own; those of List are the service's.
	const exception = source === 'feed' && filters.userEmail ? ', except email addresses' : '';
	return [`Values must match exactly and are case-sensitive${exception}`];
}

function createPresetMatcher({ preset }: SearchSettings): (event: LoggedEvent) => boolean {
	const { filters, presetCheck } = applyPreset(preset, {});
	const matches = createFilterCheck(filters);
	return (event) => matches(event) && presetCheck?.(event) !== false;
}

/** Gives undefined if the newest events have every value that was asked for. */
function explainMissingValues(
	request: SearchSettings,
	{ eventCount, values }: RecentValues,
	inRange: string,
): string | undefined {
	const { filters, source } = request;
	const missing = FILTERS_WITH_VALUE_LIST.flatMap((name) => {
		const { label, fieldKnownBy, isCaseInsensitive } = FILTERS[name];
		const present = values.get(name) ?? [];
		// Some logs have no such field.
		if (fieldKnownBy !== undefined && present.length === 0) return [];
		const fold = source === 'feed' && isCaseInsensitive ? foldCase : (text: string) => text;
		const isEqual = (value: string, wanted: string) =>
			name === 'severity' ? passesMinimumSeverity(value, wanted) : fold(value) === fold(wanted);
		const words = WORD_FILTERS.includes(name) ? present.slice(0, MAX_NAMED_VALUES) : [];
		const frequent = words.map((word) => `${quote(word.value)} (${formatCount(word.eventCount)})`);
		const others = words.length === 0 ? '' : `; most frequent: ${frequent.join(', ')}`;
		const whereText = `${describeNewest(eventCount)}${inRange}${others}`;
		return [filters[name] ?? []]
			.flat()
			.map(String)
			.filter((wanted) => !present.some(({ value }) => isEqual(value, wanted)))
			.map((wanted) => `${label} ${quote(wanted)} does not occur in ${whereText}`);
	});
	if (missing.length === 0) return undefined;
	return [...missing.slice(0, MAX_NAMED_VALUES), ...describeComparison(request)].join('. ');
}
