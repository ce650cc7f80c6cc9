import type { INodeParameters } from 'n8n-workflow';
import { MAX_EVENTS_TO_READ } from '../../../../nodes/OrgEventLog/operations/countEvents';
import {
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type EventRecord,
	type ServiceBehaviour,
} from '../../../../sandbox/service';
import { runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const SECOND_MS = 1_000;
/** Two events each second, so that every edge of a range has events right at it. */
const MANY_EVENTS = 400;

let service: EventLogService | undefined;

afterEach(async () => {
	await service?.close();
	service = undefined;
});

function atSecond(second: number, overrides: Partial<EventRecord> = {}): EventRecord {
	return makeEvent({ createdAtMs: START_MS + second * SECOND_MS, ...overrides });
}

function pairs(events: number): EventRecord[] {
	return Array.from({ length: events }, (_, index) =>
		atSecond(Math.floor(index / 2), { subType: index % 2 === 0 ? 'Device' : 'User' }),
	);
}

async function start(events: readonly EventRecord[], behaviour: Partial<ServiceBehaviour> = {}) {
	service = await startEventLogService({ log: createEventLog(events), behaviour });
	return service;
}

async function countOf(parameters: INodeParameters = {}) {
	if (service === undefined) throw new Error('Start the service first');
	const { items, notes } = await runNode(service, { operation: 'count', ...parameters });
	expect(items).toHaveLength(1);
	const { count, ...others } = items[0]?.json ?? {};
	return { count, ...others, notes };
}

const between = (fromSecond: number, toSecond: number): INodeParameters => ({
	timeRange: 'custom',
	after: START_MS + fromSecond * SECOND_MS,
	before: START_MS + toSecond * SECOND_MS,
});

describe('Count', () => {
	it('gives one item also for no event', async () => {
		const { requests } = await start([atSecond(1)]);

		expect(await countOf({ filters: { type: 'registration' } })).toEqual({
			count: 0,
			notes: [expect.stringContaining('similar: “Registration” (1)')],
		});
		// An empty range is read twice, and the recent log for the hint.
		expect(requests).toHaveLength(3);
	});

	it.each([1, MAX_EVENTS_TO_READ, MAX_EVENTS_TO_READ + 1, MANY_EVENTS])(
		'counts %d events',
		async (events) => {
			await start(pairs(events));

			expect(await countOf()).toEqual({ count: events, notes: [] });
		},
	);

	it('sends the filters', async () => {
		await start([...pairs(MANY_EVENTS), atSecond(3, { type: 'Access', severity: 'ERROR' })]);

		const { count } = await countOf({ filters: { type: 'Access|Policy', severity: 'WARN' } });

		expect(count).toBe(1);
	});

	it('keeps to few requests', async () => {
		const { requests } = await start(pairs(MANY_EVENTS));
		await countOf(between(10, 190));

		// One of them asks for the log's oldest event.
		expect(requests.length).toBeLessThanOrEqual(10);
		expect(requests.every(({ query }) => Number(query.limit ?? 0) <= MAX_EVENTS_TO_READ + 1)).toBe(
			true,
		);
	});
});

it('is exact where the id of the newest event stands at other times, too', async () => {
	const id = 'again';
	const events = pairs(MANY_EVENTS);
	await start([atSecond(1, { id }), ...events, atSecond(199.5, { id }), atSecond(300, { id })]);
	expect(await countOf(between(1, 200))).toEqual({ count: MANY_EVENTS, notes: [] });
});

const READINGS = ['exclusive', 'inclusive'] as const;

describe.each(READINGS)('Count of a service whose bounds are %s', (listBounds) => {
	it.each([
		[10, 11],
		[10, 60],
		[10, 190],
		[0, 200],
	])('counts from second %d, itself included, up to %d, itself not', async (from, to) => {
		await start(pairs(MANY_EVENTS), { listBounds });

		expect(await countOf(between(from, to))).toEqual({ count: (to - from) * 2, notes: [] });
	});

	it('lets neighbouring ranges add up', async () => {
		await start(pairs(MANY_EVENTS), { listBounds });
		const ranges = [
			{ timeRange: 'custom', before: START_MS + 70 * SECOND_MS },
			between(70, 140),
			{ timeRange: 'custom', after: START_MS + 140 * SECOND_MS },
		];
		const counts = await Promise.all(ranges.map(countOf));

		expect(counts.map(({ count }) => count)).toEqual([140, 140, 120]);
	});

	it('counts no event of the edges where there is none between', async () => {
		await start([atSecond(1), atSecond(2)], { listBounds });
		const after = START_MS + SECOND_MS + 1;

		expect(await countOf({ timeRange: 'custom', after, before: START_MS + 2 * SECOND_MS })).toEqual(
			{
				count: 0,
				notes: ['The log has no events in this time range'],
			},
		);
	});
});

it.each(READINGS)(
	'excludes times of nanoseconds, where the service is %s',
	async (nanosecondBounds) => {
		await start(pairs(MANY_EVENTS), { nanosecondBounds });
		const ns = (second: number) => `${START_MS + second * SECOND_MS}000000`;

		const { count } = await countOf({ filters: { startTime: ns(10), endTime: ns(190) } });

		expect(count).toBe(179 * 2);
	},
);

it.each(['filters', 'ignored'] as const)(
	'counts one subtype, where a lone one is %s',
	async (loneSubType) => {
		await start(pairs(MANY_EVENTS), { loneSubType });

		expect((await countOf({ filters: { subType: 'User' } })).count).toBe(MANY_EVENTS / 2);
	},
);

it('leaves an event without a readable time out where it counts by reading', async () => {
	const started = await start(
		Array.from({ length: 200 }, (_, second) =>
			atSecond(second, { id: `e-${second}`, subType: second % 5 === 0 ? 'User' : 'Device' }),
		),
		{ loneSubType: 'ignored', countLags: 12 },
	);
	const transform = (body: string) => body.replace(/("id":"e-195".*?"created_at":)(\d+)/, '$1"$2"');
	started.failNext({ transform }, { times: 1_000 });

	expect((await countOf({ filters: { subType: 'User' } })).count).toBe(39);
});

describe('a service that stops counting', () => {
	it.each([MAX_EVENTS_TO_READ + 1, 200, MANY_EVENTS - 1])(
		'at %d is found out',
		async (countCap) => {
			await start(pairs(MANY_EVENTS), { countCap });

			expect(await countOf()).toEqual({
				count: countCap,
				capped: true,
				notes: [expect.stringContaining("'Exact Count'")],
			});
		},
	);

	it('is found out although its Count does not know the newest event yet', async () => {
		await start(pairs(MANY_EVENTS), { countCap: 300, countLags: 1 });

		expect(await countOf()).toMatchObject({ count: 300, capped: true });
		expect(await countOf(between(0, 20))).toMatchObject({ count: 40 });
	});

	it('just short of what its Count knows is not suspected', async () => {
		await start(pairs(MANY_EVENTS), { countCap: MANY_EVENTS, countLags: 3 });

		expect(await countOf()).toEqual({ count: MANY_EVENTS - 3, notes: [] });
	});

	it('exactly at the number of events is not suspected', async () => {
		await start(pairs(MANY_EVENTS), { countCap: MANY_EVENTS });

		expect(await countOf()).toEqual({ count: MANY_EVENTS, notes: [] });
	});

	it('at a small number is found out too', async () => {
		await start(pairs(MANY_EVENTS), { countCap: 10 });

		expect(await countOf()).toMatchObject({ count: 10, capped: true });
		expect(await countOf(between(0, 20))).toMatchObject({ count: 40 });
	});

	it('is counted exactly by reading', async () => {
		await start(pairs(MANY_EVENTS), { countCap: 150, maxLimit: 90 });

		expect(await countOf({ exactCount: true })).toEqual({ count: MANY_EVENTS, notes: [] });
	});

	it('is counted exactly where all events lie in one instant', async () => {
		await start(
			Array.from({ length: 300 }, () => atSecond(5)),
			{ countCap: 150 },
		);

		expect((await countOf()).count).toBe(300);
	});
});
