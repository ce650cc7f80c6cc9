import { FILTER_NAMES, FILTERS, type EventFilters } from './filters';

/** Gives the API's query parameters for the filters: several values joined by `|`, integers exact. */
export function toFilterQuery(filters: EventFilters): Readonly<Record<string, string>> {
	const query: Record<string, string> = {};
	for (const name of FILTER_NAMES) {
		const filter = FILTERS[name];
		const value = filters[name];
		if (value === undefined || !('parameter' in filter)) continue;
		const text = typeof value === 'object' ? value.join('|') : value.toString();
		if (text !== '') query[filter.parameter] = text;
	}
	return query;
}
