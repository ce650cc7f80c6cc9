import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import type { Order, TimeRange } from '../../../../nodes/OrgEventLog/api/page';
import { readInSlices } from '../../../../nodes/OrgEventLog/reading/slices';
import { walkEvents } from '../../../../nodes/OrgEventLog/reading/walk';
import type { ModelEvent, ModelLog } from '../../../support/modelLog';

export const START_MS = 1_700_000_000_000;

/** How a log is read: by one walk, or in slices where there are several workers. */
export interface Reading {
	readonly order?: Order;
	readonly range?: TimeRange;
	readonly pageSize?: number;
	readonly orderIsReliable?: boolean;
	readonly workers?: number;
	/** Of a walk. */
	readonly wanted?: number;
	/** Of slices. */
	readonly maxEventsAhead?: number;
}

type Pages = Pick<ModelLog, 'fetchPage'>;

export function startReading({ fetchPage }: Pages, reading: Reading = {}) {
	const { order = 'ASC', range = {}, pageSize = 100, orderIsReliable = false } = reading;
	const { workers = 1, wanted, maxEventsAhead } = reading;
	const source = { fetchPage, pageSize, orderIsReliable };
	return workers === 1
		? walkEvents(source, { order, range, wanted })
		: readInSlices(source, { order, range, maxParallelRequests: workers, maxEventsAhead });
}

export async function readAll(log: Pages, reading?: Reading): Promise<LoggedEvent[]> {
	const events: LoggedEvent[] = [];
	for await (const batch of startReading(log, reading)) events.push(...batch);
	return events;
}

export async function readIds(log: Pages, reading?: Reading): Promise<string[]> {
	return idsOf(await readAll(log, reading));
}

export function idsOf(events: ReadonlyArray<{ readonly id: string }>): string[] {
	return events.map(({ id }) => id);
}

/** Events so long after the beginning, numbered as they are given. */
export function eventsAt(offsetsMs: readonly number[]): ModelEvent[] {
	return offsetsMs.map((offset, index) => ({
		id: `event-${index}`,
		createdAtMs: START_MS + offset,
	}));
}

/** So many events, one after the other. */
export function evenly(count: number, stepMs = 1000): ModelEvent[] {
	return eventsAt(Array.from({ length: count }, (_, index) => index * stepMs));
}

/** The numbers of such events, in their order. */
export function numbersOf(ids: readonly string[]): number[] {
	return ids.map((id) => Number(id.slice('event-'.length))).sort((one, other) => one - other);
}
