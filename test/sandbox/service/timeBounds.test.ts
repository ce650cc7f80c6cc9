import * as fc from 'fast-check';
import type { EventLogService } from '../../../sandbox/service';
import {
	DEFAULT_BEHAVIOUR,
	createEventLog,
	makeEvent,
	startEventLogService,
} from '../../../sandbox/service';
import type { Query } from './ask';
import { servicesForTests } from './runningService';
import { FEED, LIST, ask, askCount, askIds } from './ask';

const BASE_MS = 1_715_675_400_123;
const NS = 1_000_000n;
const OFFSETS = [0, 1, 1, 2, 5, 5, 5, 9];

const events = OFFSETS.map((offset, index) =>
	makeEvent({ id: `e${index}`, createdAtMs: BASE_MS + offset }),
);

const start = servicesForTests();
let service: EventLogService;
beforeAll(async () => {
	service = await startEventLogService({ log: createEventLog(events) });
});
afterAll(() => service.close());
beforeEach(() => {
	service.behaviour = { ...DEFAULT_BEHAVIOUR, listOrder: 'anyCase' };
});

function idsWhere(passes: (createdAtMs: number) => boolean): readonly string[] {
	return events.filter(({ createdAtMs }) => passes(createdAtMs)).map(({ id }) => id);
}

function idsWhereNs(passes: (createdAtNs: bigint) => boolean): readonly string[] {
	return idsWhere((createdAtMs) => passes(BigInt(createdAtMs) * NS));
}

const listed = (query: Query) => askIds(service, LIST, { order: 'ASC', ...query });
const fed = (query: Query) => askIds(service, FEED, { order: 'ASC', ...query });

const bound = fc.integer({ min: -2, max: 11 }).map((offset) => BASE_MS + offset);

it.each(['exclusive', 'inclusive'] as const)('before and after, %s', async (reading) => {
	service.behaviour.listBounds = reading;
	service.behaviour.feedBounds = reading;
	await fc.assert(
		fc.asyncProperty(bound, bound, async (after, before) => {
			const expected = idsWhere((timeMs) =>
				reading === 'exclusive'
					? timeMs > after && timeMs < before
					: timeMs >= after && timeMs <= before,
			);
			expect(await listed({ after, before })).toEqual(expected);
			expect(await fed({ after, before })).toEqual(expected);
			expect(await askCount(service, { after, before })).toBe(expected.length);
		}),
		{ numRuns: 20, seed: 1 },
	);
});

it('bounds are exclusive on list and count and inclusive on feed unless told otherwise', async () => {
	const edges = { after: BASE_MS + 1, before: BASE_MS + 5 };
	expect(await listed(edges)).toEqual(['e3']);
	expect(await askCount(service, edges)).toBe(1);
	expect(await fed(edges)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
});

it('one bound leaves the other side open', async () => {
	expect(await listed({ after: BASE_MS + 5 })).toEqual(['e7']);
	expect(await listed({ before: BASE_MS + 1 })).toEqual(['e0']);
	expect(await fed({ after: BASE_MS + 9 })).toEqual(['e7']);
	expect(await fed({ before: BASE_MS })).toEqual(['e0']);
});

it.each(['exclusive', 'inclusive'] as const)('nanoseconds are exact, %s', async (reading) => {
	service.behaviour.nanosecondBounds = reading;
	const nanosecond = fc
		.tuple(bound, fc.constantFrom(-1n, 0n, 1n, 499_999n, 999_999n))
		.map(([timeMs, ns]) => BigInt(timeMs) * NS + ns);
	await fc.assert(
		fc.asyncProperty(nanosecond, nanosecond, async (start, end) => {
			const expected = idsWhereNs((timeNs) =>
				reading === 'exclusive' ? timeNs > start && timeNs < end : timeNs >= start && timeNs <= end,
			);
			const query = { start_time: start, end_time: end };
			expect(await listed(query)).toEqual(expected);
			expect(await askCount(service, query)).toBe(expected.length);
		}),
		{ numRuns: 20, seed: 2 },
	);
});

it('one nanosecond decides, where a double could not tell the two apart', async () => {
	const timeNs = BigInt(BASE_MS + 9) * NS;
	expect(Number(timeNs)).toBe(Number(timeNs - 1n));
	expect(await listed({ start_time: timeNs - 1n })).toEqual(['e7']);
	expect(await listed({ start_time: timeNs })).toEqual([]);
});

it('nanosecond bounds may be told to be inclusive', async () => {
	service.behaviour.nanosecondBounds = 'inclusive';
	const lastNs = BigInt(BASE_MS + 9) * NS;
	expect(await listed({ start_time: lastNs })).toEqual(['e7']);
	expect(await listed({ start_time: lastNs + 1n })).toEqual([]);
	expect(await listed({ end_time: BigInt(BASE_MS) * NS })).toEqual(['e0']);
	expect(await listed({ end_time: BigInt(BASE_MS) * NS - 1n })).toEqual([]);
});

it('a bound before 1970 lies before an event of its first millisecond', async () => {
	const log = createEventLog([makeEvent({ id: 'first', createdAtMs: 0 })]);
	const early = await start({ log });
	expect(await askIds(early, LIST, { start_time: -1, after: -1 })).toEqual(['first']);
});

it('both kinds of bounds together leave what both leave', async () => {
	const query = { after: BASE_MS, end_time: BigInt(BASE_MS + 5) * NS };
	expect(await listed(query)).toEqual(['e1', 'e2', 'e3']);
	expect(await askCount(service, query)).toBe(3);
});

it('feed knows no nanosecond bounds', async () => {
	expect(await fed({ start_time: BigInt(BASE_MS + 9) * NS })).toHaveLength(events.length);
});

it('a reversed range is empty', async () => {
	expect(await listed({ after: BASE_MS + 5, before: BASE_MS })).toEqual([]);
	expect(await askCount(service, { after: BASE_MS + 5, before: BASE_MS })).toBe(0);
});

it.each(['after', 'before', 'start_time', 'end_time'])(
	'%s that is no integer is refused, or passed over',
	async (name) => {
		expect((await ask(service, LIST, { [name]: '2024-05-14' })).status).toBe(400);
		service.behaviour.invalidQuery = 'ignore';
		expect(await listed({ [name]: '2024-05-14' })).toHaveLength(events.length);
	},
);
