import type { TimedEvent } from '../api/page';
import { type Window, holds } from './window';
import type { WindowReader, WindowToRead } from './windowReader';

/** Pages read against the wanted order before the rest of the window is cut in two. */
const MAX_PAGES_HELD = 3;

/** A window this many times as long as its far page is taken to be empty for the most part. */
const MOSTLY_EMPTY = 2 ** 12;

/** A window of which nothing has been handed over but what is `seen`. */
export interface UnreadWindow extends WindowToRead {
	/** Pages held back while this window was read from its far end. */
	readonly pagesHeld?: number;
}

/**
 * A rest of which a page has been read from its far end, nearest last. A rest that is too large to be
 * held back is cut in two, and from then on its nearer part after each page, so that the first events
 * come soon.
 *
 * @param span how long the page was, milliseconds
 * @param known where events are known to lie
 */
export function leftFromFarEnd<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	rest: UnreadWindow,
	span: number,
	known: readonly number[],
): UnreadWindow[] {
	const pagesHeld = (rest.pagesHeld ?? 0) + 1;
	if (pagesHeld < MAX_PAGES_HELD) return [{ ...rest, pagesHeld }];
	const cut =
		rest.to - rest.from > MOSTLY_EMPTY * span
			? rest.to - Math.ceil(Math.sqrt(span) * Math.sqrt(rest.to - rest.from))
			: middleOf(reader, rest);
	const [farther, nearer] = cutInTwo(rest, cut, known);
	return [farther, { ...nearer, pagesHeld }];
}

/** The service's present if it lies inside, for an open range is mostly empty future. */
export function middleOf<Event extends TimedEvent>(
	reader: WindowReader<Event>,
	{ from, to }: Window,
): number {
	const present = reader.presentPosition();
	return present !== undefined && present > from && present < to
		? present
		: Math.floor(from + (to - from) / 2);
}

/** Farther part and nearer part, which ends with `cut`. @param known where events are known to lie */
export function cutInTwo(
	{ from, to, seen }: UnreadWindow,
	cut: number,
	known: readonly number[],
): [UnreadWindow, UnreadWindow] {
	const farther = { from: cut + 1, to };
	const nearer = { from, to: cut };
	const holdsEvents = (part: Window) => known.some((position) => holds(part, position));
	return [
		{ ...farther, holdsEvents: holdsEvents(farther) },
		{ ...nearer, seen, holdsEvents: holdsEvents(nearer) },
	];
}
