import {
	readFilters,
	readListOptions,
	readSwitch,
	readTimeRange,
} from '../parameters/parametersContext';
import { createFilterCheck } from './eventSelection';
import { toEventItems } from './eventOutput';
import type { Operation } from './operation';
import { readEvents } from './readEvents';

const NOTHING_MATCHED =
	'No event matches. Check the time range and the filters: values are compared as the events have them, letter case included';

/** The events of a range that match the filters. */
export const list: Operation = (parameters, itemIndex, nowMs) => {
	const filters = readFilters(parameters, itemIndex);
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const options = readListOptions(parameters, itemIndex);
	const simplified = readSwitch(parameters, 'simplify', itemIndex, true);
	return {
		timeoutMs: options.timeoutMs,
		run: async (client) => {
			const events = readEvents({
				fetchPage: async (request) => await client.listPage(filters, request),
				range,
				...options,
				orderIsReliable: true,
				passes: createFilterCheck(filters),
			});
			return await toEventItems(events, simplified, NOTHING_MATCHED);
		},
	};
};
