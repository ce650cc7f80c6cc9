import { createListCheck } from '../api/filterMatcher';
import { bothChecks } from '../api/presets';
import { LIST_PATHS } from '../output/fieldPaths';
import { readSelection } from '../parameters/parseFilters';
import type { Operation } from './operation';
import { prepareRead } from './readOperation';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, nowMs) => {
	const { filters, passes, ...selection } = readSelection(parameters);
	return prepareRead(parameters, nowMs, {
		operation: 'list',
		...selection,
		filters,
		passes: bothChecks(createListCheck(filters), passes),
		orderIsReliable: true,
		documentedPaths: LIST_PATHS,
		pageOf: async (client, request) => await client.listPage(filters, request),
	});
};
