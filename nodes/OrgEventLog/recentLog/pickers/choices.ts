import { FILTERS, punctuationIn, type OfferedFilter } from '../../events/filters';
import { SEVERITIES, type Severity } from '../../events/severities';
import { plainText } from '../../events/plainText';
import { counted, inDigits } from '../../output/digest';
import { SIMPLIFIED_COLUMNS } from '../../events/columns';
import { canBeChosen, canBeTyped } from '../../parameters/filterValues';
import { isExpression } from '../../parameters/values';
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
	/** Which n8n shows of columns alone. */
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

/**
 * What the editor offers for a filter: the values of the log that were searched for, else all of them, most frequent
 * first. A filter of several values can be added to; what was typed can be taken as it is.
 */
export function offerChoices(summary: LogSummary, request: ChoiceRequest): readonly Choice[] {
	const values = offeredValues(summary, request);
	const typed = request.typed.trim();
	const found = values.filter((value) => isFoundBy(typed.toLowerCase(), value));
	const own = ownValues(typed, values, request.filter);
	const ownChoices = own.length === 0 ? [] : [toChoice(own), ...addition(own, request)];
	const listed = (found.length > 0 ? found : values).flatMap(({ value, name }) => [
		name === undefined
			? toChoice([value])
			: { name: `${plainText(name)} (${plainText(value)})`, value },
		...addition([value], request),
	]);
	return found.length > 0 ? [...listed, ...ownChoices] : [...ownChoices, ...listed];
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
	DEBUG: 'Debug and above',
	INFO: 'Info and above',
	WARN: 'Warn and above',
	ERROR: 'Error and above',
};

/** The choices of a minimum severity, whatever the log holds. */
export const SEVERITY_CHOICES: readonly Choice[] = SEVERITIES.map((value) => {
	return { value, name: SEVERITY_NAMES[value] };
});

/** The columns that can be chosen: the simplified ones, then the paths that events of the log have, with how often. */
export function offerColumns(summary?: LogSummary): readonly Choice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	// Names are read without blanks around them, and n8n takes what begins with an equals sign for an expression.
	const isOffered = (path: string) =>
		!names.has(path) && path === path.trim() && !isExpression(path);
	const { paths = [], events = 0 } = summary ?? {};
	const others = paths
		.filter(({ value }) => isOffered(value))
		.map(({ value, count }) => ({
			name: plainText(value),
			value,
			description: `In ${inDigits(count)} of the last ${counted(events, 'event')}`,
		}));
	return [...simplified, ...others];
}

function offeredValues(
	{ values, subTypes }: LogSummary,
	{ filter, types }: ChoiceRequest,
): readonly ValueCount[] {
	const all = values.get(filter) ?? [];
	const ofTypes = new Set(
		types.flatMap((type) => subTypes.get(type) ?? []).map(({ value }) => value),
	);
	const isOfTypes = filter !== 'subType' || types.length === 0;
	return all.filter(({ value }) => canBeChosen(value) && (isOfTypes || ofTypes.has(value)));
}

/** @param typed in small letters */
function isFoundBy(typed: string, { value, name = '' }: ValueCount): boolean {
	return value.toLowerCase().includes(typed) || name.toLowerCase().includes(typed);
}

function toChoice(pick: readonly string[]): Choice {
	return { name: pick.map((value) => plainText(value)).join(' or '), value: pick.join('|') };
}

/** What is chosen already, with more values: to pick these alone would take the place of it. */
function addition(added: readonly string[], { filter, chosen }: ChoiceRequest): readonly Choice[] {
	const more = added.filter((value) => !chosen.includes(value));
	if (FILTERS[filter].takes !== 'several' || chosen.length === 0 || more.length === 0) return [];
	return [toChoice([...chosen, ...more])];
}

/**
 * What was typed, to be taken as it is: for values that have not occurred yet. Nothing where it is
 * offered anyway, or would be refused.
 */
function ownValues(
	typed: string,
	values: readonly ValueCount[],
	filter: OfferedFilter,
): readonly string[] {
	const { takes } = FILTERS[filter];
	const punctuation = punctuationIn(filter);
	// What would be refused between several values parts them, too.
	const separator =
		punctuation === 'belongs' ? '|' : punctuation === 'separates' ? /[|,;\s]/ : /[|,;]/;
	const parts = (takes === 'several' ? typed.split(separator) : [typed])
		.map((part) => part.trim())
		.filter((part) => part !== '');
	const isOffered = values.some(({ value }) => value === typed || value === parts.join('|'));
	return isOffered || !parts.every(canBeTyped) ? [] : parts;
}
