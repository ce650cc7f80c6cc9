import type { LoggedEvent, Order } from '../api/event';
import { RequestGate } from './requestGate';
import { unknownTraits } from './serviceTraits';
import type { Slice } from './slicePlan';
import { SlicePlan } from './slicePlan';
import type { WalkOptions } from './walk';
import { walkEvents } from './walk';
import type { Window } from './window';
import { holds, positionOf, rangeOfWindow, windowOfRange } from './window';
import { WindowReader } from './windowReader';
import { WindowRequests } from './windowRequests';

export interface SlicedReadOptions extends Omit<WalkOptions, 'wanted' | 'traits'> {
	readonly maxParallelRequests: number;
	/** How many pages may be read ahead of the one that is handed over; any number unless given. */
	readonly maxPagesAhead?: number;
	/** Takes what is to be called when the service asks for fewer requests. */
	readonly onThrottled?: (narrow: () => void) => void;
}

/**
 * The same events in the same order as `walkEvents`, read in parallel slices of the range. A log
 * that fits into a page costs no more requests, and where the far end of the range can't be told
 * it is walked instead. With a range that is open at its far end, the log is read as it is now.
 *
 * @throws what the walk throws; the other slices then stop
 */
export async function* readInSlices(
	options: SlicedReadOptions,
): AsyncGenerator<readonly LoggedEvent[]> {
	const gate = new RequestGate(options.maxParallelRequests);
	options.onThrottled?.(() => gate.narrow());
	const walk = { ...options, fetchPage: gate.guard(options.fetchPage), traits: unknownTraits() };
	const window = windowOfRange(options.range, options.order);
	const [page, end] = await Promise.all([
		new WindowReader(walk).readPage(window, options.pageSize),
		findFarEnd(walk, window),
	]);
	if (page.extent === 'whole') {
		if (page.events.length > 0) yield page.events;
		return;
	}
	const positions = page.events.map((event) => positionOf(event, options.order));
	const [first = 0, reached = 0] = [positions[0], positions[positions.length - 1]];
	// A service that takes the same events for either order has shown none from behind the page.
	if (page.extent !== 'near' || end === undefined || end.nextToLast <= reached) {
		// What the first page has shown of the service may be wrong if the log grew meanwhile.
		yield* walkEvents({ ...walk, traits: unknownTraits() });
		return;
	}
	if (options.orderIsReliable && end.nextToLast < end.last) walk.traits.loneEnd = end.last;
	yield page.events.filter((_, index) => positions[index] !== reached);
	const plan = new SlicePlan({
		window: { from: reached, to: end.last },
		workers: options.maxParallelRequests,
		pageSize: options.pageSize,
		eventsPerSlice: options.maxPagesAhead && (options.maxPagesAhead * options.pageSize) / 2,
		density: positions.length / (reached - first + 1),
	});
	yield* new SlicedReading(walk, plan).batches();
}

/** Positions of the last two events of a window, the same one twice where only one was seen. */
interface FarEnd {
	readonly nextToLast: number;
	readonly last: number;
}

/** The far end of the window, as far as one request in the opposite order tells. */
async function findFarEnd(walk: WalkOptions, window: Window): Promise<FarEnd | undefined> {
	const order: Order = walk.order === 'ASC' ? 'DESC' : 'ASC';
	const opposite = { from: -window.to, to: -window.from };
	const options = { fetchPage: walk.fetchPage, order };
	const requests = new WindowRequests(options);
	const received = await requests.fetch(requests.boundsOf(opposite), 0, 2);
	const inside = positionsInside(window, walk.order, received);
	if (inside.length > 0 || received.length === 0) return farEndOf(inside);
	const reader = new WindowReader({ ...options, traits: requests.traits });
	const { events } = await reader.readPage(opposite, 1);
	return farEndOf(positionsInside(window, walk.order, events));
}

function positionsInside(window: Window, order: Order, events: readonly LoggedEvent[]): number[] {
	return events
		.map((event) => positionOf(event, order))
		.filter((position) => holds(window, position));
}

function farEndOf(positions: readonly number[]): FarEnd | undefined {
	if (positions.length === 0) return undefined;
	return { nextToLast: Math.min(...positions), last: Math.max(...positions) };
}

/** Workers that read the slices of a plan, and the one who hands over what they read. */
class SlicedReading {
	private readonly pagesAhead: number;
	private batchesHeld = 0;
	private front: Slice;
	private failure: { readonly thrown: unknown } | undefined;
	private isStopped = false;
	private wake: Array<() => void> = [];

	constructor(
		private readonly walk: SlicedReadOptions & WalkOptions,
		private readonly plan: SlicePlan,
	) {
		this.front = plan.first;
		this.pagesAhead = walk.maxPagesAhead ?? Infinity;
	}

	async *batches(): AsyncGenerator<readonly LoggedEvent[]> {
		const workers = Array.from({ length: this.walk.maxParallelRequests }, (_, index) =>
			this.work(index === 0 ? this.plan.first : undefined),
		);
		try {
			for (let slice: Slice | undefined = this.front; slice; slice = slice.next) {
				this.front = slice;
				this.announce();
				yield* this.batchesOf(slice);
			}
		} finally {
			this.isStopped = true;
			this.announce();
			await Promise.all(workers);
		}
	}

	private async *batchesOf(slice: Slice): AsyncGenerator<readonly LoggedEvent[]> {
		for (;;) {
			if (this.failure !== undefined) throw this.failure.thrown;
			const batch = slice.batches.shift();
			if (batch !== undefined) {
				this.batchesHeld -= 1;
				this.announce();
				yield batch;
			} else if (slice.isDone) {
				return;
			} else {
				await this.somethingNew();
			}
		}
	}

	private async work(first: Slice | undefined): Promise<void> {
		let slice = first;
		while (!this.isStopped) {
			slice ??= this.plan.take();
			if (slice === undefined) {
				if (this.isAllRead()) return;
				await this.somethingNew();
				continue;
			}
			await this.readSlice(slice).catch((thrown: unknown) => {
				this.failure ??= { thrown };
				this.isStopped = true;
			});
			slice.isDone = true;
			this.plan.learnFrom(slice);
			this.announce();
			slice = undefined;
		}
	}

	private async readSlice(slice: Slice): Promise<void> {
		const { order } = this.walk;
		const range = rangeOfWindow(this.windowToRead(slice), order);
		for await (const events of walkEvents({ ...this.walk, range })) {
			const batch = events.filter((event) => positionOf(event, order) <= slice.to);
			slice.eventsRead += batch.length;
			const last = batch[batch.length - 1];
			if (last !== undefined) {
				slice.reached = positionOf(last, order);
				slice.batches.push(batch);
				this.batchesHeld += 1;
			}
			this.announce();
			if (this.isStopped || batch.length < events.length) return;
			while (this.batchesHeld > this.pagesAhead && slice !== this.front && !this.isStopped) {
				await this.somethingNew();
			}
		}
	}

	/**
	 * An event from behind the slice proves its end without a request of its own, for half a page
	 * that is read twice: worth it for long slices.
	 */
	private windowToRead({ from, to }: Slice): Window {
		return { from, to: this.pagesAhead === Infinity ? this.plan.end : to };
	}

	private isAllRead(): boolean {
		for (let slice: Slice | undefined = this.plan.first; slice; slice = slice.next) {
			if (!slice.isDone) return false;
		}
		return true;
	}

	private announce(): void {
		const { wake } = this;
		this.wake = [];
		for (const resume of wake) resume();
	}

	private async somethingNew(): Promise<void> {
		await new Promise<void>((resolve) => this.wake.push(resolve));
	}
}
