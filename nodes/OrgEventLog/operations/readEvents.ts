import type { LoggedEvent } from '../api/event';
import { walkEvents, type WalkOptions } from '../reading/walk';
import { selectEvents, type EventSelection } from './eventSelection';

/** What an operation reads: pages of List or Feed, a range, and which events of it. */
export type EventReading = Omit<WalkOptions, 'wanted'> & EventSelection;

/** Where events may have to be dropped, so many are asked for at once at the least. */
const LEAST_PAGE_TO_CHECK = 100;

/** The events that are asked for, in their order, batch by batch. @throws where one is missing */
export function readEvents({
	passes,
	skip = 0,
	limit = Infinity,
	...walk
}: EventReading): AsyncGenerator<readonly LoggedEvent[]> {
	const wanted = skip + limit;
	// The walk can't know how many events it takes until enough of them have passed.
	const events = walkEvents(
		passes === undefined
			? { ...walk, wanted }
			: { ...walk, pageSize: Math.min(walk.pageSize, Math.max(wanted, LEAST_PAGE_TO_CHECK)) },
	);
	return selectEvents(events, { passes, skip, limit });
}
