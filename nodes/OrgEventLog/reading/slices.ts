import type { TimedEvent } from '../api/page';
import { findFarEnd } from './farEnd';
import type { LogSource } from './logSource';
import { unknownTraits } from './serviceTraits';
import { SlicePlan } from './slicePlan';
import { SliceReader } from './sliceReader';
import type { WalkOptions } from './walk';
import { walkEvents } from './walk';
import { positionOf, windowOfRange } from './window';
import { WindowReader } from './windowReader';

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
	const { pageSize } = source;
	const traits = unknownTraits();
	const window = windowOfRange(range, order);
	const [page, end] = await Promise.all([
		new WindowReader(source, order, traits).readPage(window, pageSize),
		findFarEnd(source, order, window),
	]);
	if (page.extent === 'whole') {
		if (page.events.length > 0) yield page.events;
		return;
	}
	const positions = page.events.map((event) => positionOf(event, order));
	const [first = 0, reached = 0] = [positions[0], positions[positions.length - 1]];
	// A service that takes the same events for either order has shown none from behind the page.
	if (page.extent !== 'near' || end === undefined || end.nextToLast <= reached) {
		// What the first page has shown of the service may be wrong if the log grew meanwhile.
		yield* walkEvents(source, { order, range });
		return;
	}
	if (source.orderIsReliable && end.nextToLast < end.last) traits.loneEnd = end.last;
	yield page.events.filter((_, index) => positions[index] !== reached);
	const plan = new SlicePlan<Event>({
		window: { from: reached, to: end.last },
		workers: maxParallelRequests,
		pageSize,
		eventsPerSlice: maxPagesAhead && (maxPagesAhead * pageSize) / 2,
		density: positions.length / (reached - first + 1),
	});
	yield* new SliceReader(source, plan, {
		order,
		traits,
		maxParallelRequests,
		maxPagesAhead,
	}).read();
}
