import { FILTERS, SEVERITIES, type OfferedFilter, type Severity } from '../api/filters';
import { plainText } from '../api/quotedText';
import { canBeChosen } from '../parameters/filterValues';
import { nearMatches } from './nearMatches';
import type { LogSummary, ValueCount } from './summary';

/** One line of a list in the editor. */
export interface Choice {
	readonly name: string;
	readonly value: string;
}

/** What the user has set and typed so far. */
export interface ChoiceRequest {
	readonly filter: OfferedFilter;
	/** The filter's own values as they are. */
	readonly chosen: readonly string[];
	/** The types that subtypes are wanted of; all of them where there is none. */
	readonly types: readonly string[];
	/** What was typed to search for; may be a value of the user's own. */
	readonly typed: string;
}

/**
 * What the editor offers for a filter: the values of the log, most frequent first, each with how often
 * it occurs. A filter of several values can be added to; what was typed can be taken as it is, above
 * what comes near where no value has it in it.
 */
export function offerChoices(summary: LogSummary, request: ChoiceRequest): readonly Choice[] {
	const { filter } = request;
	if (filter === 'severity') return severityChoices(summary);
	const values = offeredValues(summary, request);
	const typed = request.typed.trim();
	const found = values.filter((value) => matches(value, typed));
	const own = ownChoice(typed, values, filter, summary);
	if (found.length === 0) {
		const near = nearMatches(typed, values);
		const others = near.length > 0 ? near : values;
		return [...own, ...others.map((value) => toChoice([value], summary.events))];
	}
	return [
		...found.map((value) => toChoice([value], summary.events)),
		...(FILTERS[filter].takes === 'several' ? additions(found, values, request, summary) : []),
		...own,
	];
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
	DEBUG: 'Debug and above',
	INFO: 'Info and above',
	WARN: 'Warn and above',
	ERROR: 'Error only',
};

/** The choices of a minimum severity, which are known without a log. */
export function severityChoices(summary?: LogSummary): readonly Choice[] {
	const counts = summary?.values.get('severity') ?? [];
	return SEVERITIES.map((severity, rank) => {
		const passing: readonly string[] = SEVERITIES.slice(rank);
		const count = sumOf(counts.filter(({ value }) => passing.includes(value.toUpperCase())));
		const name = SEVERITY_NAMES[severity];
		return {
			value: severity,
			name: summary ? `${name} · ${howOften(count, summary.events)}` : name,
		};
	});
}

/** How often, as people say it: "214 of the last 2,000 events". */
export function howOften(count: number, events: number): string {
	const some = count === 0 ? 'none' : inDigits(count);
	return `${some} of the last ${numberOfEvents(events)}`;
}

/** "1 event", "2,000 events". */
export function numberOfEvents(events: number): string {
	return `${inDigits(events)} event${events === 1 ? '' : 's'}`;
}

/** A whole number with its thousands apart. */
export function inDigits(count: number): string {
	return count.toLocaleString('en-US');
}

function offeredValues(
	summary: LogSummary,
	{ filter, types }: ChoiceRequest,
): readonly ValueCount[] {
	const values =
		filter === 'subType' && types.length > 0
			? merged(types.flatMap((type) => summary.subTypes.get(type) ?? []))
			: (summary.values.get(filter) ?? []);
	return values.filter(({ value }) => canBeChosen(value));
}

/** The same subtype may be of several types. */
function merged(values: readonly ValueCount[]): readonly ValueCount[] {
	const counts = new Map<string, number>();
	for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
	return [...counts]
		.map(([value, count]) => ({ value, count }))
		.sort((one, other) => other.count - one.count);
}

function matches({ value, name = '' }: ValueCount, typed: string): boolean {
	const wanted = typed.toLowerCase();
	return value.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}

function toChoice(values: readonly ValueCount[], events: number): Choice {
	return {
		name: `${values.map(textOf).join(' or ')} · ${howOften(sumOf(values), events)}`,
		value: values.map(({ value }) => value).join('|'),
	};
}

function textOf({ name, value }: ValueCount): string {
	return name === undefined ? plainText(value) : `${plainText(name)} (${plainText(value)})`;
}

function sumOf(values: readonly ValueCount[]): number {
	return values.reduce((sum, { count }) => sum + count, 0);
}

/** What is chosen already, with one more value. */
function additions(
	found: readonly ValueCount[],
	values: readonly ValueCount[],
	{ chosen }: ChoiceRequest,
	{ events }: LogSummary,
): readonly Choice[] {
	const before = chosen.map((value) => valueNamed(value, values));
	if (before.length === 0) return [];
	return found
		.filter(({ value }) => before.every((other) => other.value !== value))
		.map((value) => toChoice([...before, value], events));
}

/** What was typed, to be taken as it is: for values that have not occurred yet. */
function ownChoice(
	typed: string,
	values: readonly ValueCount[],
	filter: OfferedFilter,
	{ events }: LogSummary,
): readonly Choice[] {
	const parts = partsOf(typed, filter);
	if (parts.length === 0 || !parts.every(canBeChosen)) return [];
	const own = parts.join('|');
	if (values.some(({ value }) => value === typed || value === own)) return [];
	return [
		toChoice(
			parts.map((part) => valueNamed(part, values)),
			events,
		),
	];
}

/** The values of what was typed; what would be refused between several parts them, too. */
function partsOf(typed: string, filter: OfferedFilter): readonly string[] {
	const { takes, ...row } = FILTERS[filter];
	const separator = 'takesPunctuation' in row ? '|' : /[|,;]/;
	const parts = takes === 'several' ? typed.split(separator) : [typed];
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function valueNamed(text: string, values: readonly ValueCount[]): ValueCount {
	return values.find(({ value }) => value === text) ?? { value: text, count: 0 };
}
