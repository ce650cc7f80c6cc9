import type { LoggedEvent } from '../api/event';
import { walkEvents, type WalkOptions } from '../reading/walk';
import { selectEvents, type EventSelection } from './eventSelection';

/** What an operation reads: pages of List or Feed, a range, and which events of it. */
export type EventReading = Omit<WalkOptions, 'wanted'> & EventSelection;

/** The events that are asked for, in their order, batch by batch. @throws where one is missing */
export function readEvents({
	passes,
	skip = 0,
	limit,
	...walk
}: EventReading): AsyncGenerator<readonly LoggedEvent[]> {
	const wanted = limit === undefined ? undefined : skip + limit;
	return selectEvents(walkEvents({ ...walk, wanted }), { passes, skip, limit });
}
