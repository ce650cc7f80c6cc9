import type { LogSource, Order, TimedEvent } from '../api/page';
import { SlicePlan } from './slicePlan';
import { SliceReader } from './sliceReader';
import { type WalkOptions, walkEvents } from './walk';
import { type Window, holds, positionOf, windowOfRange } from './window';
import { WindowReader } from './windowReader';
import { type ServiceTraits, WindowRequests, unknownTraits } from './windowRequests';

export interface SlicedReadOptions extends Pick<WalkOptions, 'order' | 'range'> {
	readonly maxParallelRequests: number;
	/** How many pages may be read ahead of the one that is handed over; any number unless given. */
	readonly maxPagesAhead?: number;
}

/**
 * The same events in the same order as `walkEvents`, read in parallel slices of the range. A log
 * that fits into a page costs no more requests, and where the far end of the range can't be told
 * it is walked instead. With a range that is open at its far end, the log is read as it is now.
 *
 * @throws what the walk throws; the other slices then stop
 */
export async function* readInSlices<Event extends TimedEvent>(
	source: LogSource<Event>,
	options: SlicedReadOptions,
): AsyncGenerator<readonly Event[]> {
	const { order, range, maxParallelRequests, maxPagesAhead } = options;
	const traits = unknownTraits();
	const { batch, rest } = await readBeginning(source, options, traits);
	if (batch.length > 0) yield batch;
	if (rest === 'nothing') return;
	if (rest instanceof SlicePlan) {
		const reading = { order, traits, maxParallelRequests, maxPagesAhead };
		yield* new SliceReader(source, rest, reading).read();
		return;
	}
	// What the first page has shown of the service may be wrong if the log grew meanwhile.
	yield* walkEvents(source, { order, range, holdsEvents: rest.holdsEvents });
}

/** What the first page and a look at the far end give of the log, and how the rest is to be read. */
interface Beginning<Event extends TimedEvent> {
	readonly batch: readonly Event[];
	readonly rest: 'nothing' | SlicePlan<Event> | { readonly holdsEvents: boolean };
}

async function readBeginning<Event extends TimedEvent>(
	source: LogSource<Event>,
	{ order, range, maxParallelRequests, maxPagesAhead }: SlicedReadOptions,
	traits: ServiceTraits,
): Promise<Beginning<Event>> {
	const { pageSize } = source;
	const window = windowOfRange(range, order);
	const readPage = async () =>
		await new WindowReader(source, order, traits).readPage(window, pageSize);
	const findEnd = async () => {
		const found = await findFarEnd(source, order, window);
		traits.farthest = Math.max(traits.farthest, found?.last ?? -Infinity);
		return found;
	};
	// Asked for beside the page, what is newest and only sorted as asked would pass for the far end of a
	// log that grows by a page before that is answered.
	const [page, end] = source.orderIsReliable
		? await Promise.all([readPage(), findEnd()])
		: [await readPage(), await findEnd()];
	if (page.extent === 'whole') return { batch: page.events, rest: 'nothing' };
	const positions = page.events.map((event) => positionOf(event, order));
	const [first = 0, reached = 0] = [positions[0], positions[positions.length - 1]];
	// A service that takes the same events for either order has shown none from after the page.
	if (page.extent !== 'near' || end === undefined || end.nextToLast <= reached) {
		return { batch: [], rest: { holdsEvents: page.events.length > 0 } };
	}
	if (source.orderIsReliable && end.nextToLast < end.last) traits.loneEnd = end.last;
	const plan = new SlicePlan<Event>({
		window: { from: reached, to: end.last },
		workers: maxParallelRequests,
		pageSize,
		eventsPerSlice: maxPagesAhead === undefined ? undefined : (maxPagesAhead * pageSize) / 2,
		density: positions.length / (reached - first + 1),
	});
	const before = page.events.filter((_, index) => positions[index] !== reached);
	return { batch: before, rest: plan };
}

/** Positions of the last two events of a window, the same one twice where only one was seen. */
interface FarEnd {
	readonly nextToLast: number;
	readonly last: number;
}

/** The far end of the window, as far as one request in the opposite order tells. */
async function findFarEnd<Event extends TimedEvent>(
	{ fetchPage }: LogSource<Event>,
	order: Order,
	window: Window,
): Promise<FarEnd | undefined> {
	const oppositeOrder: Order = order === 'ASC' ? 'DESC' : 'ASC';
	const opposite = { from: -window.to, to: -window.from };
	const requests = new WindowRequests(fetchPage, oppositeOrder);
	const page = await requests.fetch(requests.boundsOf(opposite), 0, 2);
	const inside = positionsInside(window, order, page.events);
	if (inside.length > 0 || page.events.length === 0) return toFarEnd(inside);
	const source = { fetchPage, pageSize: 1, orderIsReliable: false };
	const reader = new WindowReader(source, oppositeOrder, requests.traits);
	const { events } = await reader.readPage(opposite, 1);
	return toFarEnd(positionsInside(window, order, events));
}

function positionsInside(window: Window, order: Order, events: readonly TimedEvent[]): number[] {
	return events
		.map((event) => positionOf(event, order))
		.filter((position) => holds(window, position));
}

function toFarEnd(positions: readonly number[]): FarEnd | undefined {
	const [nextToLast, last = nextToLast] = [...positions]
		.sort((one, other) => one - other)
		.slice(-2);
	return nextToLast === undefined || last === undefined ? undefined : { nextToLast, last };
}
