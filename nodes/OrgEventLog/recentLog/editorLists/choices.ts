import { SIMPLIFIED_COLUMNS } from '../../events/columns';
import { FILTERS, type FilterName } from '../../events/filters';
import { toPlainText } from '../../text/plainText';
import { SEVERITIES } from '../../events/severities';
import { pluralize, formatCount } from '../../text/numbers';
import { canBeChosen } from '../../parameters/filterValues';
import { isExpression } from '../../parameters/readField';
import type { RecentValues, ValueCount } from '../recentValues';

/** The editor asks for the columns under this name. */
export const COLUMNS_METHOD = 'getColumns';

/** The editor asks for the values of a filter under this name. */
export function searchMethodOf(filter: FilterName): string {
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
	readonly filter: FilterName;
	/** The values that the filter has. */
	readonly chosen: readonly string[];
	/** Subtypes of these types are offered; all subtypes if there is none. */
	readonly types: readonly string[];
	/** Words that search the list. */
	readonly typed: string;
}

/**
 * Offers the values of the log that were searched for, most frequent first. A filter of several values can be added to.
 * Any other value can be entered without the list.
 */
export function offerChoices(recent: RecentValues, request: ChoiceRequest): Choice[] {
	const typed = request.typed.trim().toLowerCase();
	return valuesOf(recent, request)
		.filter((found) => isFoundBy(typed, found))
		.flatMap(({ value, name }) => [toChoice([value], name), ...offerAddition(request, value)]);
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

/** Offers a value together with those that are chosen already, because picking it alone replaces these. */
function offerAddition({ filter, chosen }: ChoiceRequest, added: string): readonly Choice[] {
	const isMore = chosen.length > 0 && !chosen.includes(added);
	return isMore && FILTERS[filter].takes === 'several' ? [toChoice([...chosen, added])] : [];
}
