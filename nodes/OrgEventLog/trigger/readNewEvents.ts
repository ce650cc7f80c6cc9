import type { FetchPage, LoggedEvent } from '../api/event';
import { walkEvents } from '../reading/walk';
import type { Cursor, CursorRules } from './cursor';
import { advanceCursor, mayStopAt } from './cursor';

export interface PollSettings extends CursorRules {
	readonly pageSize: number;
	readonly orderIsReliable: boolean;
	/** The service's time when reading began; asked for once the first page has arrived. */
	readonly presentMs: () => number;
	readonly presentIsTold: () => boolean;
	readonly elapsedMs: () => number;
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
 * is up; every call gets at least one page further.
 *
 * @throws what `fetchPage` and the walk throw; then nothing of it counts
 */
export async function readNewEvents(
	fetchPage: FetchPage,
	start: Cursor,
	settings: PollSettings,
): Promise<NewEvents> {
	const emit: LoggedEvent[] = [];
	const organizations = new Set<string>();
	let cursor = start;
	let late = 0;
	let consumed = 0;
	let recognized = false;
	const finish = (backlog: NewEvents['backlog']) => ({
		emit,
		cursor,
		late,
		backlog,
		organizations,
		recognized,
	});
	const walk = walkEvents({
		fetchPage,
		order: 'ASC',
		range: { startMs: start.floorMs },
		pageSize: settings.pageSize,
		orderIsReliable: settings.orderIsReliable,
	});
	for await (const events of walk) {
		const advance = advanceCursor(
			cursor,
			{
				events,
				presentMs: settings.presentMs(),
				presentIsTold: settings.presentIsTold(),
				elapsedMs: settings.elapsedMs(),
			},
			{ ...settings, maxEvents: settings.maxEvents - emit.length },
		);
		cursor = advance.cursor;
		emit.push(...advance.emit);
		late += advance.late;
		consumed += advance.consumedNow;
		recognized ||= advance.recognized;
		for (const { fields } of events) {
			if (typeof fields['org_id'] === 'string') organizations.add(fields['org_id']);
		}
		const lastMs = events[events.length - 1]?.createdAtMs ?? 0;
		if (advance.cutShort) return finish('maxEvents');
		if (advance.waiting > 0) return finish('none');
		if (!mayStopAt(cursor, lastMs)) continue;
		if (emit.length >= settings.maxEvents) return finish('maxEvents');
		if (consumed > 0 && settings.isTimeUp()) return finish('time');
	}
	return finish('none');
}
