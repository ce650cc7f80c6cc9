import type { OddEntries } from '../api/oddEntries';
import type { EventLogClient } from '../api/client';
import { AS_SPECIFIED } from '../api/page';
import type { TimedEvent } from '../events/event';
import { outcomeOf } from '../errors/failure';
import type { ReportFindings } from '../output/manifest';
import { toIsoTime } from '../events/columns';
import type { Coverage } from './logBeginning';
import type { OperationMeans } from './operation';
import { type CountedRange, askCount, toCountBounds } from './serviceCount';

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
	return async (read) => {
		const { odd } = read;
		const { logBeginsMs, coversStart } = read.coverage;
		const serviceCount =
			counted === undefined ? null : await countAfterReading(client, counted, read);
		return {
			passed: read.passed,
			...(odd.count > 0 && { oddEntries: { count: odd.count, why: [...odd.oddities] } }),
			logBegins: toIsoTime(logBeginsMs),
			coversStart: coversStart ?? null,
			serviceCount,
			...(before !== undefined && { serviceCountBefore: serviceCount === null ? null : before }),
			service: client.origin,
			workflow,
			execution,
		};
	};
}

type CountSource = Pick<EventLogClient, 'count'>;

const BOTH_INCLUDED = { after: true, before: true };

/** What Count says before anything is known of how it reads bounds; null where that makes a difference. */
async function countBeforeReading(
	source: CountSource,
	{ filters, range }: CountedRange,
): Promise<number | null> {
	const isOpen = range.startMs === undefined && range.endMs === undefined;
	const includes = isOpen ? [AS_SPECIFIED] : [AS_SPECIFIED, BOTH_INCLUDED];
	const readings = includes.map((include) => toCountBounds(range, include));
	const counts = Promise.all(readings.map(async (bounds) => await source.count(filters, bounds)));
	const outcome = await outcomeOf(counts);
	if (!('value' in outcome)) return null;
	const [one = null, ...others] = outcome.value;
	return others.every((other) => other === one) ? one : null;
}

/** What Count says, by its own reading of bounds; null where it can't be asked or may have stopped counting. */
async function countAfterReading(
	source: CountSource,
	counted: CountedRange,
	{ passed, isAll, ends }: ReadReport,
): Promise<number | null> {
	if (ends.length === 0) return await countBeforeReading(source, counted);
	const newestFirst = [...ends].sort((one, other) => other.createdAtMs - one.createdAtMs);
	const asked = askCount(source, counted, newestFirst, isAll ? passed : undefined);
	const outcome = await outcomeOf(asked);
	return 'value' in outcome && outcome.value?.capped === false ? outcome.value.count : null;
}
