import type { TimedEvent } from '../events/event';
import type { LogSource, Order } from '../api/page';
import { SlicePlan } from './slicePlan';
import { SliceReader } from './sliceReader';
import { Walk, type WalkOptions, type WindowSource, partsOf } from './walk';
import { type Window, windowOfRange } from './window';
import { provenPage, readPage } from './windowPage';
import { WindowRequests } from './windowRequests';

export interface SlicedReadOptions extends Pick<WalkOptions, 'order' | 'range'> {
	readonly maxParallelRequests: number;
	/** How many events may be read ahead of those that are handed over; any number unless given. */
	readonly maxEventsAhead?: number;
}

/**
 * The same events in the same order as `walkEvents`, read in parallel slices of the range. A log that
 * fits into one page costs no extra request. If the far end of the range can't be found, the range is
 * walked instead. If the range is open at its far end, the log is read as it is now.
 *
 * @throws what the walk throws; the other slices then stop
 */
export async function* readInSlices<Event extends TimedEvent>(
	source: LogSource<Event>,
	options: SlicedReadOptions,
): AsyncGenerator<readonly Event[]> {
	const { order, range } = options;
	const requests = new WindowRequests(source.fetchPage, order);
	const windows = { ...source, requests };
	const { batch, rest } = await readBeginning(
		source,
		options,
		windows,
		windowOfRange(range, order),
	);
	if (batch.length > 0) yield batch;
	yield* rest;
}

/** The first events, and what reads the others. */
interface Beginning<Event extends TimedEvent> {
	readonly batch: readonly Event[];
	readonly rest: AsyncIterable<readonly Event[]>;
}

async function readBeginning<Event extends TimedEvent>(
	source: LogSource<Event>,
	options: SlicedReadOptions,
	windows: WindowSource<Event>,
	window: Window,
): Promise<Beginning<Event>> {
	const { pageSize, orderIsReliable } = source;
	const { requests } = windows;
	const { order } = requests;
	const { maxParallelRequests, maxEventsAhead } = options;
	const readFirst = async () => await readPage(requests, window, pageSize, pageSize);
	const findEnd = async () => await findFarEnd(source, order, window);
	// Asked for beside the page, what is newest and only sorted as asked would pass for the far end of a
	// log that grows by a page before that is answered.
	const [received, end] = orderIsReliable
		? await Promise.all([readFirst(), findEnd()])
		: [await readFirst(), await findEnd()];
	// A service that takes the same events for either order has shown none from after the page.
	const isFollowed = end !== undefined && end.nextToLast > received.last;
	const keepsOrder =
		orderIsReliable || (isFollowed && (await beginsAt(requests, window, received.first)));
	const { page, extent } = await provenPage(received, { orderIsReliable: keepsOrder, isFollowed });
	if (extent !== 'near' || !isFollowed || !keepsOrder) {
		return { batch: [], rest: new Walk(windows, await partsOf(windows, page, extent)) };
	}
	const { first, last, events } = page;
	// The oldest event may be deleted before it is read: logs at their retention limit lose one for each new one.
	const staysAtEnd = order === 'ASC';
	const isAloneAtEnd = staysAtEnd && orderIsReliable && end.nextToLast < end.last;
	const plan = new SlicePlan<Event>({
		window: {
			...{ from: last, to: end.last, holdsEvents: staysAtEnd },
			beginsWith: page.idsAt(last),
			endsWith: isAloneAtEnd ? new Set([end.lastId]) : undefined,
		},
		pageLength: () => requests.traits.longestPage,
		eventsPerSlice: maxEventsAhead && maxEventsAhead / 2,
		density: events.length / (last - first + 1),
	});
	const inOrder = { ...windows, orderIsReliable: true, endIsSeen: true };
	const reader = new SliceReader(inOrder, plan, maxParallelRequests, maxEventsAhead);
	return { batch: events, rest: reader.read() };
}

/** Whether a page of one event, too, begins where a page began that others were then seen to follow. */
async function beginsAt<Event extends TimedEvent>(
	requests: WindowRequests<Event>,
	window: Window,
	position: number,
): Promise<boolean> {
	const page = await requests.fetch(requests.boundsOf(window), 0, 1);
	return page.events.some((event) => requests.positionOf(event) <= position);
}

/** Positions of the last two events of a window, the same one twice where only one was seen. */
interface FarEnd {
	readonly nextToLast: number;
	readonly last: number;
	readonly lastId: string;
}

/** The far end of the window, as far as one request in the opposite order tells. */
async function findFarEnd<Event extends TimedEvent>(
	{ fetchPage }: LogSource<Event>,
	order: Order,
	window: Window,
): Promise<FarEnd | undefined> {
	const requests = new WindowRequests(fetchPage, order === 'ASC' ? 'DESC' : 'ASC');
	const opposite = { from: -window.to, to: -window.from };
	const { events } = await readPage(requests, opposite, 2, 2);
	const [last, nextToLast = last] = events;
	if (last === undefined || nextToLast === undefined) return undefined;
	return {
		nextToLast: -requests.positionOf(nextToLast),
		last: -requests.positionOf(last),
		lastId: last.id,
	};
}
