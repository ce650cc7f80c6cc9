import type { Order, TimeRange } from '../../../../nodes/OrgEventLog/api/page';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import {
	readBackUntil,
	readForward,
	readRange,
} from '../../../../nodes/OrgEventLog/reading/readLog';
import { ServiceLog } from '../../../../nodes/OrgEventLog/reading/serviceLog';
import type { ModelEvent, ModelLog } from '../../../support/modelLog';

export const START_MS = 1_700_000_000_000;
export const HOUR_MS = 3_600_000;

/** Who reads a log: an operation that wants a range, or a poll that goes forward or backward. */
export interface Reading {
	readonly reader?: 'range' | 'forward' | 'backward';
	readonly order?: Order;
	readonly range?: TimeRange;
	readonly maxPageLimit?: number;
	/** Whether the order is documented, as that of List is. */
	readonly isList?: boolean;
	readonly workers?: number;
	/** How many events are wanted; all of them unless given. */
	readonly wanted?: number;
}

export function serve(log: ModelLog, { maxPageLimit = 1000, isList = false }: Reading = {}) {
	const { fetchPage } = log;
	const source = { fetchPage, maxPageLimit, isOrderReliable: isList };
	return new ServiceLog<LoggedEvent>(source, undefined, () => log.nowMs);
}

export async function readAll(log: ModelLog, reading: Reading = {}): Promise<LoggedEvent[]> {
	const { reader = 'range', order = 'ASC', range = {}, workers = 1, wanted = Infinity } = reading;
	const served = serve(log, reading);
	const events: LoggedEvent[] = [];
	if (reader === 'forward') {
		for await (const stretch of readForward(served, range)) events.push(...stretch.events);
	} else if (reader === 'backward') {
		const end = await readBackUntil(served, range, (page) => {
			events.push(...page);
			return false;
		});
		if (typeof end !== 'string') throw end;
	} else {
		const left = wanted === Infinity ? undefined : () => wanted - events.length;
		for await (const batch of readRange(served, range, order, {
			maxParallelWindows: workers,
			countWanted: left,
		})) {
			events.push(...batch);
			if (events.length >= wanted) break;
		}
	}
	return events;
}

/** The order in which such a reading gives its events. */
export function orderOf({ reader = 'range', order = 'ASC' }: Reading): Order {
	if (reader === 'range') return order;
	return reader === 'forward' ? 'ASC' : 'DESC';
}

export function idsOf(events: ReadonlyArray<{ readonly id: string }>): string[] {
	return events.map(({ id }) => id);
}

/** So many events, one after the other. */
export function evenly(count: number, stepMs = 1000): ModelEvent[] {
	return dated(Array.from({ length: count }, (_, index) => START_MS + index * stepMs));
}

export function dated(timesMs: readonly number[], prefix = 'event'): ModelEvent[] {
	return timesMs.map((createdAtMs, index) => ({ id: `${prefix}-${index}`, createdAtMs }));
}

/** A test that would never end fails at so many requests. */
export function endAt(log: ModelLog, most = 100): ModelLog {
	log.nowMs = START_MS + HOUR_MS;
	log.beforeRequest = (request) => {
		if (request > most) throw new Error('There is no end of requests');
	};
	return log;
}

/** Pages leave malformed records out, and say which. */
export function spoil(log: ModelLog, isMalformed: (event: ModelEvent) => boolean): void {
	log.distort = (page) => ({
		...page,
		events: page.events.filter((event) => !isMalformed(event)),
		malformed: page.events.filter(isMalformed).map(({ id }) => ({ id, why: 'created_at' })),
	});
}
