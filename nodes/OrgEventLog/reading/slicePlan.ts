import type { TimedEvent } from '../events/event';
import type { UnreadWindow } from './window';

/** A slice with fewer pages left than this is not worth cutting in two. */
const MIN_PAGES_TO_CUT = 2;
/** Of what is left of a slice: an event from after it proves its end without a request of its own. */
const MORE_THAN_IS_LEFT = 1.1;
/** What an empty slice counts as, so that those behind it get wider. */
const LEAST_EVENTS = 1 / 4;

/** A part of the window that one worker reads. Whoever cuts it moves `to`. */
export interface Slice<Event extends TimedEvent> {
	readonly from: number;
	to: number;
	/** Ids of events at `from`, handed over already. */
	readonly beginsWith?: ReadonlySet<string>;
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
	{ from, to, beginsWith }: UnreadWindow,
	next?: Slice<Event>,
): Slice<Event> {
	return {
		from,
		to,
		beginsWith,
		reached: from - 1,
		eventsRead: 0,
		batches: [],
		isDone: false,
		next,
	};
}

export interface SlicePlanOptions {
	readonly window: UnreadWindow;
	/** How long pages are known to get. */
	readonly pageLength: () => number;
	/** How many events a slice should hold where only so many may wait; any number unless given. */
	readonly eventsPerSlice?: number;
	/** Events for each millisecond where nothing was read yet. */
	readonly density: number;
}

/** How much of a slice is left, as far as its density tells. */
interface Remainder<Event extends TimedEvent> {
	readonly slice: Slice<Event>;
	readonly density: number;
	readonly eventsLeft: number;
}

/** Cuts a window into slices that keep all workers busy until the end, whatever lies where. */
export class SlicePlan<Event extends TimedEvent> {
	/** The first slice, all of the window until it is cut; the others follow by `next`. */
	readonly first: Slice<Event>;

	constructor(private readonly options: SlicePlanOptions) {
		this.first = createSlice<Event>(options.window);
	}

	/**
	 * Work for an idle worker: half of what another one has left. If slices should be small: all but that
	 * small part of the first slice that holds more.
	 */
	take(): Slice<Event> | undefined {
		const { pageLength, eventsPerSlice = Infinity } = this.options;
		const remainders = [...this.remainders()];
		const large = remainders.find(({ eventsLeft }) => eventsLeft >= 2 * eventsPerSlice);
		if (large !== undefined) return cut(large.slice, eventsPerSlice / large.density);
		// The density of a slice without a page is guessed from the first page of all, and from nothing else.
		const known = remainders.filter(({ slice }) => slice.eventsRead > 0);
		const busiest = mostLeft(known.length > 0 ? known : remainders);
		const isLeft = busiest !== undefined && busiest.eventsLeft >= MIN_PAGES_TO_CUT * pageLength();
		if (!isLeft) return undefined;
		return cut(busiest.slice, (busiest.slice.to - busiest.slice.reached) / 2);
	}

	/** What is read for a slice; it goes on to the end of all. */
	windowOf({ from, beginsWith }: Slice<Event>): UnreadWindow {
		return { ...this.options.window, from, beginsWith };
	}

	/** How many events to ask for so that the rest of a slice is among them. */
	leftOf(slice: Slice<Event>): number {
		const left = [...this.remainders()].find((remainder) => remainder.slice === slice);
		return MORE_THAN_IS_LEFT * (left?.eventsLeft ?? 0) + 1;
	}

	/** All slices so far, in their order; those that are cut off meanwhile come in their place. */
	*slices(): Generator<Slice<Event>> {
		for (let slice: Slice<Event> | undefined = this.first; slice; slice = slice.next) yield slice;
	}

	/** Of one that has no page yet, by the density of those before it. */
	private *remainders(): Generator<Remainder<Event>> {
		let { density } = this.options;
		for (const slice of this.slices()) {
			const { from, to, reached, eventsRead, isDone } = slice;
			const readMs = (isDone ? to : reached) - from + 1;
			if (readMs > 0) density = Math.max(LEAST_EVENTS, eventsRead) / readMs;
			const msLeft = to - reached;
			if (!isDone && msLeft > 1) yield { slice, density, eventsLeft: density * msLeft };
		}
	}
}

function mostLeft<Event extends TimedEvent>(
	remainders: ReadonlyArray<Remainder<Event>>,
): Remainder<Event> | undefined {
	return [...remainders].sort((one, other) => other.eventsLeft - one.eventsLeft)[0];
}

/** Leaves a slice so many milliseconds, at least one, behind what is read of it; the rest is a slice of its own. */
function cut<Event extends TimedEvent>(slice: Slice<Event>, leftMs: number): Slice<Event> {
	const to = slice.reached + Math.max(1, Math.floor(leftMs));
	const rest = createSlice({ from: to + 1, to: slice.to }, slice.next);
	slice.next = rest;
	slice.to = to;
	return rest;
}
