import type { FetchPage, LoggedEvent } from '../api/event';
import { walkEvents } from '../reading/walk';
import type { Advance, Cursor, CursorRules } from './cursor';
import { advanceCursor, mayStopAt } from './cursor';

export interface PollSettings extends CursorRules {
	readonly pageSize: number;
	readonly orderIsReliable: boolean;
	/** The service's time when reading began; asked for once the first page has arrived. */
	readonly presentMs: () => number;
	readonly presentIsTold: () => boolean;
	readonly elapsedMs: () => number;
	/** Whether the time for going over the late-event window again is used up. */
	readonly isWindowTimeUp: () => boolean;
	/** Whether the poll's time is used up: reading then ends behind the page it has. */
	readonly isTimeUp: () => boolean;
}

export interface NewEvents {
	/** The events to deliver, oldest first. */
	readonly emit: readonly LoggedEvent[];
	readonly cursor: Cursor;
	readonly late: number;
	/** Why more may be waiting for the next poll. */
	readonly backlog: 'none' | 'maxEvents' | 'time';
	/** `org_id`s of everything read, known events included. */
	readonly organizations: ReadonlySet<string>;
	/** Whether something consumed before was among it. */
	readonly recognized: boolean;
}

/**
 * Reads from the cursor's floor on, oldest first, until the log ends, the poll is full or its time
 * is up; every call gets at least one page further. Where going over the window again would take
 * too much of the time, the rest of the window is left to the next poll, and what is new comes
 * first: the floor then follows only as far as the window was gone over.
 *
 * @throws what `fetchPage` and the walk throw; then nothing of it counts
 */
export async function readNewEvents(
	fetchPage: FetchPage,
	start: Cursor,
	settings: PollSettings,
): Promise<NewEvents> {
	const reading = new NewEventsReading(fetchPage, start, settings);
	const isWindowTimeUp = (reachedMs: number) =>
		reachedMs < start.watermarkMs && settings.isWindowTimeUp();
	const end = await reading.readFrom(start.floorMs, isWindowTimeUp);
	if (end !== 'interrupted') return reading.result(end);
	const goOnFromMs = reading.keepFloorBelowReached();
	const endOfNew = await reading.readFrom(start.watermarkMs);
	if (reading.hasConsumed) return reading.result(endOfNew === 'none' ? 'time' : endOfNew);
	return reading.result(await reading.readFrom(goOnFromMs));
}

type End = NewEvents['backlog'];

class NewEventsReading {
	private readonly emit: LoggedEvent[] = [];
	private readonly organizations = new Set<string>();
	private late = 0;
	private consumed = 0;
	private recognized = false;
	private reachedMs: number;
	private greatestFloorMs = Infinity;

	constructor(
		private readonly fetchPage: FetchPage,
		private cursor: Cursor,
		private readonly settings: PollSettings,
	) {
		this.reachedMs = cursor.floorMs;
	}

	get hasConsumed(): boolean {
		return this.consumed > 0;
	}

	/** From now on the floor stays where reading has come without a gap: there, epoch milliseconds. */
	keepFloorBelowReached(): number {
		this.greatestFloorMs = this.reachedMs;
		return this.reachedMs;
	}

	async readFrom(startMs: number): Promise<End>;
	async readFrom(
		startMs: number,
		interrupts: (reachedMs: number) => boolean,
	): Promise<End | 'interrupted'>;
	async readFrom(
		startMs: number,
		interrupts: (reachedMs: number) => boolean = () => false,
	): Promise<End | 'interrupted'> {
		const { pageSize, orderIsReliable, maxEvents, isTimeUp } = this.settings;
		const range = { startMs };
		const { fetchPage } = this;
		for await (const events of walkEvents({
			...{ fetchPage, order: 'ASC', range, pageSize, orderIsReliable },
		})) {
			const { cutShort, waiting } = this.take(events);
			if (cutShort) return 'maxEvents';
			if (waiting > 0) return 'none';
			if (!mayStopAt(this.cursor, this.reachedMs)) continue;
			if (this.emit.length >= maxEvents) return 'maxEvents';
			if (interrupts(this.reachedMs)) return 'interrupted';
			if (this.consumed > 0 && isTimeUp()) return 'time';
		}
		return 'none';
	}

	result(backlog: NewEvents['backlog']): NewEvents {
		const { emit, cursor, late, organizations, recognized } = this;
		return { emit, cursor, late, backlog, organizations, recognized };
	}

	private take(events: readonly LoggedEvent[]): Advance {
		const { settings } = this;
		const advance = advanceCursor(
			this.cursor,
			{
				events,
				presentMs: settings.presentMs(),
				presentIsTold: settings.presentIsTold(),
				elapsedMs: settings.elapsedMs(),
				greatestFloorMs: this.greatestFloorMs,
			},
			{ ...settings, maxEvents: settings.maxEvents - this.emit.length },
		);
		this.cursor = advance.cursor;
		this.emit.push(...advance.emit);
		this.late += advance.late;
		this.consumed += advance.consumedNow;
		this.recognized ||= advance.recognized;
		this.reachedMs = events[events.length - 1]?.createdAtMs ?? this.reachedMs;
		for (const { fields } of events) {
			if (typeof fields['org_id'] === 'string') this.organizations.add(fields['org_id']);
		}
		return advance;
	}
}
