import { createListCheck } from '../api/filterMatcher';
import { LIST_PATHS } from '../output/documentedPaths';
import { readFilters } from '../parameters/readParameters';
import type { Operation } from './operation';
import { prepareRead } from './readOperation';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, nowMs) => {
	const filters = readFilters(parameters);
	return prepareRead(parameters, nowMs, {
		filters,
		passes: createListCheck(filters),
		orderIsReliable: true,
		documentedPaths: LIST_PATHS,
		fetchPage: (client) => async (request) => await client.listPage(filters, request),
	});
};
