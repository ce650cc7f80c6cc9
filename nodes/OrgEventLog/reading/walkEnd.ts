import { MIN_PAGE_LENGTH } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { WalkOptions, WalkedPage } from './orderedWalk';
import { lastPositionOf } from './positions';
import type { ServedPage } from './servedPage';
import type { ServedLog } from './servedLog';

/** A proof of the end is used for so long: later, the service may have come to cut its pages at just that length. */
const END_PROOF_LIFETIME_MS = 15 * 60_000;

/** Tells from the pages of a walk where it ends. */
export class WalkEnd<Event extends TimedEvent> {
	/** It is set if the page before was a short one, and was given at this time, epoch milliseconds. */
	private shortPageBefore: { readonly entries: number; readonly givenAtMs: number } | undefined;

	constructor(
		private readonly log: ServedLog<Event>,
		private readonly options: WalkOptions<Event>,
	) {}

	/** The page behind a short one may be empty. */
	get isBehindShortPage(): boolean {
		return this.shortPageBefore !== undefined;
	}

	/**
	 * Takes the next page, and gives true if the walk ends with it.
	 *
	 * @param hasAdvanced true if the page reaches beyond the one before it
	 */
	takePage(
		page: ServedPage<Event>,
		{ events: notHandedOver, reached }: Omit<WalkedPage<Event>, 'isEnd'>,
		hasAdvanced: boolean,
	): boolean {
		const { log, options, shortPageBefore: before } = this;
		const { order, endProof, knownAt = -Infinity } = options;
		const endsAtShortPage = endProof === 'shortPage';
		// If the short page lacks events that were logged before it came, the service cuts its pages shorter now. With a
		// wrong clock, a few that came meanwhile look old. That can't happen newest first, so one is enough there.
		const isOld = ({ createdAtMs }: Event) => createdAtMs <= (before?.givenAtMs ?? Infinity);
		const minOldEvents = endsAtShortPage || order === 'DESC' ? 1 : MIN_PAGE_LENGTH;
		const isCutShorter = notHandedOver.filter(isOld).length >= minOldEvents;
		if (before !== undefined && isCutShorter && endsAtShortPage) log.learn({ longestPage: 0 });
		const isConfirmed = before !== undefined && !isCutShorter;
		// Only an empty page proves the end: by a wrong clock, an old event may seem to be new.
		const provenAtMs = notHandedOver.length === 0 ? log.slowerClockMs : undefined;
		if (isConfirmed) log.learn({ lastEnd: { entries: before.entries, provenAtMs } });
		const isShort = page.isLast || log.isShort(page);
		const { entries } = page;
		this.shortPageBefore = isShort ? { entries, givenAtMs: log.slowerClockMs } : undefined;
		if (page.isLast || reached > options.window.to) return true;
		if (reached < knownAt && hasAdvanced) return false;
		if (isConfirmed) return true;
		if (!this.mayEndWith(page)) return false;
		if (log.profile.lastEnd?.entries !== entries) log.learn({ lastEnd: { entries } });
		return true;
	}

	/**
	 * Gives true if nothing follows the page, or if it is short and may be taken for the end. A service that has come to
	 * cut its pages shorter gives the same length, or nothing new, again and again. Behind a page that looks so, the walk
	 * asks once: if nothing stands there, that length is the end for a while.
	 */
	mayEndWith(page: ServedPage<Event>): boolean {
		const { order, endProof, overlap, window, knownAt = -Infinity } = this.options;
		const { lastEnd } = this.log.profile;
		if (page.isLast) return true;
		if (endProof !== 'shortPage' || !this.log.isShort(page)) return false;
		const { entries, events } = page;
		if (window.to !== Infinity) return (lastPositionOf(events, order) ?? window.to) >= knownAt;
		if (lastEnd?.entries === entries)
			return (
				Math.abs(this.log.slowerClockMs - (lastEnd.provenAtMs ?? Infinity)) < END_PROOF_LIFETIME_MS
			);
		return overlap === undefined || !events.every(overlap.has);
	}
}
