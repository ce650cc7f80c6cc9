import { MIN_PAGE_LENGTH } from '../api/page';
import { type EventLogFailure, outcomesOf } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { type Stretch, readForward } from '../reading/readLog';
import { type Cursor, planAdvance, isNew, mayStopAt } from './cursor/cursor';
import type { PollInput } from './poll';
import { organizationsOf } from './organizations';

/** Gathers what is new in what a poll reads, stretch by stretch. */
export class NewEventsReader {
	/** These match and were not consumed before; the oldest comes first. */
	readonly matching: LoggedEvent[] = [];
	cursor: Cursor;
	/** It becomes false once this poll leaves a backlog to the next one. */
	isAllRead = true;
	/** It ended reading before the end of the log. */
	failure?: EventLogFailure;
	/** All that was read has these `org_id`s, consumed events included. */
	readonly organizations = new Set<string>();
	hasSeenConsumed = false;
	hasTakenNew = false;
	/** The oldest event of the first stretch that had any. */
	oldestOfFirstStretch?: LoggedEvent;
	newestShown?: LoggedEvent;
	/** The current pass has dealt with all up to here, epoch milliseconds. */
	private takenToMs = NaN;

	/** @param sawNothingKnown says that the last poll saw no consumed event, so this one need not either */
	constructor(
		private readonly input: PollInput,
		private readonly startCursor: Cursor,
		private readonly sawNothingKnown: boolean,
	) {
		this.cursor = { ...startCursor, consumed: startCursor.consumed.filterInstants(() => true) };
	}

	/**
	 * Gives what is new from the cursor's floor on, oldest first, until the log ends, the poll is full or time is up.
	 * If the consumed events fill a page, new events come first, and the late-event window after them, as time and
	 * quota allow: a poll that always read that window first might never get to what is new.
	 *
	 * @throws EventLogFailure if a request failed before anything could be consumed, or in an instant that is too large for
	 * the state
	 */
	async read(): Promise<this> {
		const { floorMs, watermarkMs, consumed } = this.startCursor;
		const { fullPageLength } = this.input.log.sourceLog;
		const doesWindowFillPage = consumed.size >= Math.max(fullPageLength, MIN_PAGE_LENGTH);
		await this.readPass(doesWindowFillPage ? watermarkMs : floorMs);
		const canKeepProgress = this.hasTakenNew && mayStopAt(this.cursor, this.takenToMs);
		if (this.failure !== undefined && !canKeepProgress) throw this.failure;
		// If the floor is at the watermark, the late-event window was read already.
		if (doesWindowFillPage && this.isAllRead && floorMs < watermarkMs) await this.readLateEvents();
		this.matching.sort((one, other) => one.createdAtMs - other.createdAtMs);
		return this;
	}

	/** Reads the late-event window: first the part that an earlier poll did not reach, then the part before it. */
	private async readLateEvents(): Promise<void> {
		const { floorMs, watermarkMs, lateReadToMs = floorMs } = this.startCursor;
		const resumedFromMs = Math.max(floorMs, lateReadToMs);
		await this.readPass(resumedFromMs, watermarkMs);
		if (this.isAllRead && resumedFromMs > floorMs) await this.readPass(floorMs, resumedFromMs);
		this.cursor = { ...this.cursor, lateReadToMs: this.isAllRead ? undefined : this.takenToMs };
	}

	/** Reads until the log or the range ends, the poll is full, its time is up or a request fails. */
	private async readPass(fromMs: number, endMs?: number): Promise<void> {
		const { consumed, watermarkMs } = this.startCursor;
		this.takenToMs = fromMs;
		const expectsConsumed = consumed.size > 0 && !this.sawNothingKnown;
		const overlapMs = Math.min(...consumed.instants.filter((instantMs) => instantMs >= fromMs));
		const hasOverlap = expectsConsumed && overlapMs < (endMs ?? Infinity);
		const has = (event: LoggedEvent) => consumed.has(event);
		const stretches = readForward(this.input.log.sourceLog, {
			...{ startMs: fromMs, endMs },
			...(hasOverlap && { overlap: { position: overlapMs, has } }),
			...(expectsConsumed && { seenTo: watermarkMs }),
			// If events were consumed, no empty page need be asked for twice: the next poll would show what it lacks.
			mayBeEmpty: consumed.size > 0,
		});
		for await (const outcome of outcomesOf(stretches)) {
			if ('failure' in outcome) {
				this.isAllRead = false;
				this.failure = outcome.failure;
				return;
			}
			const stretch = outcome.value;
			// The poll had to finish an instant that is too large to be consumed in part; this stretch begins after it.
			if (!this.isAllRead && (stretch.events[0]?.createdAtMs ?? 0) > this.takenToMs) return;
			const isFutureReached = this.take(stretch, fromMs, endMs) === 'future';
			if (isFutureReached || (!this.isAllRead && mayStopAt(this.cursor, this.takenToMs))) return;
		}
	}

	/** Takes what is new of a stretch, and gives why it stopped. */
	private take({ events, reached }: Stretch<LoggedEvent>, fromMs: number, endMs?: number) {
		const { startCursor, cursor, input, matching } = this;
		const { log, settings, maxReadingMs } = input;
		const { slowerClockMs, fasterClockMs } = log.sourceLog;
		const coveredToMs = fromMs > startCursor.floorMs ? cursor.floorMs : reached;
		const elapsedMs = log.getElapsedMs();
		const stretch = { events, coveredToMs, slowerClockMs, fasterClockMs, elapsedMs };
		const maxEvents = settings.maxEvents - matching.length;
		const rules = { ...settings, maxEvents, matches: log.matches };
		const { taken, stoppedBy, ...moved } = planAdvance(cursor, stretch, rules);
		for (const event of taken) if (log.matches(event)) matching.push(event);
		this.hasTakenNew ||= taken.length > 0;
		this.hasSeenConsumed ||= events.some((event) => !isNew(startCursor, event));
		for (const organization of organizationsOf(events)) this.organizations.add(organization);
		// If nothing is taken, the floor stays, so a quiet poll changes no state. Only the late-event pass moves it then.
		const isLateEventPass = endMs !== undefined;
		const isFloorMoved = taken.length > 0 || isLateEventPass;
		const floorMs = isFloorMoved ? moved.floorMs : cursor.floorMs;
		cursor.consumed.add(taken, floorMs);
		this.cursor = { ...cursor, watermarkMs: moved.watermarkMs, floorMs };
		this.oldestOfFirstStretch ??= events[0];
		const last = events[events.length - 1];
		if (!isLateEventPass) this.newestShown = last ?? this.newestShown;
		const farthest = stoppedBy === 'maxEvents' ? taken[taken.length - 1] : last;
		this.takenToMs = farthest?.createdAtMs ?? this.takenToMs;
		// A poll gets further by at least a page, whatever its time.
		const isTimeUp = (this.hasTakenNew || isLateEventPass) && elapsedMs >= maxReadingMs;
		if (stoppedBy === 'maxEvents' || matching.length >= settings.maxEvents || isTimeUp)
			this.isAllRead = false;
		return stoppedBy;
	}
}

/** All that a poll has read, or the baseline of a trigger that begins. */
export type PollReading = Readonly<Omit<NewEventsReader, 'read'>>;
