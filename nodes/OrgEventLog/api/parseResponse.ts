import { EventLogFailure } from '../errors/failure';
import { parseExactJson } from '../json/exactJson';
import { describeType, isJsonObject, type JsonObject } from '../json/jsonValues';
import { sliceListEntries } from '../json/listEntries';
import type { ReusedBytes } from '../json/reusedBytes';
import type { EventFields, LoggedEvent } from './event';

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

function readId({ id }: EventFields): string {
	if (typeof id === 'string' && id !== '') return id;
	if (typeof id === 'number') return String(id);
	throw unexpected(`The id of an event is ${id === '' ? 'empty' : describeType(id)}`);
}

function toEvent(entry: unknown): LoggedEvent {
	if (!isJsonObject(entry)) {
		throw unexpected(`An entry of “data” is ${describeType(entry)} instead of an event`);
	}
	const createdAtMs = entry.created_at;
	if (typeof createdAtMs === 'number' && Number.isSafeInteger(createdAtMs)) {
		return { id: readId(entry), createdAtMs, fields: entry };
	}
	throw unexpected(
		`The created_at of an event is ${
			typeof createdAtMs === 'number' ? 'no whole number' : describeType(createdAtMs)
		} instead of milliseconds`,
	);
}

/**
 * The events of a page.
 *
 * @param keepText whether each event carries its own JSON text, too
 * @param room for the parser, as of `parseExactJson`
 * @throws EventLogFailure saying what came instead; never gives fewer events than the body holds.
 */
export function parseEventsPage(
	body: Buffer,
	{ keepText = false, room }: { readonly keepText?: boolean; readonly room?: ReusedBytes } = {},
): LoggedEvent[] {
	const data = parseData(body, room);
	if (!Array.isArray(data)) {
		throw unexpected(`“data” is ${describeType(data)} instead of a list of events`);
	}
	const events = data.map(toEvent);
	if (!keepText) return events;
	const texts = sliceListEntries(body, 'data');
	return events.map((event, index) => ({ ...event, text: texts[index] }));
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
