import { FEED_PATHS } from '../output/documentedPaths';
import { readListOptions, readOutput, readTimeRange } from '../parameters/parametersContext';
import { createOutput } from './createOutput';
import type { Operation } from './operation';
import { readEvents } from './readEvents';

const NOTHING_THERE = 'The feed holds no event in this time range';

/** The events of a range from the feed, in the order asked for whatever the feed does with it. */
export const feed: Operation = (parameters, itemIndex, nowMs) => {
	const range = readTimeRange(parameters, itemIndex, nowMs);
	const options = readListOptions(parameters, itemIndex);
	const output = createOutput(readOutput(parameters, itemIndex), {
		range,
		filters: {},
		order: options.order,
		documentedPaths: FEED_PATHS,
		someMayBeDropped: false,
		noteIfNone: NOTHING_THERE,
	});
	return {
		timeoutMs: options.timeoutMs,
		keepText: output.needsText,
		run: async (client, files) => {
			const events = readEvents({
				...options,
				range,
				fetchPage: output.lighten((request) => client.feedPage(request)),
				maxPagesAhead: output.maxPagesAhead,
				onThrottled: (narrow) => client.onThrottled(narrow),
			});
			return await output.write(events, files);
		},
	};
};
