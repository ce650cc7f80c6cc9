import fc from 'fast-check';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { MalformedRecords } from '../../../../nodes/OrgEventLog/api/malformedRecords';
import type { Order } from '../../../../nodes/OrgEventLog/api/page';
import { isEventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { readEvents } from '../../../../nodes/OrgEventLog/operations/readEvents';
import { anyBehaviour } from '../../../support/modelArbitraries';
import {
	createModelLog,
	type ModelBehaviour,
	type ModelEvent,
	type ModelLog,
} from '../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);
const START_MS = 1_700_000_000_000;

interface Reading {
	readonly order?: Order;
	readonly pageSize?: number;
	readonly maxParallelRequests?: number;
	readonly limit?: number;
	readonly orderIsReliable?: boolean;
}

async function readAll(log: Pick<ModelLog, 'fetchPage'>, reading: Reading = {}) {
	const { order = 'ASC', pageSize = 10, maxParallelRequests = 1, limit } = reading;
	const { orderIsReliable = false } = reading;
	const odd = new MalformedRecords();
	const source = { fetchPage: log.fetchPage, pageSize, orderIsReliable };
	const request = { order, range: {}, odd, maxParallelRequests, limit };
	const ids: string[] = [];
	for await (const batch of readEvents(source, request, (event: LoggedEvent) => event)) {
		for (const { id } of batch) ids.push(id);
	}
	return { ids, odd };
}

function logOf(places: ReadonlyArray<ModelEvent['odd']>, behaviour: Partial<ModelBehaviour> = {}) {
	const events = places.map((odd, index) => ({
		id: `${odd ?? 'event'}-${index}`,
		createdAtMs: START_MS + index,
		odd,
	}));
	return createModelLog(events, behaviour);
}

const events = (count: number) => Array.from({ length: count }, () => undefined);
const odd = (count: number, where: 'withinBounds' | 'everywhere' = 'withinBounds') =>
	Array.from({ length: count }, () => where);

describe('odd entries', () => {
	it.each([
		['at the beginning', [...odd(25), ...events(30)]],
		['in the middle', [...events(15), ...odd(25), ...events(15)]],
		['at the end', [...events(30), ...odd(25)]],
		['instead of all events', odd(25)],
	])('hide no event where they fill whole pages %s', async (_where, places) => {
		for (const behaviour of [{}, { maxLimit: 3 }]) {
			for (const orderIsReliable of [false, true]) {
				const log = logOf(places, behaviour);
				const read = await readAll(log, { orderIsReliable });
				const expected = log.events.filter((event) => event.odd === undefined);
				expect(read.ids).toEqual(expected.map(({ id }) => id));
				expect(read.odd.count).toBe(25);
			}
		}
	});

	it('cost no request where there are none, and few where there are few', async () => {
		const requestsFor = async (places: ReadonlyArray<ModelEvent['odd']>) => {
			const log = logOf(places);
			await readAll(log);
			return log.requests.length;
		};
		const without = await requestsFor(events(100));
		const withOne = await requestsFor([...events(50), ...odd(1), ...events(50)]);
		expect(withOne).toBeLessThanOrEqual(without + 3);
	});

	it.each([
		['first', [...odd(1, 'everywhere'), ...events(300)]],
		['in the middle', [...events(150), ...odd(1, 'everywhere'), ...events(150)]],
		['last', [...events(300), ...odd(1, 'everywhere')]],
		['first, many of them', [...odd(9, 'everywhere'), ...events(300)]],
		['last, many of them', [...events(300), ...odd(9, 'everywhere')]],
	])(
		'cost few requests where a service shows them within any bounds: %s',
		async (_where, places) => {
			for (const order of ['ASC', 'DESC'] as const) {
				for (const maxParallelRequests of [1, 4]) {
					for (const pageSize of [1000, 50]) {
						const log = logOf(places);
						const { ids } = await readAll(log, { order, pageSize, maxParallelRequests });
						expect(ids).toHaveLength(300);
						const pages = Math.ceil(places.length / pageSize);
						expect(log.requests.length).toBeLessThanOrEqual(3 * pages + 20);
					}
				}
			}
		},
	);

	it('hide no event that is logged while a page shows nothing else', async () => {
		for (const orderIsReliable of [false, true]) {
			const log = logOf(odd(1));
			const logged = { id: 'new', createdAtMs: START_MS + 1 };
			log.beforeRequest = (request) => {
				if (request === 2) log.events = [...log.events, logged];
			};
			const read = await readAll(log, { order: 'DESC', orderIsReliable });
			expect(read.ids).toEqual(['new']);
		}
	});

	it('take no place of an event where only a few are wanted', async () => {
		const log = logOf([...events(30), ...odd(7)]);
		const { ids } = await readAll(log, { order: 'DESC', limit: 2, orderIsReliable: true });
		expect(ids).toEqual(['event-29', 'event-28']);
		expect(log.requests.length).toBeLessThan(10);
	});

	/** A page asked for once more has a newer event only because odd ones stand elsewhere in it: the log has not grown. */
	const PLACES_TAKEN_IN_TURN: [
		Array<[ModelEvent['odd'], number]>,
		ModelBehaviour,
		{ order: Order; pageSize: number; maxParallelRequests: number; limit: number | undefined },
		boolean,
	] = [
		[
			[undefined, 0],
			['everywhere', 1],
			[undefined, 0],
			[undefined, 0],
			['withinBounds', 1],
			[undefined, 0],
			['everywhere', 0],
			[undefined, 1],
			[undefined, 0],
			[undefined, 0],
		],
		{
			...{ maxLimit: 4, order: 'alwaysOldestFirst', afterInclusive: true, beforeInclusive: false },
			...{ ties: 'shuffled', maxSkip: Infinity, tellsTime: false },
		},
		{ order: 'DESC', pageSize: 5, maxParallelRequests: 1, limit: 1 },
		true,
	];

	it('hide and repeat nothing, whatever the service does and wherever they stand', async () => {
		const where: Array<ModelEvent['odd']> = [undefined, undefined, 'withinBounds', 'everywhere'];
		const place = fc.constantFrom(...where);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(place, fc.nat(4)), { maxLength: 40 }),
				anyBehaviour(60),
				fc.record({
					order: fc.constantFrom<Order>('ASC', 'DESC'),
					pageSize: fc.integer({ min: 1, max: 15 }),
					maxParallelRequests: fc.constantFrom(1, 4),
					limit: fc.constantFrom(undefined, 1, 5),
				}),
				fc.boolean(),
				async (entries, behaviour, reading, isEverywhere) => {
					let atMs = START_MS;
					const places = entries.map(([where, stepMs], index) => {
						const isOdd = where !== undefined && (isEverywhere || where !== 'everywhere');
						const createdAtMs = (atMs += stepMs);
						return { id: `e-${index}`, createdAtMs, odd: isOdd ? where : undefined };
					});
					const expected = places.filter((event) => event.odd === undefined);
					const log = createModelLog(places, behaviour);
					log.beforeRequest = (request) => {
						if (request > 20_000) throw new Error('asked without end');
					};
					const read = await readAll(log, reading).catch((thrown: unknown) => thrown);
					const pageSize = Math.min(behaviour.maxLimit, reading.pageSize);
					if (isEventLogFailure(read) && (isEverywhere || mayFail(places, behaviour, pageSize)))
						return;
					const { ids } = read as Awaited<ReturnType<typeof readAll>>;
					const inOrder = reading.order === 'ASC' ? ids : [...ids].reverse();
					expect(new Set(ids).size).toBe(ids.length);
					expect(ids).toHaveLength(Math.min(expected.length, reading.limit ?? Infinity));
					const times = inOrder.map((id) => expected.find((event) => event.id === id)?.createdAtMs);
					const all = expected.map(({ createdAtMs }) => createdAtMs);
					const wanted =
						reading.order === 'ASC' ? all.slice(0, ids.length) : all.slice(-ids.length);
					expect(times).toEqual(ids.length === 0 ? [] : wanted);
				},
			),
			{ seed: 20261122, numRuns: RUNS, examples: [PLACES_TAKEN_IN_TURN] },
		);
	});

	/** Where ties change their order, or a page of nothing else is of one instant, reading may give up, but not in silence. */
	function mayFail(
		places: readonly ModelEvent[],
		{ ties }: ModelBehaviour,
		pageSize: number,
	): boolean {
		return (
			ties !== 'stable' ||
			places.some(({ createdAtMs, odd: isOdd }, index) => {
				const other = places[index + pageSize - 1];
				return isOdd !== undefined && other?.createdAtMs === createdAtMs;
			})
		);
	}

	it.each([
		['every page, also behind the end', () => true],
		['every page that has events', (count: number) => count > 0],
	])('hide no event in silence where the service puts them into %s', async (_where, isPut) => {
		const junk = ['x', 'y'].map((id) => ({ id, why: 'it is odd' }));
		for (const behaviour of [{}, { maxLimit: 12 }]) {
			for (let count = 1; count <= 25; count++) {
				const log = logOf(events(count), behaviour);
				const fetchPage: ModelLog['fetchPage'] = async (request) => {
					const page = await log.fetchPage(request);
					return isPut(page.events.length) ? { ...page, malformed: junk } : page;
				};
				const read = await readAll({ fetchPage }).catch((thrown: unknown) => thrown);
				expect(log.requests.length).toBeLessThan(1_500);
				if (isEventLogFailure(read)) expect(read.kind).toBe('noProgress');
				else expect(read).toMatchObject({ ids: log.events.map(({ id }) => id) });
			}
		}
	});
});
