import {
	FILTERS,
	OFFERED_FILTERS,
	SEVERITIES,
	rankOfSeverity,
	type EventFilters,
	type OfferedFilter,
} from '../api/filters';
import type { HoldsSecret } from '../api/knownSecrets';
import { quoted } from '../api/quotedText';
import { inDigits, numberOfEvents } from './choices';
import { nearMatches } from './nearMatches';
import type { LogSummary, ValueCount } from './summary';

/** How many of a log's own words are named where none comes near. */
const MAX_WORDS = 5;

/** How many values are told of that did not occur. */
const MAX_MISSED = 5;

/** Filters whose values are words that somebody has to know; a list of people would tell nothing. */
const WORDS: ReadonlySet<OfferedFilter> = new Set<OfferedFilter>(['type', 'subType', 'action']);

/** What was looked at. */
interface LookedAt {
	readonly summary: LogSummary;
	/** "the newest 4 events in this time range". */
	readonly looked: string;
	readonly holdsSecret: HoldsSecret;
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
	const looked = `the newest ${numberOfEvents(summary.events)}${of}`;
	const lookedAt = { summary, looked, holdsSecret };
	const missed = OFFERED_FILTERS.flatMap((filter) => missedBy(filter, filters, lookedAt));
	if (missed.length === 0) {
		return `No event matches. Each value by itself occurs in ${looked}, or can't be seen in events: remove or widen a filter`;
	}
	const more = missed.length - MAX_MISSED;
	const named = missed.slice(0, MAX_MISSED).map((tell) => tell());
	if (more > 0) named.push(`The same holds for ${inDigits(more)} more of the values`);
	return `No event matches. ${named.join('. ')}. Values are compared exactly, letter case included`;
}

function missedBy(
	filter: OfferedFilter,
	filters: EventFilters,
	lookedAt: LookedAt,
): ReadonlyArray<() => string> {
	const wanted = filters[filter];
	if (wanted === undefined) return [];
	if (filter === 'severity') return missedSeverity(filters, lookedAt);
	const values = valuesFor(filter, filters, lookedAt.summary);
	// Events need not show it: where none does, there is nothing to be seen.
	if (values.length === 0 && 'mayBeIn' in FILTERS[filter]) return [];
	return [wanted]
		.flat()
		.filter((text) => values.every(({ value }) => value !== text))
		.map((text) => () => describe(filter, text, values, lookedAt));
}

/** A subtype is looked for within the types that are asked for, if those occur at all. */
function valuesFor(
	filter: OfferedFilter,
	{ type = [] }: EventFilters,
	summary: LogSummary,
): readonly ValueCount[] {
	if (filter === 'subType') {
		const ofTypes = type.flatMap((name) => summary.subTypes.get(name) ?? []);
		if (ofTypes.length > 0) return ofTypes;
	}
	return summary.values.get(filter) ?? [];
}

function describe(
	filter: OfferedFilter,
	wanted: string,
	values: readonly ValueCount[],
	{ looked, holdsSecret }: LookedAt,
): string {
	const near = nearMatches(wanted, values);
	const words = near.length > 0 || !WORDS.has(filter) ? near : values.slice(0, MAX_WORDS);
	const others = words
		.map(({ value, count }) => `${quoted(value, holdsSecret)} (${inDigits(count)})`)
		.join(', ');
	const { label, ...row } = FILTERS[filter];
	const text = quoted(wanted, holdsSecret);
	const missing =
		'mayBeIn' in row
			? `${label} ${text} can't be seen in ${looked}`
			: `${label} is ${text} in none of ${looked}`;
	if (others === '') return missing;
	return `${missing}; ${near.length > 0 ? 'near it' : 'they have'}: ${others}`;
}

function missedSeverity(
	{ severity = 'DEBUG' }: EventFilters,
	{ summary, looked }: LookedAt,
): ReadonlyArray<() => string> {
	const ranks = (summary.values.get('severity') ?? []).map(({ value }) => rankOfSeverity(value));
	const highest = SEVERITIES[Math.max(-1, ...ranks)];
	if (highest === undefined || ranks.some((rank) => rank >= SEVERITIES.indexOf(severity)))
		return [];
	const { label } = FILTERS.severity;
	return [() => `${label} is ${severity}, and the highest of ${looked} is ${highest}`];
}
