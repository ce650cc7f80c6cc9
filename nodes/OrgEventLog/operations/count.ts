import { readSelection } from '../parameters/parseFilters';
import { readRequestOptions } from '../parameters/parseReadOptions';
import { readTimeRange } from '../parameters/parseTimeRange';
import { readSwitch } from '../parameters/switches';
import { explainNothingFound } from '../recentLog/explanations/nothingFound';
import { countByAsking, countByReading } from './countEvents';
import { hintOfCoverage, readCoverage } from './logBeginning';
import type { Operation } from './operation';
import { hintOfMalformed } from './readHints';

const CAPPED =
	"The service stopped counting, so there may be more events. Turn on 'Exact Count' to count them all";

const UNCHECKED =
	"The service's own number. It was not checked, because this credential may not use List. The service may count only up to some number";

/** How many events of a range match the filters: always one item, also for none. */
export const count: Operation = (parameters, nowMs) => {
	const selection = readSelection(parameters);
	const { filters, passes } = selection;
	const range = readTimeRange(parameters, nowMs);
	const { timeoutMs, firstPageSize, ...options } = readRequestOptions(parameters);
	const mustRead = readSwitch(parameters, 'exactCount') || passes !== undefined;
	const mustCover = readSwitch(parameters, 'requireWhole');
	const countEvents = mustRead ? countByReading : countByAsking;
	return {
		...{ timeoutMs, firstPageSize },
		maxParallelRequests: options.maxParallelRequests,
		run: async ({ client }) => {
			const request = { filters, passes, range, nowMs, ...options };
			const { count: events, capped, unchecked, leftOut } = await countEvents(client, request);
			const coverage = await readCoverage(client, range, { mustCover });
			const hints = [
				capped ? CAPPED : undefined,
				unchecked && UNCHECKED,
				leftOut && hintOfMalformed(leftOut),
				events === 0 ? await explainNothingFound(client, { ...selection, range }) : undefined,
				hintOfCoverage(coverage),
			].filter((hint) => hint !== undefined);
			return { items: [{ json: { count: events, ...(capped && { capped }) } }], hints };
		},
	};
};
