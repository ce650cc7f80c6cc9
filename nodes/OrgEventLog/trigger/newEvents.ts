import type { LoggedEvent } from '../api/event';
import type { ClockRemark } from './clockRemarks';
import { type Advance, type Cursor, type CursorRules, advanceCursor } from './cursor';
import { organizationsOf } from './organizations';
import type { PollClock } from './pollClock';

/** Why more may be waiting for the next poll. */
export type Backlog = 'none' | 'maxEvents' | 'time';

export interface NewEvents {
	/** The events to deliver, oldest first. */
	readonly emit: readonly LoggedEvent[];
	/** Where reading began. */
	readonly begunFrom: Cursor;
	readonly cursor: Cursor;
	readonly backlog: Backlog;
	/** `org_id`s of everything read, known events included, as they are remembered. */
	readonly organizations: ReadonlySet<string>;
	/** Whether something consumed before was among it. */
	readonly recognized: boolean;
	/** About the times of what was read. */
	readonly remarks: readonly ClockRemark[];
}

/** Gathers what is new in what a poll reads, section by section of the log. */
export class NewEventsCollector {
	/** The time of the last event read. */
	reachedMs: number;
	/** How many events are consumed for the first time, delivered or not. */
	consumedCount = 0;
	private readonly begunFrom: Cursor;
	private readonly emit: LoggedEvent[] = [];
	private readonly organizations = new Set<string>();
	private recognized = false;
	private waitingFromMs: number | undefined;
	private maxFloorMs = Infinity;

	constructor(
		public cursor: Cursor,
		private readonly rules: CursorRules,
		private readonly clock: PollClock,
	) {
		this.begunFrom = cursor;
		this.reachedMs = cursor.floorMs;
	}

	/** Whether the poll holds as many events as it may. */
	get isFull(): boolean {
		return this.emit.length >= this.rules.maxEvents;
	}

	/** From now on the floor follows no further than this. */
	holdFloorAt(maxFloorMs: number): void {
		this.maxFloorMs = maxFloorMs;
	}

	/** @param events the next ones of the log, oldest first */
	take(events: readonly LoggedEvent[]): Advance {
		const { clock, maxFloorMs } = this;
		const section = {
			events,
			earliestMs: clock.earliestMs(),
			latestMs: clock.latestMs(),
			elapsedMs: clock.elapsedMs(),
			maxFloorMs,
		};
		const maxEvents = this.rules.maxEvents - this.emit.length;
		const advance = advanceCursor(this.cursor, section, { ...this.rules, maxEvents });
		this.cursor = advance.cursor;
		for (const event of advance.emit) this.emit.push(event);
		this.consumedCount += advance.consumedNow;
		this.recognized ||= advance.recognized;
		this.waitingFromMs ??= advance.waitingFromMs;
		this.reachedMs = events[events.length - 1]?.createdAtMs ?? this.reachedMs;
		for (const organization of organizationsOf(events)) this.organizations.add(organization);
		return advance;
	}

	result(backlog: Backlog): NewEvents {
		const { emit, begunFrom, cursor, organizations, recognized } = this;
		const { waitingFromMs: nextMs } = this;
		const remarks = nextMs === undefined ? [] : [{ kind: 'eventsWait' as const, nextMs }];
		return { emit, begunFrom, cursor, backlog, organizations, recognized, remarks };
	}
}
