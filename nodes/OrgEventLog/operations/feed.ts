import { FEED_PATHS } from '../output/fieldPaths';
import type { Operation } from './operation';
import { prepareRead } from './readOperation';

/** The events of a range from the feed, in the order asked for whatever the feed does with it. */
export const feed: Operation = (parameters, nowMs) =>
	prepareRead(parameters, nowMs, {
		operation: 'feed',
		preset: 'none',
		filters: {},
		exclude: {},
		orderIsReliable: false,
		documentedPaths: FEED_PATHS,
		pageOf: async (client, request) => await client.feedPage(request),
	});
