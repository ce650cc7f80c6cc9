import {
	FILTERS,
	FILTER_NAMES,
	isOffered,
	type EventFilters,
	type FilterName,
	type OfferedFilter,
} from '../../events/filters';
import { documentedSeverity, reachesSeverity } from '../../events/severities';
import { quoted } from '../../events/plainText';
import { counted, inDigits } from '../../output/digest';
import { type LogSummary, type ValueCount, newestEvents } from '../summary';

/** How many values are told of that did not occur, and how many for each that did. */
const MAX_TOLD = 5;

/** Filters whose values are words that nobody can guess; a list of people would tell nothing. */
const WORDS: ReadonlySet<FilterName> = new Set([
	'type',
	'subType',
	'action',
	'severity',
	'serviceName',
]);

const MATCH_EXACTLY = 'Values must match exactly and are case-sensitive';

/**
 * Why no event may have passed the filters, from what the newest events hold: which value does not
 * occur in them, and which do most often.
 *
 * @param of which events these are, e.g. "in this time range"
 * @param preset what it is called, where one is set and passes some of them
 */
export function explainNoMatch(
	filters: EventFilters,
	summary: LogSummary,
	of: string,
	preset?: string,
): string {
	const looked = newestEvents(summary.events) + of;
	const used = FILTER_NAMES.filter((name) => filters[name] !== undefined);
	const seen = used.filter((name): name is OfferedFilter => isSeen(name, summary));
	const missed = seen.flatMap((filter) => {
		const values = summary.values.get(filter) ?? [];
		return [filters[filter] ?? []]
			.flat()
			.filter((wanted) => !occurs(filter, wanted, values))
			.map((wanted) => ({
				filter,
				told: describe(filter, wanted, values, looked),
			}));
	});
	if (missed.length > 0) {
		const more = missed.length - MAX_TOLD;
		const told = missed.slice(0, MAX_TOLD).map((miss) => miss.told);
		if (more > 0) told.push(`The same applies to ${counted(more, 'more value')}`);
		if (missed.some(({ filter }) => filter !== 'severity')) told.push(MATCH_EXACTLY);
		return `No event matches. ${told.join('. ')}`;
	}
	const unseen = used.filter((name) => !isSeen(name, summary));
	const names = unseen.map((name) => FILTERS[name].label).join(', ');
	if (seen.length === 0) return `No event${of} matches ${names}. Check what you entered there`;
	const [all, orElse] =
		preset === undefined
			? ['all filters at once', '']
			: [`both the preset ${preset} and the filters`, ', or choose another preset'];
	const start = `No event${of} matches ${all}`;
	return names === ''
		? `${start}. Each value occurs in ${looked}. Remove or widen a filter${orElse}`
		: `${start}. Check what you entered in ${names}. The other values occur in ${looked}`;
}

/** Whether events were looked through for it: some show nothing of it, and some filters have no list of values. */
function isSeen(name: FilterName, { values }: LogSummary): boolean {
	if (!isOffered(name)) return false;
	return !('undocumented' in FILTERS[name]) || (values.get(name) ?? []).length > 0;
}

function occurs(filter: OfferedFilter, wanted: string, values: readonly ValueCount[]): boolean {
	const minimum = filter === 'severity' ? documentedSeverity(wanted) : undefined;
	return values.some(({ value }) =>
		minimum === undefined ? value === wanted : reachesSeverity(value, minimum),
	);
}

function describe(
	filter: OfferedFilter,
	wanted: string,
	values: readonly ValueCount[],
	looked: string,
): string {
	const named = (WORDS.has(filter) ? values : [])
		.slice(0, MAX_TOLD)
		.map(({ value, count }) => `${quoted(value)} (${inDigits(count)})`);
	const text = `${FILTERS[filter].label} ${quoted(wanted)} does not occur in ${looked}`;
	if (named.length === 0) return text;
	return `${text}; most frequent: ${named.join(', ')}`;
}
