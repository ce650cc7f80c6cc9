import fc from 'fast-check';
import type { LoggedEvent, LoggedEventSource } from '../../../../nodes/OrgEventLog/api/event';
import { MAX_UNPLACED_EVENTS } from '../../../../nodes/OrgEventLog/api/limits';
import { PlacedPages } from '../../../../nodes/OrgEventLog/api/placedPages';
import type { Order, PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import {
	EventLogFailure,
	isEventLogFailure,
	valueOf,
} from '../../../../nodes/OrgEventLog/errors/failure';
import { readEvents } from '../../../../nodes/OrgEventLog/operations/readEvents';
import { anyBehaviour } from '../../../support/modelArbitraries';
import {
	createModelLog,
	type ModelBehaviour,
	type ModelEvent,
	type ModelLog,
} from '../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);
const START_MS = 1_700_000_000_000;

/** The log as the client gives it, by `PlacedPages`. */
function sourceOf(log: ModelLog, pageSize: number): LoggedEventSource {
	const pages = new PlacedPages();
	return {
		pageSize,
		orderIsReliable: false,
		fetchPage: async (request) =>
			valueOf(
				await pages.fetch('feed', request, async (asked) =>
					log.fetchPage(asked).then(
						(value) => ({ value }),
						(thrown: unknown) => {
							if (isEventLogFailure(thrown)) return { failure: thrown };
							throw thrown;
						},
					),
				),
			),
	};
}

interface Reading {
	readonly order?: Order;
	readonly pageSize?: number;
	readonly maxParallelRequests?: number;
}

async function readIds(log: ModelLog, reading: Reading = {}): Promise<string[]> {
	const { order = 'ASC', pageSize = 10, maxParallelRequests = 1 } = reading;
	const ids: string[] = [];
	const toEvent = (event: LoggedEvent) => event;
	const request = { order, range: {}, maxParallelRequests };
	for await (const batch of readEvents(sourceOf(log, pageSize), request, toEvent)) {
		for (const { id } of batch) ids.push(id);
	}
	return ids;
}

function logOf(
	places: ReadonlyArray<ModelEvent['unplaced']>,
	behaviour: Partial<ModelBehaviour> = {},
): ModelLog {
	return createModelLog(
		places.map((unplaced, index) => ({
			id: `${unplaced ?? 'event'}-${index}`,
			createdAtMs: START_MS + index,
			unplaced,
		})),
		behaviour,
	);
}

const placed = (count: number) => Array.from({ length: count }, () => undefined);
const odd = (count: number, unplaced: 'withinBounds' | 'everywhere' = 'withinBounds') =>
	Array.from({ length: count }, () => unplaced);

describe('events without a place in time', () => {
	it('come after all others', async () => {
		const log = logOf([...placed(2), ...odd(1), ...placed(2)]);
		expect(await readIds(log)).toEqual([
			'event-0',
			'event-1',
			'event-3',
			'event-4',
			'withinBounds-2',
		]);
	});

	it.each([
		['at the beginning', [...odd(25), ...placed(30)]],
		['in the middle', [...placed(15), ...odd(25), ...placed(15)]],
		['at the end', [...placed(30), ...odd(25)]],
		['at the beginning of every page', [...odd(12, 'everywhere'), ...placed(30)]],
		['at the end of every page', [...placed(30), ...odd(12, 'everywhere')]],
		['instead of all events', odd(25)],
	])('hide no other event where they fill whole pages %s', async (_where, places) => {
		for (const behaviour of [{}, { maxLimit: 3 }]) {
			const ids = await readIds(logOf(places, behaviour));
			expect(ids.filter((id) => id.startsWith('event'))).toHaveLength(
				places.filter((unplaced) => unplaced === undefined).length,
			);
			expect(new Set(ids).size).toBe(places.length);
			expect(ids).toHaveLength(places.length);
		}
	});

	it.each([
		['every page, also behind the end', () => true],
		['every page that has events', (events: number) => events > 0],
	])('hide no other where the service puts them into %s', async (_where, isPut) => {
		const junk = ['x', 'y'].map((id) => ({
			id,
			createdAtMs: NaN,
			fields: {},
			oddity: 'it is odd',
		}));
		for (const behaviour of [{}, { maxLimit: 3 }, { maxLimit: 1, maxSkip: 100 }]) {
			for (let count = 1; count <= 25; count++) {
				const log = logOf(placed(count), behaviour);
				const fetchPage: ModelLog['fetchPage'] = async (request) => {
					const page = await log.fetchPage(request);
					return isPut(page.events.length) ? { ...page, unplaced: junk } : page;
				};
				const ids = await readIds({ ...log, fetchPage });
				expect(ids).toEqual([...log.events.map(({ id }) => id), 'x', 'y']);
			}
		}
	});

	it.each(['badRequest', 'internalError', 'timedOut'] as const)(
		'are read past where the service answers a deep skip with %s',
		async (kind) => {
			const log = logOf([...placed(10), ...odd(2), ...placed(10)], { maxLimit: 5 });
			const fetchPage: ModelLog['fetchPage'] = async (request) => {
				if (request.skip > 20) throw new EventLogFailure(kind);
				return await log.fetchPage(request);
			};
			expect(await readIds({ ...log, fetchPage })).toHaveLength(22);
		},
	);

	it('cost no request where there are none, and few where there are few', async () => {
		const requestsFor = async (places: ReadonlyArray<ModelEvent['unplaced']>) => {
			const log = logOf(places);
			await readIds(log);
			return log.requests.length;
		};
		const without = await requestsFor(placed(100));
		const withOne = await requestsFor([...placed(50), ...odd(1), ...placed(50)]);
		expect(withOne).toBeLessThanOrEqual(without + 3);
	});

	it('hide and repeat nothing, whatever the service does and wherever they stand', async () => {
		const place = fc.constantFrom<ModelEvent['unplaced']>(
			undefined,
			undefined,
			'withinBounds',
			'everywhere',
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(place, fc.nat(4)), { maxLength: 40 }),
				anyBehaviour(60),
				fc.record({
					order: fc.constantFrom<Order>('ASC', 'DESC'),
					pageSize: fc.integer({ min: 1, max: 15 }),
					maxParallelRequests: fc.constantFrom(1, 4),
				}),
				async (entries, behaviour, reading) => {
					let atMs = START_MS;
					const events = entries.map(([unplaced, stepMs], index) => ({
						id: `${unplaced ?? 'event'}-${index}`,
						createdAtMs: (atMs += stepMs),
						unplaced,
					}));
					const all = events.map(({ id }) => id).sort();
					// Where ties change their order, whoever reads may give up, but not in silence.
					for (const ties of ['stable', behaviour.ties] as const) {
						const log = createModelLog(events, { ...behaviour, ties });
						const read = await readIds(log, reading).catch((thrown: EventLogFailure) => thrown);
						if (ties !== 'stable' && isEventLogFailure(read)) continue;
						const isExpected = (id: string) => ties === 'stable' || id.startsWith('event');
						const ids = read as string[];
						expect(ids.filter(isExpected).sort()).toEqual(all.filter(isExpected));
						expect(new Set(ids).size).toBe(ids.length);
					}
				},
			),
			{ seed: 20261122, numRuns: RUNS },
		);
	});

	it('are a failure that says so where the service shows nothing else, without end', async () => {
		const failure = async (log: ModelLog) =>
			await readIds(log).catch((thrown: EventLogFailure) => thrown);
		const many = await failure(logOf(odd(MAX_UNPLACED_EVENTS + 50)));
		expect(many).toMatchObject({ kind: 'unexpectedShape' });
		expect(many).toMatchObject({
			facts: { detail: 'More than 1000 events have no readable time: it is odd' },
		});
		const log = logOf(odd(200));
		const stuck = {
			...log,
			fetchPage: async (request: PageRequest) => await log.fetchPage({ ...request, skip: 0 }),
		};
		expect(await failure(stuck)).toMatchObject({ kind: 'noProgress' });
	});
});
