import { DEFAULT_LIMIT } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { WalkOptions } from './orderedWalk';
import type { Page } from './page';
import type { ServedLog } from './servedLog';

/** A page that is shorter than the service cuts its pages. */
interface ShortPage {
	readonly entries: number;
	/** The time of the answer by the clock that is behind, epoch milliseconds. */
	readonly givenAtMs: number;
	/** True if the page may be a full one of a service that now cuts its pages at this length. */
	readonly mayHaveBeenCut: boolean;
}

/** Tells from the pages of a walk where it ends. */
export class WalkEnd<Event extends TimedEvent> {
	private shortPageBefore: ShortPage | undefined;
	/** True once the overlap at the end has come, or if there is none. */
	private isEndShown: boolean;

	constructor(
		private readonly log: ServedLog<Event>,
		private readonly options: WalkOptions<Event>,
	) {
		this.isEndShown = options.overlapAtEnd === undefined;
	}

	/** The page behind a short one may be empty. */
	get isBehindShort(): boolean {
		return this.shortPageBefore !== undefined;
	}

	/** Gives true if a poll takes a page for the last one. */
	isTakenForLast(page: Page<Event>): boolean {
		return this.options.endProof === 'shortPage' && page.isShort && !this.mayBeCut(page);
	}

	/**
	 * Takes the next page, and gives true if the walk ends with it.
	 *
	 * @param notHandedOver the events of the page that were not handed over before
	 * @param hasAdvanced true if the page reaches beyond the one before it
	 */
	takePage(page: Page<Event>, notHandedOver: readonly Event[], hasAdvanced: boolean): boolean {
		const { log, shortPageBefore: before, options } = this;
		const { window, overlapAtEnd } = options;
		this.isEndShown ||= page.events.some((event) => overlapAtEnd?.has(event));
		const wasCut = this.wasCut(notHandedOver);
		if (wasCut) log.forgetLongestPage();
		else if (before?.mayHaveBeenCut === true) log.rememberEnd(before.entries, true);
		const mayHaveBeenCut = this.mayBeCut(page);
		const { entries, isShort, isLast } = page;
		const isTaken =
			options.endProof === 'shortPage' && isShort && !mayHaveBeenCut && !isLast && !wasCut;
		const isLengthNew = log.profile.lastEnd?.entries !== entries;
		if (isTaken && isLengthNew && this.isEndedByLengthAlone) log.rememberEnd(entries, false);
		const givenAtMs = log.times.presentMs;
		this.shortPageBefore = isShort || isLast ? { entries, givenAtMs, mayHaveBeenCut } : undefined;
		const isProven =
			overlapAtEnd !== undefined && this.isEndShown && overlapAtEnd.position > window.to;
		// A log that grows is not followed.
		const isConfirmed = before !== undefined && !wasCut && this.isEndShown;
		return isLast || isProven || isConfirmed || (isTaken && (this.isEndShown || !hasAdvanced));
	}

	/** True if the page behind a short one has events from before the short one's answer: the service cuts its pages shorter now. */
	private wasCut(notHandedOver: readonly Event[]): boolean {
		const { shortPageBefore: before, options } = this;
		if (before === undefined) return false;
		const isOld = ({ createdAtMs }: Event) => createdAtMs <= before.givenAtMs;
		return (
			notHandedOver.filter(isOld).length >= (options.endProof === 'shortPage' ? 1 : DEFAULT_LIMIT)
		);
	}

	/**
	 * A service that has come to cut its pages shorter gives pages of one length, and once their events are known, nothing
	 * new. Behind a page that looks like either, the walk asks once: if nothing stands there, that length is the end.
	 */
	private mayBeCut({ entries, events, isLast }: Page<Event>): boolean {
		if (isLast || !this.isEndedByLengthAlone) return false;
		const { lastEnd } = this.log.profile;
		if (lastEnd?.entries === entries) return !lastEnd.isProven;
		const { overlapAtStart } = this.options;
		return overlapAtStart !== undefined && events.every(overlapAtStart.has);
	}

	/** True if the walk goes to the newest event, and only the length of pages tells its end: no overlap is expected there. */
	private get isEndedByLengthAlone(): boolean {
		const { endProof, overlapAtEnd, window } = this.options;
		return endProof === 'shortPage' && overlapAtEnd === undefined && window.to === Infinity;
	}
}
