import fc from 'fast-check';
import type { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { isEventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { memberOf } from '../../../../nodes/OrgEventLog/json/jsonValues';
import { countEntries } from '../../../../nodes/OrgEventLog/api/page';
import * as parse from '../../../../nodes/OrgEventLog/api/parseResponse';

const START_MS = 1_700_000_000_000;

function parseEventsPage(body: string, options?: { needsJsonLines: boolean }) {
	return parse.parseEventsPage(Buffer.from(body), options).events;
}

function parseMalformed(body: string) {
	const { events, malformed = [] } = parse.parseEventsPage(Buffer.from(body));
	expect(events).toEqual([]);
	return malformed;
}

function failureOf(work: () => unknown): EventLogFailure {
	try {
		work();
	} catch (thrown) {
		if (isEventLogFailure(thrown)) return thrown;
		throw thrown;
	}
	throw new Error('It should have failed');
}

describe('a page', () => {
	it('takes a number for an id, a large one digit for digit', () => {
		const page = parseEventsPage(
			'{"data":[{"id":7,"created_at":1700000000001},{"id":12345678901234567890,"created_at":1700000000001}]}',
		);
		expect(page.map(({ id }) => id)).toEqual(['7', '12345678901234567890']);
	});

	it.each([
		['', 'notJson', 'an empty response'],
		['<html><body>Log in</body></html>', 'htmlPage', undefined],
		['\n <!DOCTYPE html>', 'htmlPage', undefined],
		['Service moved', 'notJson', 'text'],
		['{"data":[{"id":"a","created_at":1700000000001},{"id"', 'brokenJson', undefined],
		['null', 'noData', 'null'],
		['[]', 'noData', 'a list'],
		['"x"', 'noData', 'a string'],
		['{"Data":[]}', 'noData', 'an object without “data”'],
		['{"data":{}}', 'unexpectedShape', '“data” is an object instead of a list of events'],
		['{"data":7}', 'unexpectedShape', '“data” is a number instead of a list of events'],
	])('%j fails as %s', (body, kind, detail) => {
		const failure = failureOf(() => parseEventsPage(body));
		expect(failure.kind).toBe(kind);
		expect(memberOf(failure.facts, 'detail')).toBe(detail);
	});
});

it.each(['946684800000', '"1700000000000"', '1700000000000', '1731622400000'])(
	'the time %s is read, as a number or as its digits in a text',
	(time) => {
		const body = Buffer.from(`{"data":[{"id":"a","created_at":${time}}]}`);
		const { events } = parse.parseEventsPage(body, { nowMs: START_MS });
		expect(events[0]?.createdAtMs).toBe(Number(time.replaceAll('"', '')));
	},
);

describe('two entries of a page with the same id and millisecond', () => {
	const page = (...entries: object[]) =>
		parse.parseEventsPage(Buffer.from(JSON.stringify({ data: entries })));
	const event = (message: string, createdAtMs = START_MS) => ({
		...{ id: 'a', created_at: createdAtMs, message },
	});

	it('are two events where they differ in anything, each known by the same in every page', () => {
		const { events } = page(event('one'), event('other'));
		const [one, other] = events.map(({ id }) => id);
		expect(one).toMatch(/^a#[0-9a-f]{12}$/);
		expect(one).not.toBe(other);
		const again = page(event('other'), event('one'), event('third', START_MS + 1)).events;
		expect(again.map(({ id }) => id)).toEqual([other, one, 'a']);
	});

	it('are one event where they are the same word for word, and take two places of the page', () => {
		const received = page(event('one'), event('one'), { ...event('b'), id: 'b' });
		expect(received.events.map(({ id }) => id)).toEqual(['a', 'b']);
		expect(countEntries(received)).toBe(3);
	});
});

describe('a malformed record', () => {
	const NEXT_YEAR_MS = START_MS + 366 * 24 * 3_600_000;

	it.each([
		['{"id":"a"}', 'created_at is missing'],
		...[
			['null', 'null'],
			['"2024-05-01"', 'a string'],
			['1.5', 'a number'],
			['{}', 'an object'],
		].map(([time, what]) => [
			`{"id":"a","created_at":${time}}`,
			`created_at is ${what} instead of whole milliseconds`,
		]),
		...['0', '-1', '1700000000', '1e300', '946684799999', NEXT_YEAR_MS + 1].map((time) => [
			`{"id":"a","created_at":${time}}`,
			'created_at is before the year 2000 or more than a year ahead',
		]),
	])('%s stands beside the events', (item, why) => {
		const body = `{"data":[{"id":"b","created_at":1700000000001},${item},{"id":"c","created_at":1700000000002}]}`;
		const { events, malformed } = parse.parseEventsPage(Buffer.from(body), { nowMs: START_MS });
		expect(events.map(({ id }) => id)).toEqual(['b', 'c']);
		expect(malformed).toEqual([{ id: 'a', why }]);
	});

	it.each([
		['null', 'the record is null instead of an event'],
		['[]', 'the record is a list instead of an event'],
		['"x"', 'the record is a string instead of an event'],
		['7', 'the record is a number instead of an event'],
	])('that is %s is named, too', (item, why) => {
		const [record, ...others] = parseMalformed(`{"data":[${item}]}`);
		expect(record).toEqual({ id: expect.stringMatching(/^digest:/) as string, why });
		expect(others).toEqual([]);
	});

	it.each([
		'{"created_at":1700000000001}',
		'{"id":"","created_at":1700000000001}',
		'{"id":{},"created_at":1700000000001}',
	])('%s has a digest of its content for an id', (item) => {
		const idOf = (text: string) => parseEventsPage(`{"data":[${text}]}`)[0]?.id;
		expect(idOf(item)).toMatch(/^digest:[0-9a-f]{32}$/);
		expect(idOf(item)).toBe(idOf(item));
		expect(idOf(item)).not.toBe(idOf(item.replace(/1}$/, '2}')));
	});

	it('that is there twice, word for word, counts once', () => {
		const event = `{"created_at":${START_MS}}`;
		expect(parseEventsPage(`{"data":[${event},${event}]}`)).toHaveLength(1);
		expect(new Set(parseMalformed('{"data":[null,null]}').map(({ id }) => id)).size).toBe(1);
	});
});

describe('needsJsonLines', () => {
	it.each(['{"data":null}', '{"data":[]}', '{}'])('takes %s for an empty page', (body) => {
		expect(parseEventsPage(body, { needsJsonLines: true })).toEqual([]);
	});

	it('takes the last of two data, as JSON does, also where its name is escaped', () => {
		const body = String.raw`{"data":[{"id":"a","created_at":1700000000001}],"d\u0061ta":[{"id":"b","created_at":1700000000002}]}`;
		const [event, ...rest] = parseEventsPage(body, { needsJsonLines: true });
		expect(event).toMatchObject({ id: 'b', jsonLine: '{"id":"b","created_at":1700000000002}' });
		expect(rest).toEqual([]);
	});

	it('is JSON that reads as the event does, whatever is in it', () => {
		const item = fc.record({ id: fc.uuid(), created_at: fc.constant(START_MS), x: fc.jsonValue() });
		fc.assert(
			fc.property(fc.array(item), fc.nat(3), fc.jsonValue(), (data, indent, before) => {
				const body = JSON.stringify({ before, data, after: before }, undefined, indent);
				const texts = parseEventsPage(body, { needsJsonLines: true }).map(
					({ jsonLine }) => jsonLine ?? '',
				);
				expect(texts.map((text): unknown => JSON.parse(text))).toEqual(
					data.map((value): unknown => JSON.parse(JSON.stringify(value))),
				);
				expect(texts.join('')).not.toContain('\n');
			}),
			{ seed: 20260103, numRuns: 500 },
		);
	});
});

describe('a count', () => {
	it.each([
		['{"data":7}', 7],
		['{"data":"7"}', 7],
		['{"data":null}', 0],
		['{}', 0],
	])('is read from %s', (body, count) => {
		expect(parse.parseCount(Buffer.from(body))).toBe(count);
	});

	it.each([
		['-1', 'a number'],
		['1.5', 'a number'],
		['"seven"', 'a string'],
		['[]', 'a list'],
	])('%s is none', (data, what) => {
		const detail = `“data” is ${what} instead of a whole number of events`;
		const count = () => parse.parseCount(Buffer.from(`{"data":${data}}`));
		expect(failureOf(count).facts).toEqual({ detail });
	});
});
