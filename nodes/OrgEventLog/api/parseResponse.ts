import { hash } from 'node:crypto';
import { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import { sliceListEntries } from '../json/exactJson';
import { describeType, isJsonObject, isNestedDeeper, toInteger } from '../json/jsonValues';
import type { ReusedBuffer } from '../json/reusedBuffer';
import { DAY_MS } from '../text/times';
import type { EventsPage, MalformedRecord } from './page';
import { parseData } from './responseData';

/** n8n can't handle thousands of lists and objects within each other. */
export const MAX_EVENT_LEVELS = 500;

/** A record with an earlier time is malformed. */
export const EARLIEST_PLAUSIBLE_MS = Date.UTC(2000, 0, 1);

/** The clock of a service may be off, and an event may be dated ahead, but by less than a year. */
const MAX_AHEAD_MS = 366 * DAY_MS;

interface PageParsingOptions {
	readonly needsJsonLines?: boolean;
	/** JSON whose integers were quoted is put into this memory. */
	readonly buffer?: ReusedBuffer;
	/** The later one of the service's clock and the host's decides which times are plausible. */
	readonly nowMs?: number;
}

/** @throws EventLogFailure saying what came instead of a list of events */
export function parseEventsPage(
	body: Buffer,
	{ needsJsonLines = false, buffer, nowMs = Infinity }: PageParsingOptions = {},
): EventsPage<LoggedEvent> {
	const data = parseData(body, buffer);
	if (data === undefined) return { events: [] };
	if (!Array.isArray(data)) throw failureOfData(describeType(data), 'a list of events');
	const jsonLines = needsJsonLines ? sliceListEntries(body, 'data') : [];
	const wellFormed: LoggedEvent[] = [];
	const malformed: MalformedRecord[] = [];
	for (const [index, record] of data.entries()) {
		const entry = readRecord(record, nowMs);
		const jsonLine = jsonLines[index];
		if ('why' in entry) malformed.push(entry);
		else wellFormed.push(jsonLine === undefined ? entry : { ...entry, jsonLine });
	}
	const events = toDistinctEvents(wellFormed);
	return { events, malformed, duplicateCount: wellFormed.length - events.length };
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
	return 'why' in createdAt ? { id, ...createdAt } : { id, ...createdAt, fields: record };
}

/** Reads `created_at` of a record, or says what is wrong with it, without its value. */
function readCreatedAt(
	createdAt: unknown,
	nowMs: number,
): { readonly createdAtMs: number } | { readonly why: string } {
	if (createdAt === undefined) return { why: 'created_at is missing' };
	const createdAtMs = toInteger(createdAt);
	if (createdAtMs === undefined)
		return { why: `created_at is ${describeType(createdAt)} instead of whole milliseconds` };
	if (createdAtMs >= EARLIEST_PLAUSIBLE_MS && createdAtMs <= nowMs + MAX_AHEAD_MS)
		return { createdAtMs };
	return { why: 'created_at is before the year 2000 or more than a year ahead' };
}

/** Gives 0 if there is no data. @throws EventLogFailure saying what came instead of a number */
export function parseCount(body: Buffer): number {
	const data = parseData(body) ?? 0;
	const count = toInteger(data);
	if (count !== undefined && Number.isSafeInteger(count) && count >= 0) return count;
	throw failureOfData(describeType(data), 'a whole number of events');
}

function failureOfData(actual: string, expected: string): EventLogFailure {
	const detail = `“data” is ${actual} instead of ${expected}`;
	return new EventLogFailure('unexpectedShape', { detail });
}

const DIGEST_LENGTH = 32;
const CONTENT_HASH_LENGTH = 12;

/** Gives the id of an event; one without an id is known by a digest of its content. */
export function idOf(fields: Readonly<Record<string, unknown>>): string {
	const { id } = fields;
	if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return String(id);
	return `digest:${hashOf(fields, DIGEST_LENGTH)}`;
}

/**
 * Leaves out entries that repeat another one word for word. Events of one id and millisecond with different content
 * are told apart by a hash of it. Those at a page's ends have it, too: one of their id and time may be on the next page.
 */
export function toDistinctEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const ends = new Set([events[0]?.createdAtMs, events[events.length - 1]?.createdAtMs]);
	const marked = events.map((event) =>
		ends.has(event.createdAtMs) ? { ...event, contentId: contentIdOf(event) } : event,
	);
	const ids = new Set(events.map(({ id }) => id));
	return ids.size === events.length ? marked : separateByContent(marked);
}

function separateByContent(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const groups = new Map<string, Map<string, LoggedEvent>>();
	for (const event of events) {
		const key = `${event.createdAtMs} ${event.id}`;
		const byContent = groups.get(key) ?? new Map<string, LoggedEvent>();
		groups.set(key, byContent.set(contentIdOf(event), event));
	}
	return [...groups.values()].flatMap((byContent) =>
		byContent.size === 1
			? [...byContent.values()]
			: [...byContent].map(([id, event]) => ({ ...event, id })),
	);
}

function contentIdOf({ id, fields }: LoggedEvent): string {
	return `${id}#${hashOf(fields, CONTENT_HASH_LENGTH)}`;
}

function hashOf(fields: object, length: number): string {
	return hash('sha256', JSON.stringify(fields), 'hex').slice(0, length);
}
