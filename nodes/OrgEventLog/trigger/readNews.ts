import { DEFAULT_LIMIT } from '../api/page';
import type { EventLogFailure } from '../errors/failure';
import { toOutcome } from '../errors/outcome';
import type { LoggedEvent } from '../events/event';
import { type ForwardRange, type Stretch, readForward } from '../reading/readLog';
import type { ServedLog } from '../reading/servedLog';
import { type Cursor, type CursorRules, advanceCursor, isNew, mayStopAt } from './cursor/cursor';
import { organizationsOf } from './organizations';
import type { PollTimes } from './pollClock';

export interface News {
	/** The events that match and were not consumed before, oldest first. */
	readonly matching: readonly LoggedEvent[];
	/** The cursor behind all that was read. */
	readonly cursor: Cursor;
	/** False if more may be waiting for the next poll. */
	readonly isAllRead: boolean;
	/** The failure that ended reading before the end of the log. */
	readonly failure?: EventLogFailure;
	/** The `org_id`s of all that was read, known events included, as `organizationsOf` gives them. */
	readonly organizations: ReadonlySet<string>;
	/** True if something that was read had been consumed before. */
	readonly showsKnown: boolean;
	/** True if the poll consumes nothing. */
	readonly isNothingNew: boolean;
	/** The `created_at` of the first event that was read, epoch milliseconds. */
	readonly firstReadMs?: number;
}

export interface ReadingRules extends CursorRules {
	/** The service's clock shows with the first page. */
	readonly clock: { readonly times: PollTimes };
	/** Reading may take this long; a poll gets further by at least a page, whatever it says. */
	readonly readingTimeMs: number;
	/** True if the log is known to show nothing that is remembered. */
	readonly showsNothingKnown?: boolean;
}

/** A trigger that has just begun has no news. */
export const NOTHING_NEW = {
	...{ matching: [], isAllRead: true, showsKnown: true, isNothingNew: true },
} as const satisfies Partial<News>;

/** A poll reads in one pass, or in two if much is remembered: the second one has an end, and brings late events only. */
interface PassRange extends Pick<ForwardRange<LoggedEvent>, 'fromMs' | 'endMs'> {
	/** Events that were consumed before are expected at this time, epoch milliseconds. */
	readonly overlapMs: number;
	/** True if all from the floor on is read, so that the floor follows. */
	readonly isFromFloor: boolean;
}

/** Gathers what is new in what a poll reads, stretch by stretch. */
class NewsReader {
	private readonly matching: LoggedEvent[] = [];
	private readonly organizations = new Set<string>();
	private cursor: Cursor;
	private showsKnown = false;
	private takenCount = 0;
	private reachedMs = -Infinity;
	private firstReadMs: number | undefined;
	/** False once this poll leaves what is behind to the next one. */
	isAllRead = true;
	failure: EventLogFailure | undefined;

	constructor(
		private readonly log: ServedLog<LoggedEvent>,
		private readonly start: Cursor,
		private readonly rules: ReadingRules,
	) {
		this.cursor = { ...start, consumed: start.consumed.where(() => true) };
	}

	/** True if there is something to show, and the state can hold how far reading got. */
	get isFruitful(): boolean {
		return this.takenCount > 0 && mayStopAt(this.cursor, this.reachedMs);
	}

	/** Goes over the late-event window from its floor, or from where the poll before was ended. */
	async readLateEvents(): Promise<void> {
		const { floorMs, watermarkMs, consumed, lateReadToMs = -Infinity } = this.start;
		const isFromFloor = lateReadToMs <= floorMs;
		const fromMs = isFromFloor ? floorMs : lateReadToMs;
		const overlapMs = isFromFloor ? consumed.oldestMs() : fromMs;
		this.reachedMs = fromMs;
		await this.readOver({ fromMs, overlapMs, isFromFloor, endMs: watermarkMs });
		const placeMs = this.isAllRead ? undefined : this.reachedMs;
		this.cursor = { ...this.cursor, lateReadToMs: placeMs };
	}

	/** Reads until the log or the range ends, the poll is full, its time is up or a request fails. */
	async readOver(pass: PassRange): Promise<void> {
		const { consumed, watermarkMs } = this.start;
		const { fromMs, endMs, overlapMs } = pass;
		const expectsKnown = consumed.size > 0 && this.rules.showsNothingKnown !== true;
		const hasOverlap = expectsKnown && overlapMs < (endMs ?? Infinity);
		const overlap = { atMs: overlapMs, has: (event: LoggedEvent) => consumed.has(event) };
		const stretches = readForward(this.log, {
			...{ fromMs, endMs },
			...(hasOverlap && { overlap }),
			...(expectsKnown && { mustReachMs: watermarkMs }),
			// Where something is expected, or nothing remembered, an empty page is asked for twice: it may be wrong.
			mayBeEmpty: consumed.size > 0 && !hasOverlap,
		});
		for (;;) {
			const outcome = await toOutcome(stretches.next());
			if ('failure' in outcome) return this.interrupt(outcome.failure);
			if (outcome.value.done === true) return;
			const stretch = outcome.value.value;
			// The instant that could not be parted has ended.
			if (!this.isAllRead && (stretch.events[0]?.createdAtMs ?? 0) > this.reachedMs) return;
			if (this.take(stretch, pass) === 'future') return;
			if (!this.isAllRead && mayStopAt(this.cursor, this.reachedMs)) return;
		}
	}

	toNews(): News {
		const { cursor, isAllRead, failure, organizations, showsKnown, firstReadMs } = this;
		const matching = sortByTime(this.matching);
		const isNothingNew = this.takenCount === 0;
		return {
			...{ matching, cursor, isAllRead, failure, organizations },
			...{ showsKnown, isNothingNew, firstReadMs },
		};
	}

	/** @returns 'future' if the rest of the log is not due yet */
	private take({ events, readToMs }: Stretch<LoggedEvent>, pass: PassRange): 'future' | undefined {
		const { start, cursor, rules } = this;
		const settledToMs = pass.isFromFloor ? readToMs : cursor.floorMs;
		const pollStretch = { events, settledToMs, ...rules.clock.times };
		const eventsLeft = rules.maxEvents - this.matching.length;
		const advance = advanceCursor(cursor, pollStretch, { ...rules, maxEvents: eventsLeft });
		const { taken, watermarkMs, end } = advance;
		// A floor that followed the clock at every quiet poll would have to be saved with each.
		const isCursorMoved = taken.length > 0 || pass.endMs !== undefined;
		const floorMs = isCursorMoved ? advance.floorMs : cursor.floorMs;
		const matching = taken.filter(rules.matches);
		for (const event of matching) this.matching.push(event);
		this.showsKnown ||= events.some((event) => !isNew(start, event));
		cursor.consumed.add(taken, floorMs);
		this.cursor = { ...cursor, watermarkMs, floorMs };
		this.takenCount += taken.length;
		const last = end === 'maxEvents' ? taken[taken.length - 1] : events[events.length - 1];
		this.firstReadMs ??= events[0]?.createdAtMs;
		this.reachedMs = last?.createdAtMs ?? this.reachedMs;
		for (const organization of organizationsOf(events)) this.organizations.add(organization);
		const isTimeUp = this.takenCount > 0 && rules.clock.times.elapsedMs >= rules.readingTimeMs;
		if (end === 'maxEvents' || eventsLeft <= matching.length || isTimeUp) this.isAllRead = false;
		return end === 'future' ? end : undefined;
	}

	private interrupt(failure: EventLogFailure): void {
		this.failure = failure;
		this.isAllRead = false;
	}
}

/**
 * Gives what is new from the cursor's floor on, oldest first, until the log ends, the poll is full or its time is up.
 * If more is remembered than a page holds, new events come first, and the late-event window after them, as time and
 * quota allow: a poll that always read the window first might never get behind it.
 *
 * @throws EventLogFailure if that ended the first pass before there was anything to show
 */
export async function readNews(
	log: ServedLog<LoggedEvent>,
	start: Cursor,
	rules: ReadingRules,
): Promise<News> {
	const reading = new NewsReader(log, start, rules);
	const { floorMs, watermarkMs, consumed } = start;
	const fromFloor = { fromMs: floorMs, overlapMs: consumed.oldestMs(), isFromFloor: true };
	const isLateEventWindowWide = consumed.size >= Math.max(log.pageLength, DEFAULT_LIMIT);
	if (isLateEventWindowWide) {
		await reading.readOver({ fromMs: watermarkMs, overlapMs: watermarkMs, isFromFloor: false });
	} else {
		await reading.readOver(fromFloor);
	}
	if (reading.failure !== undefined && !reading.isFruitful) throw reading.failure;
	// All that is remembered may be of the first instant.
	if (isLateEventWindowWide && reading.isAllRead && floorMs < watermarkMs)
		await reading.readLateEvents();
	return reading.toNews();
}

function sortByTime(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	return [...events].sort((one, other) => one.createdAtMs - other.createdAtMs);
}
