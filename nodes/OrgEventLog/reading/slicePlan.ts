import type { TimedEvent } from '../api/page';
import type { Window } from './window';

/** A slice with fewer pages left than this is not worth cutting in two. */
const MIN_PAGES_TO_CUT = 2;
/** By how much the next slice may be wider or narrower than the one before. */
const MAX_WIDTH_CHANGE = 4;

/** A part of the window that one worker reads. Whoever cuts it moves `to`. */
export interface Slice<Event extends TimedEvent> {
	readonly from: number;
	to: number;
	/** How far it is read. */
	reached: number;
	eventsRead: number;
	/** Read and not handed over yet. */
	readonly batches: Array<readonly Event[]>;
	isDone: boolean;
	/** The slice after this one. */
	next: Slice<Event> | undefined;
}

function createSlice<Event extends TimedEvent>(
	{ from, to }: Window,
	next?: Slice<Event>,
): Slice<Event> {
	return { from, to, reached: from - 1, eventsRead: 0, batches: [], isDone: false, next };
}

export interface SlicePlanOptions {
	readonly window: Window;
	readonly workers: number;
	readonly pageSize: number;
	/** How many events a slice should hold; as many as its share of the window unless given. */
	readonly eventsPerSlice?: number;
	/** Events for each millisecond, as far as is known. */
	readonly density: number;
}

/** Cuts a window into slices that keep all workers busy until the end, whatever lies where. */
export class SlicePlan<Event extends TimedEvent> {
	/** The first slice; the others follow by `next`. */
	readonly first: Slice<Event>;
	private last: Slice<Event>;
	private width: number;
	private plannedTo: number;

	constructor(private readonly options: SlicePlanOptions) {
		const { window, workers, eventsPerSlice, density } = options;
		const share = (window.to - window.from + 1) / workers;
		const wanted = eventsPerSlice === undefined ? share : eventsPerSlice / density;
		this.width = Math.max(1, Math.ceil(Math.min(share, wanted)));
		this.plannedTo = window.from - 1;
		this.first = createSlice<Event>(this.nextWindow());
		this.last = this.first;
	}

	/** Where the last slice ends. */
	get end(): number {
		return this.options.window.to;
	}

	/** Work for an idle worker: the next part of the window, or half of what another has left. */
	take(): Slice<Event> | undefined {
		if (this.plannedTo < this.options.window.to) {
			const slice = createSlice<Event>(this.nextWindow());
			this.last.next = slice;
			this.last = slice;
			return slice;
		}
		return this.cutBusiest();
	}

	/** Makes the next slices wider or narrower, as this one turned out. */
	learnFrom({ eventsRead }: Slice<Event>): void {
		const { eventsPerSlice } = this.options;
		if (eventsPerSlice === undefined) return;
		const change = eventsPerSlice / Math.max(1, eventsRead);
		const within = Math.min(MAX_WIDTH_CHANGE, Math.max(1 / MAX_WIDTH_CHANGE, change));
		this.width = Math.max(1, Math.ceil(this.width * within));
	}

	/** All slices so far, in their order; those that are cut off meanwhile come in their place. */
	*slices(): Generator<Slice<Event>> {
		for (let slice: Slice<Event> | undefined = this.first; slice; slice = slice.next) yield slice;
	}

	private nextWindow(): Window {
		const from = this.plannedTo + 1;
		this.plannedTo = Math.min(this.options.window.to, this.plannedTo + this.width);
		return { from, to: this.plannedTo };
	}

	private cutBusiest(): Slice<Event> | undefined {
		let busiest: Slice<Event> | undefined;
		for (const slice of this.slices()) {
			if (!slice.isDone && eventsLeft(slice) > (busiest ? eventsLeft(busiest) : 0)) busiest = slice;
		}
		if (busiest === undefined) return undefined;
		if (eventsLeft(busiest) < MIN_PAGES_TO_CUT * this.options.pageSize) return undefined;
		const middle = Math.floor((busiest.reached + busiest.to) / 2);
		const slice = createSlice({ from: middle + 1, to: busiest.to }, busiest.next);
		if (this.last === busiest) this.last = slice;
		busiest.next = slice;
		busiest.to = middle;
		return slice;
	}
}

/** At the density found in the slice so far. Nothing is known of one that has no page yet. */
function eventsLeft({ from, to, reached, eventsRead }: Slice<TimedEvent>): number {
	return reached < from ? 0 : (eventsRead / (reached - from + 1)) * (to - reached);
}
