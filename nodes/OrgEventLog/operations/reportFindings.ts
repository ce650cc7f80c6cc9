import type { EventLogClient } from '../api/client';
import { toOutcome } from '../errors/failure';
import type { ReportFindings } from '../output/manifest';
import type { ReadRequest } from '../parameters/parseReadOptions';
import { toIsoTime } from '../text/times';
import { askCount, readFewOrAskCount } from './count';
import type { Connection } from './operation';
import type { RangeReading } from './readEvents';

/** Reads what a manifest tells besides its file. */
export async function readReportFindings(
	{ client, workflow, execution }: Connection,
	request: ReadRequest,
	{ passedCount, malformed, logBeginsMs }: RangeReading,
): Promise<ReportFindings> {
	const { startMs } = request.range;
	const isKnown = startMs !== undefined && logBeginsMs !== undefined;
	return {
		passedCount,
		malformedRecords: { count: malformed.count, why: [...malformed.reasons] },
		logBegins: toIsoTime(logBeginsMs),
		coversStart: isKnown ? logBeginsMs <= startMs : null,
		serviceCount: await readServiceCount(client, request, passedCount),
		service: client.origin,
		workflow,
		execution,
	};
}

/** Asks Count for the same events; null if it can't choose them, can't be asked, or can't be relied on. */
async function readServiceCount(
	client: EventLogClient,
	request: ReadRequest,
	passedCount: number,
): Promise<number | null> {
	const { filters, passes, range, limit, nowMs } = request;
	if (passes !== undefined) return null;
	// Some services refuse a bound in the future.
	const bounds = (range.endMs ?? 0) < nowMs ? range : { startMs: range.startMs };
	const uncheckedCount = await toOutcome(askCount(client, filters, bounds));
	if ('failure' in uncheckedCount) return null;
	// Events that a limit has cut can't tell that a count is right.
	if (limit === undefined && uncheckedCount.value === passedCount) return passedCount;
	const checkedCount = await toOutcome(readFewOrAskCount(client, request));
	return 'value' in checkedCount && checkedCount.value?.isCapped === false
		? checkedCount.value.count
		: null;
}
