import { parseSelection } from '../parameters/parseSelection';
import { parseRequestOptions } from '../parameters/parseReadOptions';
import { parseTimeRange } from '../parameters/parseTimeRange';
import { readSwitch } from '../parameters/switches';
import { explainNothingFound } from '../recentLog/nothingFound';
import { countByService, countByReading } from './countEvents';
import { readLogBeginning } from './logBeginning';
import type { Operation } from './operation';
import { hintOfBeginning, hintOfMalformed } from './hints';

const CAPPED =
	"The service stopped counting, so there may be more events. Turn on 'Exact Count' to count them all";

/** Gives always one item, also for no event. */
export const count: Operation = (parameters, nowMs) => {
	const selection = parseSelection(parameters);
	const range = parseTimeRange(parameters, nowMs);
	const { pageSize, ...settings } = parseRequestOptions(parameters);
	const { maxParallelRequests } = settings;
	const source = 'list';
	const request = { source, ...selection, range, nowMs, pageSize, maxParallelRequests } as const;
	const isWholeRequired = readSwitch(parameters, 'requireWhole');
	const mustRead = readSwitch(parameters, 'exactCount') || selection.passes !== undefined;
	const countEvents = mustRead ? countByReading : countByService;
	return {
		settings,
		run: async ({ client }) => {
			const { count: events, isCapped, malformed } = await countEvents(client, request);
			const logBeginsMs = await readLogBeginning(client, { range, isWholeRequired });
			const hints = [
				isCapped ? CAPPED : undefined,
				malformed && hintOfMalformed(malformed),
				events === 0 ? await explainNothingFound(client, request) : undefined,
				hintOfBeginning(range, logBeginsMs),
			].filter((hint) => hint !== undefined);
			return { items: [{ json: { count: events, ...(isCapped && { capped: true }) } }], hints };
		},
	};
};
