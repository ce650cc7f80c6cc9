import { createListCheck } from '../api/filterMatcher';
import { bothChecks, withPreset } from '../api/presets';
import { LIST_PATHS } from '../output/documentedPaths';
import { readFilters, readPreset } from '../parameters/readParameters';
import type { Operation } from './operation';
import { prepareRead } from './readOperation';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, nowMs) => {
	const preset = readPreset(parameters);
	const { filters, passes } = withPreset(preset, readFilters(parameters));
	return prepareRead(parameters, nowMs, {
		preset,
		filters,
		passes: bothChecks(createListCheck(filters), passes),
		orderIsReliable: true,
		documentedPaths: LIST_PATHS,
		pageOf: async (pages, request) => await pages.listPage(filters, request),
	});
};
