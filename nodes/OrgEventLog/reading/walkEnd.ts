import { MIN_PAGE_LENGTH } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { WalkOptions, WalkedPage } from './orderedWalk';
import { lastPositionOf } from './positions';
import type { ServedPage } from './servedPage';
import type { ServedLog } from './servedLog';

/** A proof of the end holds for so long: later, the service may have come to cut its pages at just that length. */
const PROOF_LASTS_MS = 15 * 60_000;

/** Tells from the pages of a walk where it ends. */
export class WalkEnd<Event extends TimedEvent> {
	/** The page before, if it was a short one, and the time of its answer, epoch milliseconds. */
	private shortPageBefore: { readonly entries: number; readonly givenAtMs: number } | undefined;

	constructor(
		private readonly log: ServedLog<Event>,
		private readonly options: WalkOptions<Event>,
	) {}

	/** The page behind a short one may be empty. */
	get isBehindShort(): boolean {
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
		const { order, endProof, mustReach = -Infinity } = options;
		const endsAtShortPage = endProof === 'shortPage';
		// Events that were logged before the short page came, and that it lacks, show that the service cuts its pages shorter
		// now. With a wrong clock, a few that came meanwhile look old. That can't happen newest first, so one is enough there.
		const isOld = ({ createdAtMs }: Event) => createdAtMs <= (before?.givenAtMs ?? Infinity);
		const leastOld = endsAtShortPage || order === 'DESC' ? 1 : MIN_PAGE_LENGTH;
		const isCut = notHandedOver.filter(isOld).length >= leastOld;
		if (before !== undefined && isCut && endsAtShortPage) log.learn({ longestPage: 0 });
		const isConfirmed = before !== undefined && !isCut;
		// Only an empty page proves the end: by a wrong clock, an old event seems to be new.
		const provenAtMs = notHandedOver.length === 0 ? log.earliestMs : undefined;
		if (isConfirmed) log.learn({ lastEnd: { entries: before.entries, provenAtMs } });
		const isShort = page.isLast || log.isShort(page);
		const { entries } = page;
		this.shortPageBefore = isShort ? { entries, givenAtMs: log.earliestMs } : undefined;
		if (page.isLast || reached > options.window.to) return true;
		if (reached < mustReach && hasAdvanced) return false;
		if (isConfirmed) return true;
		if (!this.mayEndWith(page)) return false;
		if (log.profile.lastEnd?.entries !== entries) log.learn({ lastEnd: { entries } });
		return true;
	}

	/**
	 * True if nothing follows the page, or if it is short and may be taken for the end. A service that has come to cut
	 * its pages shorter gives pages of one length, and once their events are known, nothing new. Behind a page that looks
	 * like either, the walk asks once: if nothing stands there, that length is the end for a while.
	 */
	mayEndWith(page: ServedPage<Event>): boolean {
		const { order, endProof, overlap, window, mustReach = -Infinity } = this.options;
		const { lastEnd } = this.log.profile;
		if (page.isLast) return true;
		if (endProof !== 'shortPage' || !this.log.isShort(page)) return false;
		const { entries, events } = page;
		if (window.to !== Infinity) return (lastPositionOf(events, order) ?? window.to) >= mustReach;
		if (lastEnd?.entries === entries)
			return Math.abs(this.log.earliestMs - (lastEnd.provenAtMs ?? Infinity)) < PROOF_LASTS_MS;
		return overlap === undefined || !events.every(overlap.has);
	}
}
