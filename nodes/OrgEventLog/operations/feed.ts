import { readListOptions, readSwitch, readTimeRange } from '../parameters/parametersContext';
import { toEventItems } from './eventOutput';
import type { Operation } from './operation';
import { readEvents } from './readEvents';

const NOTHING_THERE = 'The feed holds no event in this time range';

/** The events of a range from the feed, in the order asked for whatever the feed does with it. */
export const feed: Operation = (parameters, itemIndex, nowMs) => {
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const options = readListOptions(parameters, itemIndex);
	const simplified = readSwitch(parameters, 'simplify', itemIndex, true);
	return {
		timeoutMs: options.timeoutMs,
		run: async (client) => {
			const fetchPage = client.feedPage.bind(client);
			const events = readEvents({ fetchPage, range, ...options });
			return await toEventItems(events, simplified, NOTHING_THERE);
		},
	};
};
