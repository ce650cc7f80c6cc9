import type { LoggedEvent } from '../api/event';
import { readInSlices, type SlicedReadOptions } from '../reading/slices';
import { walkEvents } from '../reading/walk';
import { selectEvents, type EventSelection } from './eventSelection';

/** What an operation reads: pages of List or Feed, a range, and which events of it. */
export type EventReading = SlicedReadOptions & EventSelection;

/** Where events may have to be dropped, so many are asked for at once at the least. */
const LEAST_PAGE_TO_CHECK = 100;

/**
 * The events that are asked for, in their order, batch by batch; in parallel where all are wanted.
 * @throws where one is missing
 */
export function readEvents({
	passes,
	skip = 0,
	limit,
	...reading
}: EventReading): AsyncGenerator<readonly LoggedEvent[]> {
	const events =
		limit === undefined ? readAll(reading) : readSome(reading, skip + limit, passes !== undefined);
	return selectEvents(events, { passes, skip, limit });
}

function readAll(reading: SlicedReadOptions): AsyncGenerator<readonly LoggedEvent[]> {
	return reading.maxParallelRequests === 1 ? walkEvents(reading) : readInSlices(reading);
}

/** Where some may be dropped, the walk can't know how many it takes until enough have passed. */
function readSome(
	reading: SlicedReadOptions,
	wanted: number,
	someMayBeDropped: boolean,
): AsyncGenerator<readonly LoggedEvent[]> {
	if (!someMayBeDropped) return walkEvents({ ...reading, wanted });
	const pageSize = Math.min(reading.pageSize, Math.max(wanted, LEAST_PAGE_TO_CHECK));
	return walkEvents({ ...reading, pageSize });
}
