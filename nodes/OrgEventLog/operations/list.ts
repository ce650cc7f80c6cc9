import { LIST_PATHS } from '../output/documentedPaths';
import {
	readFilters,
	readListOptions,
	readOutput,
	readTimeRange,
} from '../parameters/parametersContext';
import { createFilterCheck } from './eventSelection';
import { needsText, pagesAheadFor, toOutput } from './eventOutput';
import type { Operation } from './operation';
import { readEvents } from './readEvents';

const NOTHING_MATCHED =
	'No event matches. Check the time range and the filters: values are compared as the events have them, letter case included';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, itemIndex, nowMs) => {
	const filters = readFilters(parameters, itemIndex);
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const options = readListOptions(parameters, itemIndex);
	const choice = readOutput(parameters, itemIndex);
	return {
		timeoutMs: options.timeoutMs,
		keepText: needsText(choice),
		run: async (client, files) => {
			const events = readEvents({
				fetchPage: async (request) => await client.listPage(filters, request),
				range,
				...options,
				maxPagesAhead: pagesAheadFor(choice),
				onThrottled: (narrow) => client.onThrottled(narrow),
				orderIsReliable: true,
				passes: createFilterCheck(filters),
			});
			const plan = { choice, range, filters, order: options.order };
			const documented = { documentedPaths: LIST_PATHS, noteIfNone: NOTHING_MATCHED };
			return await toOutput(events, { ...plan, ...documented }, files);
		},
	};
};
