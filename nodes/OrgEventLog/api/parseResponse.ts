import { MAX_EVENT_LEVELS } from '../events/limits';
import type { LoggedEvent } from '../events/event';
import { EventLogFailure } from '../errors/failure';
import { describeType, isJsonObject, isNestedDeeper } from '../json/jsonValues';
import { sliceListEntries } from '../json/listEntries';
import type { ReusedBuffer } from '../json/reusedBuffer';
import { readCreatedAt, toInteger } from './createdAt';
import { distinctEvents, idOf } from './eventIds';
import type { EventsPage, MalformedRecord } from './page';
import { parseData } from './responseBody';

interface PageParsing {
	readonly keepText?: boolean;
	/** The parser takes it, as `parseExactJson` says. */
	readonly buffer?: ReusedBuffer;
	/** The later one of the service's clock and the host's, epoch milliseconds, tells which times are plausible. */
	readonly nowMs?: number;
}

/**
 * Gives the events of a page, and its malformed records beside them.
 *
 * @throws EventLogFailure saying what came instead of a list of events
 */
export function parseEventsPage(
	body: Buffer,
	{ keepText = false, buffer, nowMs = Infinity }: PageParsing = {},
): EventsPage<LoggedEvent> {
	const data = parseData(body, buffer);
	if (data === undefined) return { events: [] };
	if (!Array.isArray(data)) {
		throw unexpected(`“data” is ${describeType(data)} instead of a list of events`);
	}
	// An empty list may also be written as null, which has no texts.
	const texts = keepText && data.length > 0 ? sliceListEntries(body, 'data') : [];
	const all: LoggedEvent[] = [];
	const malformed: MalformedRecord[] = [];
	for (const [index, record] of data.entries()) {
		const read = readRecord(record, nowMs);
		const text = texts[index];
		if ('why' in read) malformed.push(read);
		else all.push(text === undefined ? read : { ...read, text });
	}
	const events = distinctEvents(all);
	return { events, malformed, duplicates: all.length - events.length };
}

function readRecord(record: unknown, nowMs: number): LoggedEvent | MalformedRecord {
	if (!isJsonObject(record)) {
		const why = `the record is ${describeType(record)} instead of an event`;
		return { id: idOf({ record }), why };
	}
	if (isNestedDeeper(record, MAX_EVENT_LEVELS)) {
		const why = `the record is nested more than ${MAX_EVENT_LEVELS} levels deep`;
		return { id: idOf({ id: record.id }), why };
	}
	const id = idOf(record);
	const createdAt = readCreatedAt(record.created_at, nowMs);
	return typeof createdAt === 'string'
		? { id, why: createdAt }
		: { id, createdAtMs: createdAt, fields: record };
}

/** Gives the number that Count responds with; 0 for nothing. @throws EventLogFailure saying what came instead */
export function parseCount(body: Buffer): number {
	const data = parseData(body) ?? 0;
	const count = toInteger(data);
	if (count !== undefined && Number.isSafeInteger(count) && count >= 0) return count;
	const came =
		typeof data === 'number' ? 'a negative, fractional or very large number' : describeType(data);
	throw unexpected(`“data” is ${came} instead of a number of events`);
}

function unexpected(detail: string): EventLogFailure {
	return new EventLogFailure('unexpectedShape', { detail });
}
