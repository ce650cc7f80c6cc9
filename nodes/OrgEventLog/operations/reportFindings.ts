import type { MalformedRecords } from '../api/malformedRecords';
import { outcomeOf } from '../errors/failure';
import type { ReportFindings } from '../output/manifest';
import { toIsoTime } from '../events/columns';
import type { Coverage } from './logBeginning';
import type { OperationMeans } from './operation';
import { type CountRequest, countChecked } from './countEvents';
import { askCount } from './serviceCount';

type Means = Pick<OperationMeans, 'client' | 'workflow' | 'execution'>;

/** What was read, and what is known of it. */
export interface ReadReport {
	/** How many events passed. */
	readonly passed: number;
	/** Whether these are all that there are. */
	readonly isAll: boolean;
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
	counted: CountRequest | undefined,
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
	counted: CountRequest,
	{ passed, isAll }: ReadReport,
): Promise<number | null> {
	const asked = await outcomeOf(askCount(source, counted));
	if ('failure' in asked) return null;
	// Where it is not all there is, what was read can't tell that a count is right.
	if (isAll && asked.value === passed) return passed;
	const checked = await outcomeOf(countChecked(source, counted));
	return 'value' in checked && checked.value?.capped === false ? checked.value.count : null;
}
