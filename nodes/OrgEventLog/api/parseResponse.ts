import { hash } from 'node:crypto';
import { EventLogFailure } from '../errors/failure';
import { parseExactJson } from '../json/exactJson';
import { hasMorePartsThan } from '../json/jsonBytes';
import { describeType, isJsonObject, type JsonObject } from '../json/jsonValues';
import { sliceListEntries } from '../json/listEntries';
import type { ReusedBuffer } from '../json/reusedBuffer';
import { MAX_BODY_PARTS } from '../events/limits';
import type { EventFields, LoggedEvent } from '../events/event';
import type { EventsPage, MalformedRecord } from './page';

/** The first thing in a body that is no JSON decides what to tell the user about it. */
function failureForBody(body: Buffer): EventLogFailure {
	const start = body.toString().trimStart();
	if (start === '') return new EventLogFailure('notJson', { detail: 'an empty response' });
	if (start.startsWith('<')) return new EventLogFailure('htmlPage', {});
	if (/^[[{]/.test(start)) return new EventLogFailure('brokenJson', {});
	return new EventLogFailure('notJson', { detail: 'text' });
}

/**
 * The object that a body holds, integers exact.
 *
 * @param buffer for the parser, as of `parseExactJson`
 * @throws EventLogFailure saying what came instead.
 */
export function parseObject(body: Buffer, buffer?: ReusedBuffer): JsonObject {
	if (hasMorePartsThan(body, MAX_BODY_PARTS)) {
		throw new EventLogFailure('tooLarge', { detail: 'two million lists, objects and names' });
	}
	let value: unknown;
	try {
		value = parseExactJson(body, buffer);
	} catch {
		throw failureForBody(body);
	}
	if (isJsonObject(value)) return value;
	throw new EventLogFailure('noData', { detail: describeType(value) });
}

function parseData(body: Buffer, buffer?: ReusedBuffer): unknown {
	const response = parseObject(body, buffer);
	if ('data' in response) return response.data;
	throw new EventLogFailure('noData', { detail: 'an object without “data”' });
}

function unexpected(detail: string): EventLogFailure {
	return new EventLogFailure('unexpectedShape', { detail });
}

const DIGEST_LENGTH = 32;

/** The ids of a page's events. An event without an id is identified by a digest of its content. */
class PageIds {
	private readonly digests = new Map<string, number>();

	idOf(fields: EventFields): string {
		const { id } = fields;
		if (typeof id === 'string' && id !== '') return id;
		return typeof id === 'number' ? String(id) : this.digestOf(fields);
	}

	/** Of several that are alike each has its own. */
	private digestOf(fields: EventFields): string {
		const digest = hash('sha256', JSON.stringify(fields), 'hex');
		const id = `digest:${digest.slice(0, DIGEST_LENGTH)}`;
		const number = (this.digests.get(id) ?? 0) + 1;
		this.digests.set(id, number);
		return number === 1 ? id : `${id}-${number}`;
	}
}

/** Why an entry is no event. */
function describeMalformed(entry: unknown): string {
	if (!isJsonObject(entry)) return `the entry is ${describeType(entry)} instead of an event`;
	const { created_at: createdAt } = entry;
	if (createdAt === undefined) return 'created_at is missing';
	const what =
		typeof createdAt === 'number' ? 'a fractional or very large number' : describeType(createdAt);
	return `created_at is ${what} instead of milliseconds`;
}

interface PageParsing {
	/** Whether each event carries its own JSON text, too. */
	readonly keepText?: boolean;
	/** For the parser, as of `parseExactJson`. */
	readonly buffer?: ReusedBuffer;
}

/**
 * The events of a page, and its malformed records beside them.
 *
 * @throws EventLogFailure saying what came instead of a list of events
 */
export function parseEventsPage(
	body: Buffer,
	{ keepText = false, buffer }: PageParsing = {},
): EventsPage<LoggedEvent> {
	const data = parseData(body, buffer);
	if (!Array.isArray(data)) {
		throw unexpected(`“data” is ${describeType(data)} instead of a list of events`);
	}
	const texts = keepText ? sliceListEntries(body, 'data') : undefined;
	const ids = new PageIds();
	const events: LoggedEvent[] = [];
	const malformed: MalformedRecord[] = [];
	for (const [index, entry] of data.entries()) {
		const fields: EventFields = isJsonObject(entry) ? entry : { value: entry };
		const id = ids.idOf(fields);
		const { created_at: createdAtMs } = fields;
		if (typeof createdAtMs === 'number' && Number.isSafeInteger(createdAtMs)) {
			const text = texts?.[index];
			const event = { id, createdAtMs, fields };
			events.push(text === undefined ? event : { ...event, text });
		} else {
			malformed.push({ id, why: describeMalformed(entry) });
		}
	}
	return malformed.length === 0 ? { events } : { events, malformed };
}

/**
 * The number that Count responds with.
 *
 * @throws EventLogFailure saying what came instead.
 */
export function parseCount(body: Buffer): number {
	const data = parseData(body);
	if (typeof data === 'number' && Number.isSafeInteger(data) && data >= 0) return data;
	const came =
		typeof data === 'number' ? 'a negative, fractional or very large number' : describeType(data);
	throw unexpected(`“data” is ${came} instead of a number of events`);
}
