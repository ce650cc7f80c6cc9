import { SIMPLIFIED_COLUMNS } from '../../events/columns';
import type { FilterName } from '../../selection/filters';
import { SEVERITIES } from '../../lexicon/severities';
import { isUsableFilterValue } from '../../parameters/filterValues';
import { isExpression } from '../../parameters/readField';
import { pluralize, formatCount, toPlainText } from '../../text/sentences';
import type { RecentValues } from '../recentValues';

/** The editor asks for the columns under this name. */
export const COLUMNS_METHOD = 'getColumns';

/** The editor asks for the values of a filter under this name. */
export function searchMethodOf(filter: FilterName): string {
	return `search${filter.charAt(0).toUpperCase()}${filter.slice(1)}`;
}

export interface ListChoice {
	/** The name stays in the field once it is picked, so it says nothing that changes, such as how often it occurs. */
	readonly name: string;
	readonly value: string;
	/** n8n shows a description only in the list of columns. */
	readonly description?: string;
}

/** Offers the values of the log that contain what was typed. Any other can be entered without the list. */
export function offerChoices(recent: RecentValues, filter: FilterName, term: string): ListChoice[] {
	const searched = term.trim().toLowerCase();
	return (recent.values.get(filter) ?? [])
		.filter(({ value, name = '' }) => {
			const isFound = [value, name].some((text) => text.toLowerCase().includes(searched));
			return isFound && isUsableFilterValue(value);
		})
		.map(({ value, name }) => {
			const shown = toPlainText(value);
			return { name: name === undefined ? shown : `${toPlainText(name)} (${shown})`, value };
		});
}

export const SEVERITY_CHOICES: ListChoice[] = SEVERITIES.map((value) => {
	return { value, name: `${value.charAt(0)}${value.slice(1).toLowerCase()} and above` };
});

/** Offers the simplified columns, then the paths that events of the log have. */
export function offerColumns(recent?: RecentValues): ListChoice[] {
	const simplified = SIMPLIFIED_COLUMNS.map((name) => ({ name, value: name }));
	if (recent === undefined) return simplified;
	const names = new Set<string>(SIMPLIFIED_COLUMNS);
	const others = recent.paths
		// Names are read without blanks around them, and n8n takes an equals sign for the start of an expression.
		.filter(({ value }) => !names.has(value) && value === value.trim() && !isExpression(value))
		.map(({ value, eventCount }) => ({
			name: toPlainText(value),
			value,
			description: `In ${formatCount(eventCount)} of the last ${pluralize(recent.eventCount, 'event')}`,
		}));
	return [...simplified, ...others];
}
