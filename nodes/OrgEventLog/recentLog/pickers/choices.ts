import { SIMPLIFIED_COLUMNS } from '../../events/columns';
import { FILTERS } from '../../events/filters';
import { type OfferedFilter, punctuationOf } from '../../events/filterSets';
import { toPlainText } from '../../text/plainText';
import { SEVERITIES } from '../../events/severities';
import { pluralize, toDigits } from '../../text/numbers';
import { canBeChosen, canBeTyped } from '../../parameters/filterValues';
import { isExpression } from '../../parameters/readField';
import type { LogSummary, ValueCount } from '../summary';

/** The editor asks for the columns under this name. */
export const COLUMNS_METHOD = 'getColumns';

/** The editor asks for the values of a filter under this name. */
export function searchMethodOf(filter: OfferedFilter): string {
	return `search${filter.charAt(0).toUpperCase()}${filter.slice(1)}`;
}

/** One line of a list in the editor. */
export interface Choice {
	/** Stays in the field once it is picked, so it says nothing that changes, such as how often it occurs. */
	readonly name: string;
	readonly value: string;
	/** n8n shows it of columns alone. */
	readonly description?: string;
}

/** The user has set and typed this so far. */
export interface ChoiceRequest {
	readonly filter: OfferedFilter;
	/** The filter's own values. */
	readonly chosen: readonly string[];
	/** Only their subtypes are wanted; all if there is none. */
	readonly types: readonly string[];
	/** Searches the list, and may be a value of the user's own. */
	readonly typed: string;
}

/**
 * Offers the values of the log that were searched for, else all of them, most frequent first. A filter of several
 * values can be added to; words that were typed can be taken as they are.
 */
export function offerChoices(summary: LogSummary, request: ChoiceRequest): Choice[] {
	const values = offeredValues(summary, request);
	const typed = request.typed.trim();
	const found = values.filter((value) => isFoundBy(typed.toLowerCase(), value));
	const own = ownValues(typed, values, request.filter);
	const ownChoices = own.length === 0 ? [] : [toChoice(own), ...addedTo(request, own)];
	const listed = (found.length > 0 ? found : values).flatMap(({ value, name }) => [
		toChoice([value], name),
		...addedTo(request, [value]),
	]);
	return found.length > 0 ? [...listed, ...ownChoices] : [...ownChoices, ...listed];
}

export const SEVERITY_CHOICES: Choice[] = SEVERITIES.map((value) => {
	return { value, name: `${value.charAt(0)}${value.slice(1).toLowerCase()} and above` };
});

/** Offers the simplified columns, then the paths that events of the log have, with how often. */
export function offerColumns(summary?: LogSummary): Choice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	if (summary === undefined) return simplified;
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	const others = summary.paths
		// Names are read without blanks around them, and n8n takes what begins with an equals sign for an expression.
		.filter(({ value }) => !names.has(value) && value === value.trim() && !isExpression(value))
		.map(({ value, count }) => ({
			name: toPlainText(value),
			value,
			description: `In ${toDigits(count)} of the last ${pluralize(summary.events, 'event')}`,
		}));
	return [...simplified, ...others];
}

function offeredValues(
	{ values, subTypes }: LogSummary,
	{ filter, types }: ChoiceRequest,
): readonly ValueCount[] {
	const all = (values.get(filter) ?? []).filter(({ value }) => canBeChosen(value));
	if (filter !== 'subType' || types.length === 0) return all;
	const ofTypes = types.flatMap((type) => subTypes.get(type) ?? []).map(({ value }) => value);
	return all.filter(({ value }) => ofTypes.includes(value));
}

/** @param typed in small letters */
function isFoundBy(typed: string, { value, name = '' }: ValueCount): boolean {
	return value.toLowerCase().includes(typed) || name.toLowerCase().includes(typed);
}

function toChoice(picked: readonly string[], knownAs?: string): Choice {
	const shown = picked.map((value) => toPlainText(value)).join(' or ');
	const name = knownAs === undefined ? shown : `${toPlainText(knownAs)} (${shown})`;
	return { name, value: picked.join('|') };
}

/** Adds to the values that are chosen already: to pick the new ones alone takes the place of these. */
function addedTo({ filter, chosen }: ChoiceRequest, added: readonly string[]): readonly Choice[] {
	const more = added.filter((value) => !chosen.includes(value));
	if (FILTERS[filter].takes !== 'several' || chosen.length === 0 || more.length === 0) return [];
	return [toChoice([...chosen, ...more])];
}

/** Takes as values the words that were typed, which may not have occurred yet; none if offered anyway, or unusable. */
function ownValues(
	typed: string,
	values: readonly ValueCount[],
	filter: OfferedFilter,
): readonly string[] {
	const parts = splitTyped(typed, filter)
		.map((part) => part.trim())
		.filter((part) => part !== '');
	const isOffered = values.some(({ value }) => value === typed || value === parts.join('|'));
	return isOffered || !parts.every(canBeTyped) ? [] : parts;
}

function splitTyped(typed: string, filter: OfferedFilter): readonly string[] {
	if (FILTERS[filter].takes !== 'several') return [typed];
	const punctuation = punctuationOf(filter);
	if (punctuation === 'belongs') return typed.split('|');
	// A field refuses commas and semicolons that may be meant as either, so they separate here.
	return typed.split(punctuation === 'separates' ? /[|,;\s]/ : /[|,;]/);
}
