import { FEED_PATHS } from '../output/documentedPaths';
import { readListOptions, readOutput, readTimeRange } from '../parameters/parametersContext';
import { needsText, pagesAheadFor, toOutput } from './eventOutput';
import type { Operation } from './operation';
import { readEvents } from './readEvents';

const NOTHING_THERE = 'The feed holds no event in this time range';

/** The events of a range from the feed, in the order asked for whatever the feed does with it. */
export const feed: Operation = (parameters, itemIndex, nowMs) => {
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const options = readListOptions(parameters, itemIndex);
	const choice = readOutput(parameters, itemIndex);
	return {
		timeoutMs: options.timeoutMs,
		keepText: needsText(choice),
		run: async (client, files) => {
			const fetchPage = client.feedPage.bind(client);
			const events = readEvents({
				fetchPage,
				range,
				...options,
				maxPagesAhead: pagesAheadFor(choice),
				onThrottled: (narrow) => client.onThrottled(narrow),
			});
			const plan = { choice, range, filters: {}, order: options.order };
			const documented = { documentedPaths: FEED_PATHS, noteIfNone: NOTHING_THERE };
			return await toOutput(events, { ...plan, ...documented }, files);
		},
	};
};
