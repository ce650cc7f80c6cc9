import { DEFAULT_LIMIT } from '../api/page';
import type { TimedEvent } from '../events/event';
import type { WalkOptions } from './orderedWalk';
import type { Page } from './page';
import type { ServedLog } from './servedLog';

/** A page that is shorter than the service cuts its pages. */
interface ShortPage {
	readonly entries: number;
	/** The service gave it then, by the clock that is behind, epoch milliseconds. */
	readonly givenAtMs: number;
	/** Nothing tells it from a page of a service that has come to cut its pages as short. */
	readonly looksCut: boolean;
}

/** Tells from the pages of a walk where it ends. */
export class WalkEnd<Event extends TimedEvent> {
	private before: ShortPage | undefined;
	/** What has to come at the end has come. */
	private isShown: boolean;

	constructor(
		private readonly log: ServedLog<Event>,
		private readonly options: WalkOptions<Event>,
	) {
		this.isShown = options.endsWith === undefined;
	}

	/** The page behind a short one may be empty. */
	get isBehindShort(): boolean {
		return this.before !== undefined;
	}

	/** Gives true if somebody who comes again takes a page for the last one. */
	isTakenForLast(page: Page<Event>): boolean {
		return this.options.end === 'short' && page.isShort && !this.looksCut(page);
	}

	/**
	 * Takes note of the next page, and gives true if the walk ends with it.
	 *
	 * @param fresh the events of the page that were not handed over before
	 * @param advanced true if the page reaches beyond the one before it
	 */
	isReached(page: Page<Event>, fresh: readonly Event[], advanced: boolean): boolean {
		const { log, before, options } = this;
		const { window, endsWith } = options;
		this.isShown ||= page.events.some((event) => endsWith?.has(event));
		const wasCut = this.wasCut(fresh);
		if (wasCut) log.forgetLongestPage();
		else if (before?.looksCut === true) log.noteEnd(before.entries, true);
		const looksCut = this.looksCut(page);
		const { entries, isShort, isLast } = page;
		const isTaken = options.end === 'short' && isShort && !looksCut && !isLast && !wasCut;
		const isLengthNew = log.profile.lastEnd?.entries !== entries;
		if (isTaken && isLengthNew && this.isPollsOwn) log.noteEnd(entries, false);
		const givenAtMs = log.times.presentMs;
		this.before = isShort || isLast ? { entries, givenAtMs, looksCut } : undefined;
		const isProven = endsWith !== undefined && this.isShown && endsWith.position > window.to;
		// A log that grows is not followed.
		const isConfirmed = before !== undefined && !wasCut && this.isShown;
		return isLast || isProven || isConfirmed || (isTaken && (this.isShown || !advanced));
	}

	/** A short page was no end if behind it there is what was there already, as the service has come to cut its pages shorter. */
	private wasCut(fresh: readonly Event[]): boolean {
		const { before, options } = this;
		if (before === undefined) return false;
		const isOld = ({ createdAtMs }: Event) => createdAtMs <= before.givenAtMs;
		return fresh.filter(isOld).length >= (options.end === 'short' ? 1 : DEFAULT_LIMIT);
	}

	/**
	 * Cut pages bring nothing new once all on them is known, and are as long as the one before. Both is asked behind once:
	 * if nothing stands there, a page of that length is the end.
	 */
	private looksCut({ entries, events, isLast }: Page<Event>): boolean {
		if (isLast || !this.isPollsOwn) return false;
		const { lastEnd } = this.log.profile;
		if (lastEnd?.entries === entries) return !lastEnd.isProven;
		const { startsWith } = this.options;
		return startsWith !== undefined && events.every(startsWith.has);
	}

	/** Polls read up to the end of the log; what has to come at an end tells it besides. */
	private get isPollsOwn(): boolean {
		const { end, endsWith, window } = this.options;
		return end === 'short' && endsWith === undefined && window.to === Infinity;
	}
}
