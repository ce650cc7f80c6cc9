import type { OddEntries } from '../api/oddEntries';
import type { TimedEvent } from '../api/page';
import type { ReportFindings } from '../output/manifest';
import { toIsoTime } from '../output/columns';
import type { Coverage } from './logBeginning';
import type { OperationMeans } from './operation';
import { type CountedRange, countAfterReading, countBeforeReading } from './serviceCount';

type Means = Pick<OperationMeans, 'client' | 'workflow' | 'execution'>;

/** For so long after its end a range may still grow: as late as the trigger's window at most expects events. */
const GROWS_FOR_MS = 60 * 60_000;

/** What was read, and what is known of it. */
export interface ReadReport {
	/** How many events passed. */
	readonly passed: number;
	/** Whether these are all that there are. */
	readonly isAll: boolean;
	/** The first and the last event of the file. */
	readonly ends: readonly TimedEvent[];
	/** What was left out. */
	readonly odd: OddEntries;
	readonly coverage: Coverage;
}

/**
 * Begins to find out what a manifest says beside its file: what Count says is asked before the reading,
 * too, where events may be added meanwhile.
 *
 * @param counted what the service alone can choose; undefined where it can't
 */
export async function beginFindings(
	{ client, workflow, execution }: Means,
	counted: CountedRange | undefined,
): Promise<(read: ReadReport) => Promise<ReportFindings>> {
	const { endMs = Infinity } = counted?.range ?? {};
	const before =
		counted !== undefined && endMs > Date.now() - GROWS_FOR_MS
			? await countBeforeReading(client, counted)
			: undefined;
	return async ({ passed, isAll, ends, odd, coverage: { logBeginsMs, coversStart } }) => {
		const known = [...ends].sort((one, other) => other.createdAtMs - one.createdAtMs);
		const read = { events: passed, isAll, known };
		const serviceCount =
			counted === undefined ? null : await countAfterReading(client, counted, read);
		return {
			passed,
			...(odd.count > 0 && { oddEntries: { count: odd.count, why: [...odd.oddities] } }),
			logBegins: logBeginsMs === undefined ? null : toIsoTime(logBeginsMs),
			coversStart: coversStart ?? null,
			serviceCount,
			...(before !== undefined && { serviceCountBefore: serviceCount === null ? null : before }),
			service: client.origin,
			workflow,
			execution,
		};
	};
}
