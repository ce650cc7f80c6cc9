import type { MalformedRecords } from '../api/malformedRecords';
import { outcomeOf } from '../errors/failure';
import type { ReportFindings } from '../output/manifest';
import { toIsoTime } from '../events/columns';
import type { Coverage } from './logBeginning';
import type { OperationMeans } from './operation';
import { type CountedRange, areEdgesClear, askCount } from './serviceCount';

type Means = Pick<OperationMeans, 'client' | 'workflow' | 'execution'>;

/** What was read, and what is known of it. */
export interface ReadReport {
	/** How many events passed. */
	readonly passed: number;
	/** What was left out. */
	readonly malformed: MalformedRecords;
	readonly coverage: Coverage;
}

/**
 * Finds out what a manifest says beside its file.
 *
 * @param counted what the service alone can choose; undefined where it can't
 */
export async function findOut(
	{ client, workflow, execution }: Means,
	counted: CountedRange | undefined,
	read: ReadReport,
): Promise<ReportFindings> {
	const { passed, malformed, coverage } = read;
	return {
		passed,
		malformedRecords: { count: malformed.count, why: [...malformed.reasons] },
		logBegins: toIsoTime(coverage.logBeginsMs),
		coversStart: coverage.coversStart ?? null,
		serviceCount: counted === undefined ? null : await countAfterReading(client, counted, read),
		service: client.origin,
		workflow,
		execution,
	};
}

/** What Count says; null where it can't be asked, has stopped counting, or its bounds make a difference. */
async function countAfterReading(
	source: Means['client'],
	counted: CountedRange,
	{ passed }: ReadReport,
): Promise<number | null> {
	const asked = await outcomeOf(askCount(source, counted));
	if ('failure' in asked || asked.value < passed) return null;
	if (asked.value === passed) return passed;
	const clear = await outcomeOf(areEdgesClear(source, counted));
	return 'value' in clear && clear.value ? asked.value : null;
}
