import type { Source } from './event';
import { FILTER_NAMES, FILTERS } from './filters';
import type { EventFilters, Filter, FilterName, FilterTable, FilterTakes } from './filters';

type FilterTaking<Takes extends FilterTakes> = {
	[Name in FilterName]: FilterTable[Name]['takes'] extends Takes ? Name : never;
}[FilterName];

export function filtersTaking<Takes extends FilterTakes>(
	takes: Takes,
): ReadonlyArray<FilterTaking<Takes>> {
	return FILTER_NAMES.filter((name): name is FilterTaking<Takes> => FILTERS[name].takes === takes);
}

/** Each value leaves an event out by itself: the same fields as the filters', except a severity and times. */
export type ExcludedValues = Pick<EventFilters, ExcludeName>;
export type ExcludeName = FilterTaking<'one' | 'several'>;

export const EXCLUDE_NAMES: readonly ExcludeName[] = [
	...filtersTaking('one'),
	...filtersTaking('several'),
];

/** Only a value that events show themselves can leave them out. */
export function canExclude(name: ExcludeName): boolean {
	const filter: Filter = FILTERS[name];
	return filter.undocumented !== 'guessed';
}

export type ListedFilter = {
	[Name in FilterName]: FilterTable[Name] extends { readonly hasNoValueList: true } ? never : Name;
}[FilterName];

export function hasValueList(name: FilterName): name is ListedFilter {
	return !('hasNoValueList' in FILTERS[name]);
}

export const LISTED_FILTERS: readonly ListedFilter[] = FILTER_NAMES.filter(hasValueList);

export function triggerFiltersOf(source: Source): readonly FilterName[] {
	return FILTER_NAMES.filter((name) => {
		const filter: Filter = FILTERS[name];
		return filter.readValue && (source === 'list' || filter.undocumented === undefined);
	});
}

export function isSplitAtPunctuation(name: FilterName): boolean {
	return 'isSplitAtPunctuation' in FILTERS[name];
}
