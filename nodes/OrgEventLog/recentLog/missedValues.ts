import {
	FILTERS,
	OFFERED_FILTERS,
	SEVERITIES,
	type EventFilters,
	type OfferedFilter,
} from '../api/filters';
import { inDigits, numberOfEvents } from './choices';
import { nearMatches } from './nearMatches';
import type { LogSummary, ValueCount } from './summary';

/** How many of a log's own words are named where none comes near. */
const MAX_WORDS = 5;

/** Filters whose values are words that somebody has to know; a list of people would tell nothing. */
const WORDS: ReadonlySet<OfferedFilter> = new Set<OfferedFilter>(['type', 'subType', 'action']);

/**
 * Why no event may have passed the filters, from what the newest events hold: which value occurs in
 * none of them, and which come near it.
 *
 * @param of which events these are, e.g. "in this time range"
 */
export function explainNoMatch(filters: EventFilters, summary: LogSummary, of: string): string {
	const looked = `the newest ${numberOfEvents(summary.events)}${of}`;
	const missed = OFFERED_FILTERS.flatMap((filter) => missedBy(filter, filters, summary, looked));
	if (missed.length > 0) {
		return `No event matches. ${missed.join('. ')}. Values are compared exactly, letter case included`;
	}
	return `No event matches. Each value by itself occurs in ${looked}, or can't be seen in events: remove or widen a filter`;
}

function missedBy(
	filter: OfferedFilter,
	filters: EventFilters,
	summary: LogSummary,
	looked: string,
): readonly string[] {
	const wanted = filters[filter];
	if (wanted === undefined) return [];
	if (filter === 'severity') return missedSeverity(filters, summary, looked);
	const values = valuesFor(filter, filters, summary);
	return [wanted]
		.flat()
		.filter((text) => values.every(({ value }) => value !== text))
		.map((text) => describe(filter, text, values, looked));
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
	looked: string,
): string {
	const near = nearMatches(wanted, values);
	const words = near.length > 0 || !WORDS.has(filter) ? near : values.slice(0, MAX_WORDS);
	const others = words.map(({ value, count }) => `“${value}” (${inDigits(count)})`).join(', ');
	const missing = `${FILTERS[filter].label} is “${wanted}” in none of ${looked}`;
	if (others === '') return missing;
	return `${missing}; ${near.length > 0 ? 'near it' : 'they have'}: ${others}`;
}

function missedSeverity(
	{ severity = 'DEBUG' }: EventFilters,
	summary: LogSummary,
	looked: string,
): readonly string[] {
	const occurring = (summary.values.get('severity') ?? []).map(({ value }) => value.toUpperCase());
	const ranks = occurring.map((value) => SEVERITIES.findIndex((known) => known === value));
	const highest = SEVERITIES[Math.max(-1, ...ranks)];
	if (highest === undefined || ranks.some((rank) => rank >= SEVERITIES.indexOf(severity)))
		return [];
	const { label } = FILTERS.severity;
	return [`${label} is ${severity}, and the highest of ${looked} is ${highest}`];
}
