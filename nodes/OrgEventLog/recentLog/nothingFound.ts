import type { EventLogClient } from '../api/client';
import type { PageRequest, TimeRange } from '../api/page';
import { toOutcome } from '../errors/outcome';
import { type LoggedEvent, deviceField, foldCase, textOf, type Source } from '../events/event';
import { createExclusion, createMatcher } from '../events/filterMatcher';
import { FILTERS, FILTER_NAMES, type FilterName } from '../events/filters';
import { isOffered, type OfferedFilter } from '../events/filterSets';
import { quote } from '../text/plainText';
import { PRESETS } from '../events/presets';
import { type Selection, applyPreset } from '../events/selection';
import { documentedSeverity, reachesSeverity } from '../events/severities';
import { pluralize, toDigits } from '../text/numbers';
import { windowOf } from '../reading/positions';
import { ServedLog } from '../reading/servedLog';
import { MAX_LOOKED_AT, type LogSummary, newestEvents, summarizeLog } from './summary';

/** A range of the log, and the choice among its events. */
export interface SelectedRange extends Omit<Selection, 'passes'> {
	readonly range: TimeRange;
	/** Filters of Feed are n8n's own, which take e-mail addresses in any letter case; those of List are the service's. */
	readonly source: Source;
}

type ListClient = Pick<EventLogClient, 'listPage'>;

/** Sentences name so many values at most. */
const MAX_TOLD = 5;

/** Nobody can guess the words of these filters; a list of people would tell nothing. */
const WORDS: readonly FilterName[] = ['type', 'subType', 'action', 'severity', 'serviceName'];

const MATCH_EXACTLY = 'Values must match exactly and are case-sensitive';

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
	const isEmpty = `The log has no events${inRange}`;
	const hasFilters = Object.values(filters).some((value) => value !== undefined);
	const isExcluding = createExclusion(exclude) !== undefined;
	if (!hasFilters && preset === 'none' && !isExcluding) return isEmpty;
	const unexplained = `No event matches. Check the time range and the filters. ${matchingRule(request)}`;
	const newest = await toOutcome(readNewest(client, range));
	if ('failure' in newest) return unexplained;
	const events = newest.value;
	if (events.length === 0) return isEmpty;
	const ofPreset = events.filter(checkOfPreset(request));
	if (isExcluding && ofPreset.some(createMatcher(filters))) {
		return `No event${inRange} is left, because 'Exclude' leaves out every match. Remove a field or a value from it`;
	}
	if (ofPreset.length === 0) return explainPreset(request, events, inRange);
	// If there is no filter, these events were logged after nothing was found.
	return hasFilters ? explainFilters(request, summarizeLog(events), inRange) : unexplained;
}

function matchingRule({ filters, source }: SelectedRange): string {
	const isFolding = source === 'feed' && filters.userEmail !== undefined;
	return isFolding ? `${MATCH_EXACTLY}, except e-mail addresses` : MATCH_EXACTLY;
}

async function readNewest(client: ListClient, range: TimeRange): Promise<readonly LoggedEvent[]> {
	const fetchPage = async (page: PageRequest) => await client.listPage({}, page);
	const source = { fetchPage, pageSize: MAX_LOOKED_AT, isOrderReliable: true };
	const log = new ServedLog<LoggedEvent>(source);
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
	const seen = preset === 'deviceOutOfCompliance' ? tellStatuses(events) : '';
	return `${PRESETS[preset].label} finds nothing in ${newestEvents(events.length)}${inRange}${seen}`;
}

/** No documentation lists the words for compliance, so that a user has to see those of the log. */
function tellStatuses(events: readonly LoggedEvent[]): string {
	const words = events
		.map(({ fields }) => textOf(deviceField(fields, 'compliance_status')) ?? '')
		.filter((status) => status !== '');
	if (words.length === 0) return '. None of these events has a compliance status';
	const named = [...new Set(words)].slice(0, MAX_TOLD).map((word) => quote(word));
	return `. The compliance statuses of these events are: ${named.join(', ')}`;
}

/** Either the events don't have a value that is asked for, or no event has them all. */
function explainFilters(request: SelectedRange, summary: LogSummary, inRange: string): string {
	const { filters, preset } = request;
	const looked = newestEvents(summary.events) + inRange;
	const used = FILTER_NAMES.filter((name) => filters[name] !== undefined);
	const seen = used.filter((name): name is OfferedFilter => isSeen(name, summary));
	const missed = seen.flatMap((filter) => missedValuesOf(filter, request, summary));
	if (missed.length > 0) return tellMissed(missed, request, summary, looked);
	const unseen = used.filter((name) => !isSeen(name, summary));
	const labels = unseen.map((name) => FILTERS[name].label).join(', ');
	if (seen.length === 0)
		return `No event${inRange} matches ${labels}. Check what you entered there`;
	const [all, orElse] =
		preset === 'none'
			? ['all filters at once', '']
			: [
					`both ${PRESETS[preset].label} and the filters`,
					`, or choose something other than ${PRESETS[preset].label}`,
				];
	const start = `No event${inRange} matches ${all}`;
	return unseen.length === 0
		? `${start}. Each value occurs in ${looked}. Remove or widen a filter${orElse}`
		: `${start}. Check what you entered in ${labels}. The other values occur in ${looked}`;
}

/** Some filters have no list of values, and some events show nothing of what a filter goes by. */
function isSeen(name: FilterName, { values }: LogSummary): boolean {
	if (!isOffered(name)) return false;
	return !('undocumented' in FILTERS[name]) || (values.get(name) ?? []).length > 0;
}

interface MissedValue {
	readonly filter: OfferedFilter;
	readonly wanted: string;
}

function missedValuesOf(
	filter: OfferedFilter,
	request: SelectedRange,
	{ values }: LogSummary,
): MissedValue[] {
	const seen = (values.get(filter) ?? []).map(({ value }) => value);
	const asCompared = isCaseSensitive(filter, request) ? (text: string) => text : foldCase;
	const occurs = (wanted: string) => {
		const minimum = filter === 'severity' ? documentedSeverity(wanted) : undefined;
		if (minimum === undefined)
			return seen.some((value) => asCompared(value) === asCompared(wanted));
		return seen.some((value) => reachesSeverity(value, minimum));
	};
	const wanted = [request.filters[filter] ?? []].flat();
	return wanted.filter((value) => !occurs(value)).map((value) => ({ filter, wanted: value }));
}

function isCaseSensitive(filter: OfferedFilter, { source }: SelectedRange): boolean {
	return filter !== 'severity' && !(source === 'feed' && 'ignoresLetterCase' in FILTERS[filter]);
}

function tellMissed(
	missed: readonly MissedValue[],
	request: SelectedRange,
	{ values }: LogSummary,
	looked: string,
): string {
	const told = missed.slice(0, MAX_TOLD).map(({ filter, wanted }) => {
		const seen = values.get(filter) ?? [];
		const start = `${FILTERS[filter].label} ${quote(wanted)} does not occur in ${looked}`;
		if (!WORDS.includes(filter)) {
			const spellings = seen.filter(({ value }) => foldCase(value) === foldCase(wanted));
			const named = spellings.slice(0, MAX_TOLD).map(({ value }) => quote(value));
			return named.length === 0 ? start : `${start}. The log writes it ${named.join(', ')}`;
		}
		const frequent = seen
			.slice(0, MAX_TOLD)
			.map(({ value, count }) => `${quote(value)} (${toDigits(count)})`);
		return frequent.length === 0 ? start : `${start}; most frequent: ${frequent.join(', ')}`;
	});
	const more = missed.length - told.length;
	if (more > 0) told.push(`The same applies to ${pluralize(more, 'more value')}`);
	if (missed.some(({ filter }) => isCaseSensitive(filter, request)))
		told.push(matchingRule(request));
	return told.join('. ');
}
