import {
	readFilters,
	readRequestOptions,
	readSwitch,
	readTimeRange,
} from '../parameters/parametersContext';
import { countByAsking, countByReading } from './countEvents';
import type { Operation } from './operation';

const CAPPED =
	"The service stopped counting, so that there may be more events. Turn on 'Exact Count' to count them all";

/** How many events of a range match the filters: always one item, also for none. */
export const count: Operation = (parameters, itemIndex, nowMs) => {
	const filters = readFilters(parameters, itemIndex);
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const { timeoutMs, ...options } = readRequestOptions(parameters, itemIndex);
	const isExact = readSwitch(parameters, 'exactCount', itemIndex, false);
	const countEvents = isExact ? countByReading : countByAsking;
	return {
		timeoutMs,
		run: async (client) => {
			const { count: events, capped } = await countEvents(client, {
				filters,
				range,
				...options,
			});
			if (!capped) return { items: [{ json: { count: events } }] };
			return { items: [{ json: { count: events, capped } }], note: CAPPED };
		},
	};
};
