import { createHash } from 'node:crypto';
import { EventLogFailure } from '../errors/failure';
import { parseExactJson } from '../json/exactJson';
import { describeType, isJsonObject, type JsonObject } from '../json/jsonValues';
import { sliceListEntries } from '../json/listEntries';
import { toJsonText } from '../json/nesting';
import type { ReusedBytes } from '../json/reusedBytes';
import type { EventFields, LoggedEvent, LoggedEventsPage, UnplacedEvent } from './event';

/** The first thing in a body that is no JSON decides what to tell the user about it. */
function failureForBody(body: Buffer): EventLogFailure {
	const start = body.toString().trimStart();
	if (start === '') return new EventLogFailure('notJson', { detail: 'an empty response' });
	if (start.startsWith('<')) return new EventLogFailure('htmlPage');
	if (/^[[{]/.test(start)) return new EventLogFailure('brokenJson');
	return new EventLogFailure('notJson', { detail: 'text' });
}

/**
 * The object that a body holds, integers exact.
 *
 * @param room for the parser, as of `parseExactJson`
 * @throws EventLogFailure saying what came instead.
 */
export function parseObject(body: Buffer, room?: ReusedBytes): JsonObject {
	let value: unknown;
	try {
		value = parseExactJson(body, room);
	} catch {
		throw failureForBody(body);
	}
	if (isJsonObject(value)) return value;
	throw new EventLogFailure('noData', { detail: describeType(value) });
}

function parseData(body: Buffer, room?: ReusedBytes): unknown {
	const response = parseObject(body, room);
	if ('data' in response) return response.data;
	throw new EventLogFailure('noData', { detail: 'an object without it' });
}

function unexpected(detail: string): EventLogFailure {
	return new EventLogFailure('unexpectedShape', { detail });
}

const DIGEST_LENGTH = 32;

/** What an event without an id of its own is known by: a digest of all that it holds. */
function idOf(fields: EventFields): string {
	const { id } = fields;
	if (typeof id === 'string' && id !== '') return id;
	if (typeof id === 'number') return String(id);
	const digest = createHash('sha256').update(toJsonText(fields)).digest('hex');
	return `digest:${digest.slice(0, DIGEST_LENGTH)}`;
}

function describeTime(createdAt: unknown): string {
	if (createdAt === undefined) return 'it has no created_at';
	const what = typeof createdAt === 'number' ? 'no whole number' : describeType(createdAt);
	return `its created_at is ${what} instead of milliseconds`;
}

function toUnplaced(fields: EventFields, oddity: string, text?: string): UnplacedEvent {
	return { ...toPlaced(fields, NaN, text), oddity };
}

function toPlaced(fields: EventFields, createdAtMs: number, text?: string): LoggedEvent {
	const id = idOf(fields);
	return text === undefined ? { id, createdAtMs, fields } : { id, createdAtMs, fields, text };
}

/** @param text the entry's own, where it is wanted */
function toEvent(entry: unknown, text?: string): LoggedEvent | UnplacedEvent {
	if (!isJsonObject(entry)) {
		return toUnplaced({ value: entry }, `it is ${describeType(entry)} instead of an event`, text);
	}
	const createdAtMs = entry.created_at;
	if (typeof createdAtMs === 'number' && Number.isSafeInteger(createdAtMs)) {
		return toPlaced(entry, createdAtMs, text);
	}
	return toUnplaced(entry, describeTime(createdAtMs), text);
}

/** The entries of a page. */
export type ParsedPage = Pick<LoggedEventsPage, 'events' | 'unplaced'>;

/**
 * The events of a page, and beside them what has no place in time: together all that the body holds.
 *
 * @param keepText whether each event carries its own JSON text, too
 * @param room for the parser, as of `parseExactJson`
 * @throws EventLogFailure saying what came instead of a list
 */
export function parseEventsPage(
	body: Buffer,
	{ keepText = false, room }: { readonly keepText?: boolean; readonly room?: ReusedBytes } = {},
): ParsedPage {
	const data = parseData(body, room);
	if (!Array.isArray(data)) {
		throw unexpected(`“data” is ${describeType(data)} instead of a list of events`);
	}
	const texts = keepText ? sliceListEntries(body, 'data') : undefined;
	const events: LoggedEvent[] = [];
	const unplaced: UnplacedEvent[] = [];
	for (const [index, entry] of data.entries()) {
		const event = toEvent(entry, texts?.[index]);
		if ('oddity' in event) unplaced.push(event);
		else events.push(event);
	}
	return unplaced.length === 0 ? { events } : { events, unplaced };
}

/**
 * The number that Count responds with.
 *
 * @throws EventLogFailure saying what came instead.
 */
export function parseCount(body: Buffer): number {
	const data = parseData(body);
	if (typeof data === 'number' && Number.isSafeInteger(data) && data >= 0) return data;
	const came = typeof data === 'number' ? 'no count' : describeType(data);
	throw unexpected(`“data” is ${came} instead of a number of events`);
}
