import { FILTERS, SEVERITIES, type OfferedFilter, type Severity } from '../../events/filters';
import { plainText } from '../../events/plainText';
import { counted, inDigits } from '../../output/digest';
import { SIMPLIFIED_COLUMNS } from '../../events/columns';
import { canBeChosen } from '../../parameters/filterValues';
import { nearMatches } from '../nearMatches';
import type { LogSummary, ValueCount } from '../summary';

/** By which the editor asks for the columns that can be chosen. */
export const COLUMNS_METHOD = 'getColumns';

/** By which the editor asks for the values of a filter. */
export function searchMethodOf(filter: OfferedFilter): string {
	return `search${filter.charAt(0).toUpperCase()}${filter.slice(1)}`;
}

/** One line of a list in the editor. */
export interface Choice {
	/** Stays in the field once it is picked, so it says nothing that changes, such as how often it occurs. */
	readonly name: string;
	readonly value: string;
	readonly description?: string;
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

/** Of the log, or such as are chosen together. */
type Values = readonly ValueCount[];

/**
 * What the editor offers for a filter: the values of the log, most frequent first, each with how often
 * it occurs. A filter of several values can be added to; what was typed can be taken as it is, above
 * what comes near where no value has it in it.
 */
export function offerChoices(summary: LogSummary, request: ChoiceRequest): readonly Choice[] {
	if (request.filter === 'severity') return severityChoices(summary);
	const values = offeredValues(summary, request);
	const typed = request.typed.trim();
	const own = ownValues(typed, values, request.filter);
	const found = values.filter((value) => isFoundBy(typed.toLowerCase(), value));
	const near = found.length > 0 ? [] : nearMatches(typed, values);
	const picks =
		found.length > 0
			? [...found.flatMap((value) => [[value], ...addition([value], values, request)]), own]
			: [
					own,
					...addition(own, values, request),
					...(near.length > 0 ? near : values).map((value) => [value]),
				];
	return picks.filter((pick) => pick.length > 0).map((pick) => toChoice(pick, summary.events));
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
	DEBUG: 'Debug and above',
	INFO: 'Info and above',
	WARN: 'Warn and above',
	ERROR: 'Error only',
};

/** The choices of a minimum severity, which are known without a log. */
export function severityChoices(summary?: LogSummary): readonly Choice[] {
	return SEVERITIES.map((value, rank) => {
		const name = SEVERITY_NAMES[value];
		if (summary === undefined) return { value, name };
		const passing: readonly string[] = SEVERITIES.slice(rank);
		const counts = summary.values.get('severity') ?? [];
		const count = sumOf(counts.filter((known) => passing.includes(known.value.toUpperCase())));
		return { value, name, description: howOften(count, summary.events) };
	});
}

/** The columns that can be chosen: the simplified ones, then the paths that events of the log have. */
export function offerColumns(summary?: LogSummary): readonly Choice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	// Names are read without blanks around them, and n8n takes what begins with an equals sign for an expression.
	const isOffered = (path: string) =>
		!names.has(path) && path === path.trim() && !path.startsWith('=');
	const { paths = [], events = 0 } = summary ?? {};
	const others = paths
		.filter(({ value }) => isOffered(value))
		.map(({ value, count }) => ({
			name: plainText(value),
			value,
			description: `In ${howOften(count, events)}`,
		}));
	return [...simplified, ...others];
}

/** How often, as people say it: "214 of the last 2,000 events". */
function howOften(count: number, events: number): string {
	return `${inDigits(count)} of the last ${counted(events, 'event')}`;
}

function offeredValues(summary: LogSummary, { filter, types }: ChoiceRequest): Values {
	const values =
		filter === 'subType' && types.length > 0
			? merged(types.flatMap((type) => summary.subTypes.get(type) ?? []))
			: (summary.values.get(filter) ?? []);
	return values.filter(({ value }) => canBeChosen(value));
}

/** The same subtype may be of several types. */
function merged(values: Values): Values {
	const counts = new Map<string, number>();
	for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
	return [...counts]
		.map(([value, count]) => ({ value, count }))
		.sort((one, other) => other.count - one.count);
}

/** @param typed in small letters */
function isFoundBy(typed: string, { value, name = '' }: ValueCount): boolean {
	return value.toLowerCase().includes(typed) || name.toLowerCase().includes(typed);
}

function toChoice(pick: Values, events: number): Choice {
	return {
		name: pick.map(textOf).join(' or '),
		value: pick.map(({ value }) => value).join('|'),
		description: howOften(sumOf(pick), events),
	};
}

function textOf({ name, value }: ValueCount): string {
	return name === undefined ? plainText(value) : `${plainText(name)} (${plainText(value)})`;
}

function sumOf(values: Values): number {
	return values.reduce((sum, { count }) => sum + count, 0);
}

/** What is chosen already, with more values: to pick these alone would take the place of it. */
function addition(
	added: Values,
	values: Values,
	{ filter, chosen }: ChoiceRequest,
): readonly Values[] {
	if (FILTERS[filter].takes !== 'several' || chosen.length === 0) return [];
	const more = added.filter(({ value }) => !chosen.includes(value));
	if (more.length === 0) return [];
	return [[...chosen.map((text) => valueNamed(text, values)), ...more]];
}

/**
 * What was typed, to be taken as it is: for values that have not occurred yet. Nothing where it is
 * offered anyway, or would be refused.
 */
function ownValues(typed: string, values: Values, filter: OfferedFilter): Values {
	const { takes, ...row } = FILTERS[filter];
	// What would be refused between several values parts them, too.
	const separator = 'takesPunctuation' in row ? '|' : /[|,;]/;
	const parts = (takes === 'several' ? typed.split(separator) : [typed])
		.map((part) => part.trim())
		.filter((part) => part !== '');
	const isOffered = values.some(({ value }) => value === typed || value === parts.join('|'));
	if (isOffered || !parts.every(canBeChosen)) return [];
	return parts.map((part) => valueNamed(part, values));
}

function valueNamed(text: string, values: Values): ValueCount {
	return values.find(({ value }) => value === text) ?? { value: text, count: 0 };
}
