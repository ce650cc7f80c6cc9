import type { EventLogClient } from '../api/client';
import type { EventFilters } from '../api/filters';
import type { TimeRange, TimedEvent } from '../api/page';
import { outcomeOf } from '../errors/failure';
import { AS_SPECIFIED, findCountConventions, toCountBounds } from './countConventions';
import { countAndCheckSum } from './countEvents';

type CountSource = Pick<EventLogClient, 'count'>;

/** What the service alone can choose. */
export interface CountedRange {
	readonly filters: EventFilters;
	readonly range: TimeRange;
}

/** What was read of it. */
export interface ReadRange {
	readonly events: number;
	/** Whether that is all there is. */
	readonly isAll: boolean;
	/** Some of the events, the first one to be asked about first. */
	readonly known: readonly TimedEvent[];
}

const BOTH_INCLUDED = { after: true, before: true };

/** What Count says before anything is known of how it reads bounds; null where that makes a difference. */
export async function countBeforeReading(
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
export async function countAfterReading(
	source: CountSource,
	counted: CountedRange,
	read: ReadRange,
): Promise<number | null> {
	if (read.known.length === 0) return await countBeforeReading(source, counted);
	const outcome = await outcomeOf(countWith(source, counted, read));
	return 'value' in outcome ? outcome.value : null;
}

async function countWith(
	source: CountSource,
	counted: CountedRange,
	{ events, isAll, known }: ReadRange,
): Promise<number | null> {
	const { filters, range } = counted;
	for (const { id, createdAtMs } of known) {
		const event = { id, createdAtMs, fields: {} };
		const { countsEvent, boundsInclude } = await findCountConventions(source.count, {}, event);
		if (!countsEvent) continue;
		const said = await source.count(filters, toCountBounds(range, boundsInclude));
		if (isAll && said >= events) return said;
		const checked = await countAndCheckSum(source, counted, boundsInclude, event);
		return checked?.capped === false ? checked.count : null;
	}
	return null;
}
