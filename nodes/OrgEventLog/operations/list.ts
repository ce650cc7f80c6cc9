import { LIST_PATHS } from '../output/documentedPaths';
import {
	readFilters,
	readListOptions,
	readOutput,
	readTimeRange,
} from '../parameters/parametersContext';
import { createOutput } from './createOutput';
import { createFilterCheck } from './eventSelection';
import type { Operation } from './operation';
import { readEvents } from './readEvents';

const NOTHING_MATCHED =
	'No event matches. Check the time range and the filters: values are compared as the events have them, letter case included';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, itemIndex, nowMs) => {
	const filters = readFilters(parameters, itemIndex);
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const options = readListOptions(parameters, itemIndex);
	const passes = createFilterCheck(filters);
	const output = createOutput(readOutput(parameters, itemIndex), {
		range,
		filters,
		order: options.order,
		documentedPaths: LIST_PATHS,
		someMayBeDropped: passes !== undefined,
		noteIfNone: NOTHING_MATCHED,
	});
	return {
		timeoutMs: options.timeoutMs,
		keepText: output.needsText,
		run: async (client, files) => {
			const events = readEvents({
				...options,
				range,
				fetchPage: output.lighten((request) => client.listPage(filters, request)),
				orderIsReliable: true,
				maxPagesAhead: output.maxPagesAhead,
				onThrottled: (narrow) => client.onThrottled(narrow),
				passes,
			});
			return await output.write(events, files);
		},
	};
};
