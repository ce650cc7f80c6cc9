import { MIN_PAGE_LENGTH } from '../api/page';
import { type EventLogFailure, toOutcome, mayPassWithFewerEvents } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import type { Window } from './positions';

/** It counts the events seen. Its bounds are those of what was read in full, or else the outermost events. */
export interface EventSpan extends Window {
	readonly count: number;
}

export interface WindowResult<Event extends TimedEvent> {
	/** These are all that the window has before its rest, in the order wanted. */
	readonly events: readonly Event[];
	/** This part of the window was not read, because it holds too much or a request failed. */
	readonly rest?: Window;
	readonly span: EventSpan;
	/** It is absent if the window only holds too much. */
	readonly failure?: EventLogFailure;
}

/** The next read goes on with this state of a plan; positions and widths are milliseconds. */
export type WindowPlanState = {
	/** The first window is so wide; without it, the first window is the whole range. */
	readonly width?: number;
	/** All before this position was read and should hold little that is new: the first window is measured from here. */
	readonly quietTo?: number;
	/** A read failed because more events than a window should hold lie before this: next windows halve the way to it. */
	readonly crowdedTo?: number;
};

export interface WindowPlanOptions extends WindowPlanState {
	readonly range: Window;
	/** Gives how many events a window should hold. @param readCount is set if a failure ended reading after so many */
	readonly targetCountOf: (readCount?: number) => number;
	/** Gives a position that hardly any event lies beyond: the window that reaches it is the last one. */
	readonly estimateEnd: () => number;
	readonly maxParallelWindows?: number;
	readonly rememberNext?: (next: WindowPlanState) => void;
}

/** A window should hold so many events; if no order is served, it has to fit into a page. */
export const EVENTS_PER_WINDOW = 2_500;

/** A window is at most so many times as wide as the one before. */
const MAX_GROWTH = 4;

/** Cuts what is unread into windows, as wide as the density of the events so far tells. */
class WindowPlan {
	private width: number;
	/** The first unread window is known to hold too much. */
	private isOverfull = false;
	private readonly unread: Window[];
	private readCount = 0;
	/** The last window that showed events at different times had so many a millisecond. */
	private density = 0;
	private quietTo: number;
	private crowdedTo: number;

	constructor(private readonly options: WindowPlanOptions) {
		const { range, width = Infinity, quietTo = -Infinity, crowdedTo = -Infinity } = options;
		[this.unread, this.width, this.quietTo, this.crowdedTo] = [[range], width, quietTo, crowdedTo];
	}

	/** Gives the next window to read; undefined if all is read or being read. */
	takeWindow(): Window | undefined {
		const next = this.unread.shift();
		if (next === undefined) return undefined;
		const { from, to } = next;
		// A window that begins nowhere has no width: it is tried whole.
		const cut = from === -Infinity ? to : Math.floor(Math.max(from, this.quietTo) + this.width - 1);
		if (cut >= to || (cut >= this.options.estimateEnd() && !this.isOverfull)) return next;
		this.unread.unshift({ from: cut + 1, to });
		return { from, to: cut };
	}

	/** Puts back what is unread of a window, and learns how wide the next one should be. */
	learnFrom(
		{ from, to }: Window,
		{ rest, span, failure }: Omit<WindowResult<TimedEvent>, 'events'>,
	): void {
		// Other failures tell nothing of how much a window holds.
		if (failure !== undefined && !mayPassWithFewerEvents(failure)) return;
		const hasEvents = span.count > 0;
		// Events of one instant tell nothing of what lies around it.
		if (hasEvents && span.from < span.to) this.density = span.count / (span.to - span.from + 1);
		this.readCount += span.count;
		const wanted = this.options.targetCountOf(failure && this.readCount);
		const fittingMs = this.density === 0 ? Infinity : Math.max(1, wanted / this.density);
		this.isOverfull = hasEvents && rest?.from === from;
		if (this.isOverfull) this.quietTo = -Infinity;
		if (rest?.from !== from) {
			this.width = Math.min(this.width * MAX_GROWTH, hasEvents ? fittingMs : Infinity);
			if (rest !== undefined) this.unread.unshift(rest);
		} else if (hasEvents && from === -Infinity) {
			// A window without a beginning is cut where the events seen begin.
			this.width = fittingMs;
			this.unread.unshift({ from, to: span.from - 1 }, { from: span.from, to: rest.to });
		} else {
			const halfMs = hasEvents ? Math.max(1, (Math.min(rest.to, span.to) - from) / 2) : Infinity;
			this.width = Math.min(this.width, fittingMs, halfMs);
			this.unread.unshift(rest);
		}
		if (failure !== undefined && hasEvents) this.crowdedTo = Math.min(to, span.to);
		// `MIN_PAGE_LENGTH` events show that the crowd is reached, but not in the first window: they may all be known.
		else if (from > this.options.range.from && span.count >= MIN_PAGE_LENGTH)
			this.crowdedTo = -Infinity;
		this.planNext();
	}

	/** Halves the way to a crowd behind a quiet part: nothing else finds where the crowd begins. */
	private planNext(): void {
		const { crowdedTo } = this;
		const readTo = this.unread[0]?.from ?? Infinity;
		const isCrowdAhead = readTo < crowdedTo;
		if (isCrowdAhead) this.width = Math.max(1, Math.min(this.width, (crowdedTo - readTo) / 2));
		this.options.rememberNext?.({
			...(Number.isFinite(this.width) && { width: this.width }),
			...(Number.isFinite(readTo) && { quietTo: readTo }),
			...(isCrowdAhead && { crowdedTo }),
		});
	}
}

/** Reads a window. @param isStopped gives true once nobody waits for it any more */
export type WindowReader<Event extends TimedEvent> = (
	window: Window,
	isStopped: () => boolean,
) => Promise<WindowResult<Event>>;

/**
 * Reads a range window by window, several at a time, and gives them in order.
 *
 * @throws the failure that a window could not be read for
 */
export async function* readWindows<Event extends TimedEvent>(
	options: WindowPlanOptions,
	readWindow: WindowReader<Event>,
): AsyncGenerator<WindowResult<Event>, void> {
	const { maxParallelWindows = 1 } = options;
	const plan = new WindowPlan(options);
	const beingRead: Array<{ window: Window; read: Promise<WindowResult<Event>> }> = [];
	let isStopped = false;
	const begin = (): boolean => {
		const window = plan.takeWindow();
		if (window === undefined) return false;
		const read = readWindow(window, () => isStopped);
		// A rejection that nobody awaits yet would end the process.
		read.catch(() => undefined);
		beingRead.push({ window, read });
		beingRead.sort((one, other) => one.window.from - other.window.from);
		return true;
	};
	try {
		for (;;) {
			while (beingRead.length < maxParallelWindows && begin());
			const first = beingRead.shift();
			if (first === undefined) return;
			const outcome = await toOutcome(first.read);
			const result =
				'value' in outcome ? outcome.value : toFailedRead(first.window, outcome.failure);
			plan.learnFrom(first.window, result);
			if (result.failure !== undefined) throw result.failure;
			if (result.rest?.from !== first.window.from) yield result;
		}
	} finally {
		isStopped = true;
		await Promise.allSettled(beingRead.map(({ read }) => read));
	}
}

function toFailedRead(window: Window, failure: EventLogFailure): WindowResult<never> {
	return { events: [], rest: window, span: { count: 0, from: 0, to: 0 }, failure };
}
