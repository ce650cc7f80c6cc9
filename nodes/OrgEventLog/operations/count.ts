import { parseReadRequest, parseAggregateOptions } from '../parameters/parseReadOptions';
import { readSwitch } from '../parameters/switches';
import { countByReading, readFewOrAskCount } from './countEvents';
import { readLogBeginning } from './readEvents';
import type { Operation } from './operation';
import { hintsOfReading } from './hints';

const CAPPED =
	"The service stopped counting, so there may be more events. Turn on 'Exact Count' to count them all";

/** Gives always one item, also for no event. */
export const count: Operation = async (parameters, nowMs, connect) => {
	const options = parseAggregateOptions(parameters);
	const request = parseReadRequest('list', parameters, nowMs, options);
	const mustRead = readSwitch(parameters, 'exactCount') || request.passes !== undefined;
	const { client } = await connect(request);
	const asked = mustRead ? undefined : await readFewOrAskCount(client, request);
	const counted = asked ?? (await countByReading(client, request));
	const { count: passedCount, isCapped, malformed } = counted;
	const logBeginsMs = await readLogBeginning(client, request);
	const hints = await hintsOfReading(client, request, { passedCount, malformed, logBeginsMs });
	return {
		items: [{ json: { count: passedCount, ...(isCapped && { capped: true }) } }],
		hints: isCapped ? [CAPPED, ...hints] : hints,
	};
};
