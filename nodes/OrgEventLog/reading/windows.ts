import type { EventLogFailure } from '../errors/failure';
import type { TimedEvent } from '../events/event';
import type { Window } from './positions';

/** How many events lie between two positions. */
export interface Span {
	readonly count: number;
	readonly from: number;
	readonly to: number;
}

/** What reading a window came to. */
export interface WindowRead<Event extends TimedEvent> {
	/** In the order wanted: all that the window has before its rest. */
	readonly events: readonly Event[];
	/** What is unread of it, where it holds too much. */
	readonly rest?: Window;
	/** What was seen of it. */
	readonly span: Span;
	/** Why it could not be read, unless it holds too much. */
	readonly failure?: EventLogFailure;
}

export interface WindowPlanOptions {
	readonly window: Window;
	/** How many events a window should hold. */
	readonly eventsWanted: () => number;
	/** Of the first window, milliseconds. */
	readonly width: number;
	/** From there on hardly anything is expected: the window that reaches so far is the last one. */
	readonly crowdEnd: () => number;
	/** How many windows are read at a time; 1 unless given. */
	readonly workers?: number;
	/** Takes note of how wide the next window should be, milliseconds. */
	readonly noteWidth?: (widthMs: number) => void;
}

/** So many events a window holds, unless pages are long. */
export const EVENTS_PER_WINDOW = 2_500;

/** How many times as wide as the one before a window may be. */
const MAX_GROWTH = 4;

/** Cuts what is unread into windows, as wide as the density of the events so far tells. */
class WindowPlan {
	private width: number;
	/** Of the window before, unless it was a single instant: that tells nothing of its neighbours. */
	private usualWidth: number;
	/** Whether the first of them is known to hold too much. */
	private isCrowded = false;
	private readonly unread: Window[];

	constructor(private readonly options: WindowPlanOptions) {
		this.width = options.width;
		this.usualWidth = options.width;
		this.unread = [options.window];
	}

	/** The first window that is unread; undefined where all is read or being read. */
	take(): Window | undefined {
		const next = this.unread.shift();
		if (next === undefined) return undefined;
		const { from, to } = next;
		// A window that begins nowhere has no width: it is tried whole.
		const cut = from === -Infinity ? to : Math.floor(from + this.width - 1);
		if (cut >= to || (cut >= this.options.crowdEnd() && !this.isCrowded)) return next;
		this.unread.unshift({ from: cut + 1, to });
		return { from, to: cut };
	}

	/** Puts back what is unread of a window, and learns how wide the next one should be. */
	note({ from, to }: Window, { rest, span }: Omit<WindowRead<TimedEvent>, 'events'>): void {
		const density = span.count / (span.to - span.from + 1);
		const fittingMs = Math.max(1, this.options.eventsWanted() / density);
		const isSeen = span.count > 0;
		this.isCrowded = isSeen && rest?.from === from;
		if (from === to && span.count > this.options.eventsWanted()) {
			this.width = this.usualWidth;
		} else if (rest?.from !== from) {
			this.width = this.usualWidth = Math.min(
				this.width * MAX_GROWTH,
				isSeen ? fittingMs : Infinity,
			);
			if (rest !== undefined) this.unread.unshift(rest);
		} else if (isSeen && from === -Infinity) {
			this.width = this.usualWidth = fittingMs;
			this.unread.unshift({ from, to: span.from - 1 }, { from: span.from, to: rest.to });
		} else {
			const halfMs = (Math.min(rest.to, span.to) - from) / 2;
			if (isSeen) this.width = Math.max(1, Math.min(fittingMs, halfMs));
			this.usualWidth = Math.min(this.usualWidth, Math.max(1, halfMs));
			this.unread.unshift(rest);
		}
		this.options.noteWidth?.(this.width);
	}
}

/** Reads a window. @param isStopped whether nobody waits for it any more */
export type ReadWindow<Event extends TimedEvent> = (
	window: Window,
	isStopped: () => boolean,
) => Promise<WindowRead<Event>>;

interface BeingRead<Event extends TimedEvent> {
	readonly window: Window;
	readonly read: Promise<WindowRead<Event>>;
}

/**
 * Reads what is wanted window by window, several at a time, and gives what they hold in order.
 *
 * @throws what reading a window throws, or the failure that it ended with
 */
export async function* readWindows<Event extends TimedEvent>(
	options: WindowPlanOptions,
	readWindow: ReadWindow<Event>,
): AsyncGenerator<WindowRead<Event> & Pick<BeingRead<Event>, 'window'>, void> {
	const { workers = 1 } = options;
	const plan = new WindowPlan(options);
	const beingRead: Array<BeingRead<Event>> = [];
	let isStopped = false;
	const begin = (): boolean => {
		const window = plan.take();
		if (window === undefined) return false;
		const read = readWindow(window, () => isStopped);
		// Whoever waits for it is told; until then nobody may.
		read.catch(() => undefined);
		beingRead.push({ window, read });
		beingRead.sort((one, other) => one.window.from - other.window.from);
		return true;
	};
	try {
		for (;;) {
			while (beingRead.length < workers && begin());
			const first = beingRead.shift();
			if (first === undefined) return;
			const result = await first.read;
			plan.note(first.window, result);
			if (result.failure !== undefined) throw result.failure;
			if (result.rest?.from !== first.window.from) yield { ...result, window: first.window };
		}
	} finally {
		isStopped = true;
		await Promise.allSettled(beingRead.map(({ read }) => read));
	}
}
