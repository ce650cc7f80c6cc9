import { MIN_PAGE_LENGTH } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { WalkOptions, WalkedPage } from './orderedWalk';
import { lastPositionOf } from './positions';
import type { PageResult } from './pageResult';
import type { ServiceLog } from './serviceLog';

/** After this time a proof of the end is too old: the service may have come to cut its pages at the length of that end. */
const END_PROOF_LIFETIME_MS = 15 * 60_000;

/** Tells from the pages of a walk where it ends. */
export class WalkEnd<Event extends TimedEvent> {
	/** It is set if the page before was a short one, and was given at this time, epoch milliseconds. */
	private shortPageBefore: { readonly entryCount: number; readonly givenAtMs: number } | undefined;

	constructor(
		private readonly log: ServiceLog<Event>,
		private readonly options: WalkOptions<Event>,
	) {}

	/** Gives true if the page before was a short one, so that the next one may be empty. */
	get isAfterShortPage(): boolean {
		return this.shortPageBefore !== undefined;
	}

	/**
	 * Takes the next page, and gives true if the walk ends with it.
	 *
	 * @param hasAdvanced true if the page reaches beyond the one before it
	 */
	takePage(
		page: PageResult<Event>,
		{ events: newEvents, reached }: Omit<WalkedPage<Event>, 'isEnd'>,
		hasAdvanced: boolean,
	): boolean {
		const { log, options, shortPageBefore: before } = this;
		const { order, endProof, seenTo = -Infinity } = options;
		const endsAtShortPage = endProof === 'shortPage';
		// An event dated before the short page was given should have been on it, so pages are cut shorter now. But if the
		// clock that dates events is slow, a new one looks as old. So a range that is read oldest first needs several.
		const isOld = ({ createdAtMs }: Event) => createdAtMs <= (before?.givenAtMs ?? Infinity);
		const minOldEvents = endsAtShortPage || order === 'DESC' ? 1 : MIN_PAGE_LENGTH;
		const isCutShorter = newEvents.filter(isOld).length >= minOldEvents;
		if (before !== undefined && isCutShorter && endsAtShortPage) log.learn({ longestPage: 0 });
		const isEndConfirmed = before !== undefined && !isCutShorter;
		// Only a page that adds nothing proves the end: if the host's clock is slow, an event that was cut off looks new.
		const provenAtMs = newEvents.length === 0 ? log.slowerClockMs : undefined;
		if (isEndConfirmed) log.learn({ lastEnd: { entries: before.entryCount, provenAtMs } });
		const isShort = page.isLast || log.isShort(page);
		const { entryCount } = page;
		this.shortPageBefore = isShort ? { entryCount, givenAtMs: log.slowerClockMs } : undefined;
		if (page.isLast || reached > options.window.to) return true;
		if (reached < seenTo && hasAdvanced) return false;
		if (isEndConfirmed) return true;
		if (!this.mayEndWith(page)) return false;
		if (log.profile.lastEnd?.entries !== entryCount)
			log.learn({ lastEnd: { entries: entryCount } });
		return true;
	}

	/**
	 * Gives true if nothing can follow the page, or if a short page counts as the end of a poll:
	 * - in a window with an end, if it reaches `seenTo`;
	 * - in an open window, if it shows more than the overlap and has another length than the last end;
	 * - at the same length, at which the service may now cut its pages, if that end was proven within a quarter of an hour.
	 */
	mayEndWith(page: PageResult<Event>): boolean {
		const { order, endProof, overlap, window, seenTo = -Infinity } = this.options;
		const { lastEnd } = this.log.profile;
		if (page.isLast) return true;
		if (endProof !== 'shortPage' || !this.log.isShort(page)) return false;
		const { entryCount, events } = page;
		if (window.to !== Infinity) return (lastPositionOf(events, order) ?? window.to) >= seenTo;
		if (lastEnd?.entries === entryCount)
			return (
				Math.abs(this.log.slowerClockMs - (lastEnd.provenAtMs ?? Infinity)) < END_PROOF_LIFETIME_MS
			);
		return overlap === undefined || !events.every(overlap.has);
	}
}
