import { EARLIEST_PLAUSIBLE_MS } from '../api/createdAt';
import type { Order } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { Seen } from './orderedWalk';
import { type Window, oppositeOf } from './positions';
import type { ServedLog } from './servedLog';
import { reversedReader, unorderedReader } from './windowReaders';
import { type NextWindow, type WindowRead, EVENTS_PER_WINDOW, readWindows } from './windows';

/** A window has to fit into a page if no order is served, and the density is only an estimate. */
const SHARE_OF_PAGE = 0.6;

/** After a read that a quota has ended, a window is to hold less than that read, so that its proof comes in time. */
const SHARE_OF_READ = 0.75;

interface AgainstOrderOptions<Event extends TimedEvent> {
	readonly before?: Seen<Event>;
	readonly end: 'short' | 'confirmed';
	/** The profile keeps under this name where the next read goes on. */
	readonly goesOn?: 'nextWindow' | 'nextLateWindow';
}

/** Reads a window in an order that the service does not serve, window by window. @throws EventLogFailure */
export async function* readAgainstOrder<Event extends TimedEvent>(
	log: ServedLog<Event>,
	order: Order,
	window: Window,
	{ before, end, goesOn }: AgainstOrderOptions<Event>,
): AsyncGenerator<WindowRead<Event>, void> {
	const isNewestFirst = log.profile.order === 'newestFirst';
	const eventsWanted = (read = Infinity) =>
		Math.min(
			isNewestFirst ? EVENTS_PER_WINDOW : SHARE_OF_PAGE * log.pageLength,
			Math.max(1, Math.min(SHARE_OF_READ * read, read - log.pageLength / 2)),
		);
	const denseEnd = () => (order === 'ASC' ? log.denseEndMs : -EARLIEST_PLAUSIBLE_MS);
	const options = { order, eventsWanted, before, end };
	const isReversed = await log.serves(oppositeOf(order));
	const reader = isReversed ? reversedReader(log, options) : unorderedReader(log, options);
	const next = goesOn && {
		...log.profile[goesOn],
		noteNext: (noted: NextWindow) => log.noteNextWindow(goesOn, noted),
	};
	yield* readWindows({ ...{ window, eventsWanted, denseEnd }, ...next }, reader);
}
