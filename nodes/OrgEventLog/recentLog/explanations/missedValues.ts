import {
	FILTERS,
	FILTER_NAMES,
	OFFERED_FILTERS,
	SEVERITIES,
	isOffered,
	rankOfSeverity,
	type EventFilters,
	type FilterName,
	type OfferedFilter,
} from '../../events/filters';
import { type HoldsSecret, quoted } from '../../api/serviceText';
import { counted, inDigits } from '../../output/digest';
import { nearMatches } from '../nearMatches';
import type { LogSummary, ValueCount } from '../summary';

/** How many of a log's own words are named where none comes near. */
const MAX_WORDS = 5;

/** How many values are told of that did not occur. */
const MAX_MISSED = 5;

/** Filters whose values are words that somebody has to know; a list of people would tell nothing. */
const WORDS: ReadonlySet<OfferedFilter> = new Set<OfferedFilter>(['type', 'subType', 'action']);

/** A value that was asked for and did not occur. */
interface MissedValue {
	readonly filter: OfferedFilter;
	readonly wanted: string;
	/** Those that did. */
	readonly values: readonly ValueCount[];
}

/**
 * Why no event may have passed the filters, from what the newest events hold: which value occurs in
 * none of them, and which come near it.
 *
 * @param of which events these are, e.g. "in this time range"
 */
export function explainNoMatch(
	filters: EventFilters,
	summary: LogSummary,
	of: string,
	holdsSecret: HoldsSecret,
): string {
	const looked = `the newest ${counted(summary.events, 'event')}${of}`;
	const missed = OFFERED_FILTERS.flatMap((filter) => missedBy(filter, filters, summary));
	if (missed.length === 0) return explainCombination(filters, summary, { of, looked });
	const more = missed.length - MAX_MISSED;
	const told = missed.slice(0, MAX_MISSED).map((one) => describe(one, looked, holdsSecret));
	if (more > 0) told.push(`The same applies to ${inDigits(more)} more values`);
	return `No event matches. ${told.join('. ')}. Values must match exactly and are case-sensitive`;
}

/** Where every value occurs that could be looked for. */
function explainCombination(
	filters: EventFilters,
	summary: LogSummary,
	{ of, looked }: { readonly of: string; readonly looked: string },
): string {
	const used = FILTER_NAMES.filter((name) => filters[name] !== undefined);
	const unseen = used.filter((name) => !isSeen(name, filters, summary));
	const names = unseen.map((name) => FILTERS[name].label).join(', ');
	if (unseen.length === used.length)
		return `No event${of} matches ${names}. Check what you entered there`;
	const start = `No event${of} matches all filters at once`;
	return names === ''
		? `${start}. Each value occurs in ${looked}. Remove or widen a filter`
		: `${start}. Check what you entered in ${names}. The other values occur in ${looked}`;
}

/** Whether events were looked through for the filter's values: some filters nobody chooses from a list, some no event shows. */
function isSeen(name: FilterName, filters: EventFilters, summary: LogSummary): boolean {
	return isOffered(name) && valuesFor(name, filters, summary).length > 0;
}

function missedBy(
	filter: OfferedFilter,
	filters: EventFilters,
	summary: LogSummary,
): readonly MissedValue[] {
	const values = valuesFor(filter, filters, summary);
	const occurs = (wanted: string) =>
		filter === 'severity'
			? highestRank(values) === -1 || highestRank(values) >= rankOfSeverity(wanted)
			: values.some(({ value }) => value === wanted);
	// Events need not show it: where none does, there is nothing to be seen.
	if (values.length === 0 && 'undocumented' in FILTERS[filter]) return [];
	return [filters[filter] ?? []]
		.flat()
		.filter((wanted) => !occurs(wanted))
		.map((wanted) => ({ filter, wanted, values }));
}

/** A subtype is looked for within the types that are asked for, if those occur at all. */
function valuesFor(
	filter: OfferedFilter,
	{ type = [] }: EventFilters,
	{ values, subTypes }: LogSummary,
): readonly ValueCount[] {
	const ofTypes = filter === 'subType' ? type.flatMap((name) => subTypes.get(name) ?? []) : [];
	return ofTypes.length > 0 ? ofTypes : (values.get(filter) ?? []);
}

function highestRank(severities: readonly ValueCount[]): number {
	return Math.max(-1, ...severities.map(({ value }) => rankOfSeverity(value)));
}

function describe(
	{ filter, wanted, values }: MissedValue,
	looked: string,
	holdsSecret: HoldsSecret,
): string {
	const { label, ...row } = FILTERS[filter];
	if (filter === 'severity') {
		return `${label} is ${wanted}, but the highest in ${looked} is ${SEVERITIES[highestRank(values)]}`;
	}
	const near = nearMatches(wanted, values);
	const words = near.length > 0 || !WORDS.has(filter) ? near : values.slice(0, MAX_WORDS);
	const others = words.map(
		({ value, count }) => `${quoted(value, holdsSecret)} (${inDigits(count)})`,
	);
	const text = quoted(wanted, holdsSecret);
	const missing =
		'undocumented' in row
			? `${label} ${text} can't be seen in ${looked}`
			: `${label} ${text} occurs in none of ${looked}`;
	if (others.length === 0) return missing;
	return `${missing}; ${near.length > 0 ? 'similar' : 'most frequent'}: ${others.join(', ')}`;
}
