import type { EventLogClient } from '../api/client';
import { toOutcome } from '../errors/outcome';
import { toIsoTime } from '../text/times';
import type { ReportFindings } from '../output/manifest';
import { readFewOrAskCount } from './countEvents';
import type { OperationDependencies } from './operation';
import type { RangeReading, RangeRequest } from './rangeReading';
import { askCount } from './serviceCount';

/** Reads what a manifest tells besides its file. */
export async function readReportFindings(
	{ client, workflow, execution }: OperationDependencies,
	request: RangeRequest,
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
	request: RangeRequest,
	passedCount: number,
): Promise<number | null> {
	if (request.passes !== undefined) return null;
	const uncheckedCount = await toOutcome(askCount(client, request));
	if ('failure' in uncheckedCount) return null;
	// Events that a limit has cut can't tell that a count is right.
	if (request.limit === undefined && uncheckedCount.value === passedCount) return passedCount;
	const checkedCount = await toOutcome(readFewOrAskCount(client, request));
	return 'value' in checkedCount && checkedCount.value?.isCapped === false
		? checkedCount.value.count
		: null;
}
