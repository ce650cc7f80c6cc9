import { withPreset } from '../api/presets';
import {
	readExactCount,
	readFilters,
	readPreset,
	readRequestOptions,
	readTimeRange,
} from '../parameters/readParameters';
import { explainNothingFound } from '../recentLog/nothingFound';
import { countByAsking, countByReading } from './countEvents';
import type { Operation } from './operation';

const CAPPED =
	"The service stopped counting, so there may be more events. Turn on 'Exact Count' to count them all";

/** How many events of a range match the filters: always one item, also for none. */
export const count: Operation = (parameters, nowMs) => {
	const preset = readPreset(parameters);
	const { filters, passes } = withPreset(preset, readFilters(parameters));
	const range = readTimeRange(parameters, nowMs);
	const { timeoutMs, ...options } = readRequestOptions(parameters);
	const mustRead = readExactCount(parameters) || passes !== undefined;
	const countEvents = mustRead ? countByReading : countByAsking;
	return {
		timeoutMs,
		maxParallelRequests: options.maxParallelRequests,
		run: async (client) => {
			const request = { filters, passes, range, ...options };
			const { count: events, capped } = await countEvents(client, request);
			if (capped) return { items: [{ json: { count: events, capped } }], hints: [CAPPED] };
			const hints =
				events === 0 ? [await explainNothingFound(client, { preset, filters, range })] : [];
			return { items: [{ json: { count: events } }], hints };
		},
	};
};
