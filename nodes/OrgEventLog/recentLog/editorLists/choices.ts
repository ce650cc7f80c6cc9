import { SIMPLIFIED_COLUMNS } from '../../events/columns';
import { FILTERS } from '../../events/filters';
import { type ListedFilter, isSplitAtPunctuation } from '../../events/filterSets';
import { toPlainText } from '../../text/plainText';
import { SEVERITIES } from '../../events/severities';
import { pluralize, formatCount } from '../../text/numbers';
import { canBeChosen, splitValues } from '../../parameters/filterValues';
import { isExpression } from '../../parameters/readField';
import type { RecentValues, ValueCount } from '../recentValues';

/** The editor asks for the columns under this name. */
export const COLUMNS_METHOD = 'getColumns';

/** The editor asks for the values of a filter under this name. */
export function searchMethodOf(filter: ListedFilter): string {
	return `search${filter.charAt(0).toUpperCase()}${filter.slice(1)}`;
}

/** A line of a list in the editor. */
export interface Choice {
	/** The name stays in the field once it is picked, so it says nothing that changes, such as how often it occurs. */
	readonly name: string;
	readonly value: string;
	/** n8n shows a description only in the list of columns. */
	readonly description?: string;
}

/** A list is made for what the user has set and typed so far. */
export interface ChoiceRequest {
	readonly filter: ListedFilter;
	/** The values that the filter has. */
	readonly chosen: readonly string[];
	/** Subtypes of these types are offered; all subtypes if there is none. */
	readonly types: readonly string[];
	/** Words that search the list, or are a value of the user's own. */
	readonly typed: string;
}

/**
 * Offers the values of the log that were searched for, else all of them, most frequent first. A filter of several
 * values can be added to; words that were typed can be taken as they are.
 */
export function offerChoices(recent: RecentValues, request: ChoiceRequest): Choice[] {
	const values = valuesOf(recent, request);
	const typed = request.typed.trim();
	const found = values.filter((value) => isFoundBy(typed.toLowerCase(), value));
	const own = ownValues(typed, values, request.filter);
	const ownChoices = own.length === 0 ? [] : [toChoice(own), ...offerAddition(request, own)];
	const listed = (found.length > 0 ? found : values).flatMap(({ value, name }) => [
		toChoice([value], name),
		...offerAddition(request, [value]),
	]);
	return found.length > 0 ? [...listed, ...ownChoices] : [...ownChoices, ...listed];
}

export const SEVERITY_CHOICES: Choice[] = SEVERITIES.map((value) => {
	return { value, name: `${value.charAt(0)}${value.slice(1).toLowerCase()} and above` };
});

/** Offers the simplified columns, then the paths that events of the log have, with how often. */
export function offerColumns(recent?: RecentValues): Choice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	if (recent === undefined) return simplified;
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	const others = recent.paths
		// Names are read without blanks around them, and n8n takes an equals sign for the start of an expression.
		.filter(({ value }) => !names.has(value) && value === value.trim() && !isExpression(value))
		.map(({ value, count }) => ({
			name: toPlainText(value),
			value,
			description: `In ${formatCount(count)} of the last ${pluralize(recent.events, 'event')}`,
		}));
	return [...simplified, ...others];
}

function valuesOf(
	{ values, subTypes }: RecentValues,
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

function toChoice(picked: readonly string[], label?: string): Choice {
	const shown = picked.map((value) => toPlainText(value)).join(' or ');
	const name = label === undefined ? shown : `${toPlainText(label)} (${shown})`;
	return { name, value: picked.join('|') };
}

/** Offers values together with those that are chosen already, because picking the new ones alone replaces these. */
function offerAddition(
	{ filter, chosen }: ChoiceRequest,
	added: readonly string[],
): readonly Choice[] {
	const more = added.filter((value) => !chosen.includes(value));
	if (FILTERS[filter].takes !== 'several' || chosen.length === 0 || more.length === 0) return [];
	return [toChoice([...chosen, ...more])];
}

/** Takes typed words as values, which may not have occurred yet; none if they are offered anyway, or can't be used. */
function ownValues(
	typed: string,
	values: readonly ValueCount[],
	filter: ListedFilter,
): readonly string[] {
	const parts = splitTyped(typed, filter);
	const isAmongChoices = values.some(({ value }) => value === typed || value === parts.join('|'));
	return isAmongChoices || !parts.every(canBeChosen) ? [] : parts;
}

function splitTyped(typed: string, filter: ListedFilter): readonly string[] {
	if (FILTERS[filter].takes === 'several') return splitValues(typed, isSplitAtPunctuation(filter));
	return typed === '' ? [] : [typed];
}
