import type { MalformedRecords } from '../api/malformedRecords';
import { AS_SPECIFIED } from '../api/page';
import type { TimedEvent } from '../events/event';
import { outcomeOf } from '../errors/failure';
import type { ReportFindings } from '../output/manifest';
import { toIsoTime } from '../events/columns';
import type { Coverage } from './logBeginning';
import type { OperationMeans } from './operation';
import { type CountedRange, askCount, toCountBounds } from './serviceCount';

type Means = Pick<OperationMeans, 'client' | 'workflow' | 'execution'>;

/** What was read, and what is known of it. */
export interface ReadReport {
	/** How many events passed. */
	readonly passed: number;
	/** Whether these are all that there are. */
	readonly isAll: boolean;
	/** The first and the last event of the file. */
	readonly ends: readonly TimedEvent[];
	/** What was left out. */
	readonly odd: MalformedRecords;
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
	const { passed, odd, coverage } = read;
	return {
		passed,
		...(odd.count > 0 && { malformedRecords: { count: odd.count, why: [...odd.reasons] } }),
		logBegins: toIsoTime(coverage.logBeginsMs),
		coversStart: coverage.coversStart ?? null,
		serviceCount: counted === undefined ? null : await countAfterReading(client, counted, read),
		service: client.origin,
		workflow,
		execution,
	};
}

/** What Count says, by its own reading of bounds; null where it can't be asked or may have stopped counting. */
async function countAfterReading(
	source: Means['client'],
	counted: CountedRange,
	{ passed, isAll, ends: [known] }: ReadReport,
): Promise<number | null> {
	const { filters, range } = counted;
	if (known === undefined) {
		// Nothing tells how it reads bounds; a 0 is right either way.
		const said = await outcomeOf(source.count(filters, toCountBounds(range, AS_SPECIFIED)));
		return 'value' in said && said.value === 0 ? 0 : null;
	}
	const asked = await outcomeOf(askCount(source, counted, known, isAll ? passed : undefined));
	return 'value' in asked && asked.value?.capped === false ? asked.value.count : null;
}
