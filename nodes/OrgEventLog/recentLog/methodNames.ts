import type { OfferedFilter } from '../api/filters';

/** By which the editor asks for the columns that can be chosen. */
export const COLUMNS_METHOD = 'getColumns';

/** By which the editor asks for the values of a filter. */
export function searchMethodOf(filter: OfferedFilter): string {
	return `search${filter.charAt(0).toUpperCase()}${filter.slice(1)}`;
}
