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
	/** True if a service that has come to cut its pages as short would answer alike. */
	readonly looksCut: boolean;
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

	/** Gives true if somebody who comes again takes a page for the last one. */
	isTakenForLast(page: Page<Event>): boolean {
		return this.options.endProof === 'shortPage' && page.isShort && !this.looksCut(page);
	}

	/**
	 * Takes note of the next page, and gives true if the walk ends with it.
	 *
	 * @param fresh the events of the page that were not handed over before
	 * @param advanced true if the page reaches beyond the one before it
	 */
	isReached(page: Page<Event>, fresh: readonly Event[], advanced: boolean): boolean {
		const { log, shortPageBefore: before, options } = this;
		const { window, overlapAtEnd } = options;
		this.isEndShown ||= page.events.some((event) => overlapAtEnd?.has(event));
		const wasCut = this.wasCut(fresh);
		if (wasCut) log.forgetLongestPage();
		else if (before?.looksCut === true) log.noteEnd(before.entries, true);
		const looksCut = this.looksCut(page);
		const { entries, isShort, isLast } = page;
		const isTaken = options.endProof === 'shortPage' && isShort && !looksCut && !isLast && !wasCut;
		const isLengthNew = log.profile.lastEnd?.entries !== entries;
		if (isTaken && isLengthNew && this.isPollsOwn) log.noteEnd(entries, false);
		const givenAtMs = log.times.presentMs;
		this.shortPageBefore = isShort || isLast ? { entries, givenAtMs, looksCut } : undefined;
		const isProven =
			overlapAtEnd !== undefined && this.isEndShown && overlapAtEnd.position > window.to;
		// A log that grows is not followed.
		const isConfirmed = before !== undefined && !wasCut && this.isEndShown;
		return isLast || isProven || isConfirmed || (isTaken && (this.isEndShown || !advanced));
	}

	/** A short page was no end if behind it there is what was there already, as the service has come to cut its pages shorter. */
	private wasCut(fresh: readonly Event[]): boolean {
		const { shortPageBefore: before, options } = this;
		if (before === undefined) return false;
		const isOld = ({ createdAtMs }: Event) => createdAtMs <= before.givenAtMs;
		return fresh.filter(isOld).length >= (options.endProof === 'shortPage' ? 1 : DEFAULT_LIMIT);
	}

	/**
	 * Cut pages bring nothing new once all on them is known, and are as long as the one before. Both is asked behind once:
	 * if nothing stands there, a page of that length is the end.
	 */
	private looksCut({ entries, events, isLast }: Page<Event>): boolean {
		if (isLast || !this.isPollsOwn) return false;
		const { lastEnd } = this.log.profile;
		if (lastEnd?.entries === entries) return !lastEnd.isProven;
		const { overlapAtStart } = this.options;
		return overlapAtStart !== undefined && events.every(overlapAtStart.has);
	}

	/** Polls read up to the end of the log; what has to come at an end tells it besides. */
	private get isPollsOwn(): boolean {
		const { endProof, overlapAtEnd, window } = this.options;
		return endProof === 'shortPage' && overlapAtEnd === undefined && window.to === Infinity;
	}
}
