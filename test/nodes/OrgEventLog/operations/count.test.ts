import type { INodeParameters } from 'n8n-workflow';
import { MAX_EVENTS_READ_BEFORE_ASKING } from '../../../../nodes/OrgEventLog/operations/count';
import {
	DEFAULT_BEHAVIOUR,
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
	jest.restoreAllMocks();
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
			notes: [expect.stringContaining('most frequent: “Registration” (1)')],
		});
		// An empty range is read twice, and the recent log for the hint.
		expect(requests).toHaveLength(3);
	});

	it('keeps to few requests', async () => {
		const { requests } = await start(pairs(MANY_EVENTS));
		await countOf(between(10, 190));

		// One of them asks for the log's oldest event, and one for the edge of the range.
		expect(requests.length).toBeLessThanOrEqual(5);
		expect(
			requests.every(({ query }) => Number(query.limit ?? 0) <= MAX_EVENTS_READ_BEFORE_ASKING + 1),
		).toBe(true);
	});
});

describe('a range up to the present, of a log that reaches into the future', () => {
	const lastHour = { timeRange: 'last', lastAmount: 1, lastUnit: 'hours' };
	const eventsFrom = (firstMs: number, count: number) =>
		Array.from({ length: count }, (_, index) => makeEvent({ createdAtMs: firstMs + index * 10 }));

	it.each([
		['right', 0, 150],
		['two hours slow', -7_200_000, 0],
	])('has nothing of the future (clock of the host: %s)', async (_clock, offsetMs, count) => {
		const nowMs = Date.now();
		await start([...eventsFrom(nowMs - 600_000, 150), ...eventsFrom(nowMs + 600_000, 30)]);
		jest.spyOn(Date, 'now').mockReturnValue(nowMs + offsetMs);
		expect(await countOf(lastHour)).toMatchObject({ count });
		expect(await countOf()).toEqual({ count: 180, notes: [] });
	});
});

it('needs List, which checks what Count says, and names it where a key may not use it', async () => {
	const { requiredScopes } = DEFAULT_BEHAVIOUR;
	await start(pairs(MANY_EVENTS), { requiredScopes: { ...requiredScopes, list: [] } });
	await expect(countOf()).rejects.toMatchObject({
		httpCode: '403',
		description: expect.stringContaining('The service refused List.') as string,
	});
});

it('is exact where the service includes its bounds, at which events lie', async () => {
	await start(pairs(MANY_EVENTS), { listBounds: 'inclusive' });
	expect(await countOf(between(10, 190))).toEqual({ count: 360, notes: [] });
});

it('that fails for good names the way to count without it', async () => {
	const range = between(10, 190);
	const started = await start(pairs(MANY_EVENTS));
	started.failNext({ status: 500 }, { match: 'count', times: 1_000 });
	await expect(countOf(range)).rejects.toMatchObject({
		httpCode: '500',
		description: expect.stringContaining("turn on 'Exact Count'") as string,
	});
	expect(await countOf({ ...range, exactCount: true })).toEqual({ count: 360, notes: [] });
});

const CAPPED = { capped: true, notes: [expect.stringContaining("'Exact Count'")] };

it.each<[string, Partial<ServiceBehaviour>, object]>([
	['at few', { countCap: 10 }, { count: 10, ...CAPPED }],
	['right behind what is read', { countCap: MAX_EVENTS_READ_BEFORE_ASKING + 1 }, CAPPED],
	['just short of the log', { countCap: MANY_EVENTS - 1 }, { count: MANY_EVENTS - 1, ...CAPPED }],
	['and lags', { countCap: 300, countLags: 1 }, { count: 300, ...CAPPED }],
	['where it lags', { countCap: MANY_EVENTS, countLags: 3 }, { count: MANY_EVENTS, notes: [] }],
	['at the end of the log', { countCap: MANY_EVENTS }, { count: MANY_EVENTS, notes: [] }],
])('a service that stops counting %s is found out', async (_where, behaviour, expected) => {
	await start(pairs(MANY_EVENTS), behaviour);

	expect(await countOf()).toMatchObject(expected);
	expect(await countOf(between(0, 20))).toEqual({ count: 40, notes: [] });
});

it('a Count that stops one short is found out where the last two events are a millisecond apart', async () => {
	const lastMs = START_MS + 500 * SECOND_MS;
	const last = [lastMs - 1, lastMs].map((createdAtMs) => makeEvent({ createdAtMs }));
	await start([...pairs(MANY_EVENTS), ...last], { countCap: MANY_EVENTS + 1 });
	expect(await countOf()).toMatchObject({ count: MANY_EVENTS + 1, ...CAPPED });
});

it('is exact behind a Count that stops where all events lie in one instant', async () => {
	await start(
		Array.from({ length: 300 }, () => atSecond(5)),
		{ countCap: 150 },
	);

	expect((await countOf()).count).toBe(300);
});
