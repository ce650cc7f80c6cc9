import fc from 'fast-check';
import type { Order, TimeRange } from '../../../../nodes/OrgEventLog/api/page';
import type { ModelBehaviour, ModelEvent, ModelLog } from '../../../support/modelLog';
import { createModelLog, seededRandom } from '../../../support/modelLog';
import { type Reading, START_MS, idsOf, orderOf, readAll } from './readers';

/** So many cases, unless more are asked for. */
const runs = (usual: number) => ({ numRuns: Number(process.env['PROPERTY_RUNS'] ?? usual) });

/** Any service that has to be read right, with pages of 10 to 25 events. */
function anyBehaviour(): fc.Arbitrary<ModelBehaviour> {
	return fc.record({
		maxLimit: fc.constantFrom(10, 12, 25, 1000),
		order: fc.constantFrom(
			'honoured',
			'honoured',
			'alwaysOldestFirst',
			'alwaysNewestFirst',
			'sortsNewestPage',
			'sortsOldestPage',
			'unordered',
		),
		letterCase: fc.constantFrom(undefined, undefined, 'lower'),
		afterInclusive: fc.boolean(),
		beforeInclusive: fc.boolean(),
		ties: fc.constantFrom('stable', 'stable', 'shuffled'),
		tellsTime: fc.boolean(),
	});
}

/** Logs with ties, a busy second and a year of next to nothing. */
function anyUnevenLog(startMs: number, minLength: number, maxLength: number) {
	const offset = fc.oneof(
		fc.integer({ min: 0, max: 12 }),
		fc.integer({ min: 1000, max: 1030 }),
		fc.integer({ min: 0, max: 31_000_000_000 }),
	);
	return fc
		.array(offset, { minLength, maxLength })
		.map((offsets): ModelEvent[] =>
			offsets.map((offsetMs, index) => ({ id: `event-${index}`, createdAtMs: startMs + offsetMs })),
		);
}

/** Ranges around the first milliseconds of a log, open at either end or at both. */
function anyRange(logStartMs: number, latestEndMs: number): fc.Arbitrary<TimeRange> {
	return fc.record(
		{
			startMs: fc.integer({ min: -3, max: 10 }).map((offset) => logStartMs + offset),
			endMs: fc.integer({ min: 11, max: latestEndMs }).map((offset) => logStartMs + offset),
		},
		{ requiredKeys: [] },
	);
}

const anyReading: fc.Arbitrary<Reading> = fc.record({
	reader: fc.constantFrom('range', 'range', 'forward', 'backward'),
	order: fc.constantFrom<Order>('ASC', 'DESC'),
	range: anyRange(START_MS, 1020),
	maxPageLimit: fc.constantFrom(1, 10, 20, 1000),
	workers: fc.constantFrom(1, 2, 4),
	isList: fc.boolean(),
});

/** What becomes of a log while it is read. */
const LIVES = {
	still: () => [],
	grows: (log: ModelLog, random: () => number) => {
		log.nowMs += Math.floor(random() * 4);
		return random() < 0.5 ? [log.nowMs] : [];
	},
	getsLateEvents: (log: ModelLog, random: () => number) =>
		random() < 0.3 ? [log.nowMs - Math.floor(random() * 1000)] : [],
	losesItsOldest: (log: ModelLog, random: () => number) => {
		const inOrder = [...log.events].sort((one, other) => one.createdAtMs - other.createdAtMs);
		if (random() < 0.5) log.events = inOrder.slice(1 + Math.floor(random() * 3));
		return [];
	},
} as const;

function bringToLife(log: ModelLog, life: keyof typeof LIVES, seed: number): void {
	const random = seededRandom(seed);
	let added = 0;
	log.beforeRequest = (request) => {
		if (request > 1000) throw new Error('There is no end of requests');
		const timesMs: readonly number[] = added < 300 ? LIVES[life](log, random) : [];
		const logged = timesMs.map((createdAtMs) => ({ id: `logged-${added++}`, createdAtMs }));
		log.events = [...log.events, ...logged];
	};
}

/** What a service that documents its order can't do otherwise. */
function isDocumented(behaviour: ModelBehaviour, { isList }: Reading): boolean {
	return isList === true && behaviour.order === 'honoured' && behaviour.letterCase === undefined;
}

function inRange(events: readonly ModelEvent[], { range }: Reading): readonly ModelEvent[] {
	const { startMs = -Infinity, endMs = Infinity } = range ?? {};
	return events.filter(({ createdAtMs }) => createdAtMs >= startMs && createdAtMs < endMs);
}

it.each(Object.keys(LIVES))(
	'reads each event of the range once, in the order wanted, from any service whose log %s',
	async (name) => {
		const life = Object.keys(LIVES).find((one): one is keyof typeof LIVES => one === name);
		const leastEvents = life === 'still' ? 0 : 20;
		await fc.assert(
			fc.asyncProperty(
				anyUnevenLog(START_MS, leastEvents, 150),
				anyBehaviour(),
				anyReading,
				fc.constantFrom(0, 0, 1, 2, 3, 5, 8),
				fc.integer(),
				async (events, someBehaviour, someReading, emptyRequest, seed) => {
					// A log that drops events of an instant while their order changes can't be read for certain.
					const isStable = life === 'losesItsOldest' && { ties: 'stable' as const };
					const behaviour = { ...someBehaviour, ...isStable };
					const log = createModelLog(events, behaviour, seed);
					log.nowMs = START_MS + 31_000_000_010;
					bringToLife(log, life ?? 'still', seed);
					// One wrong empty answer.
					log.distort = (page, request) => (request === emptyRequest ? { events: [] } : page);
					const reading = { ...someReading, isList: isDocumented(behaviour, someReading) };

					const read = await readAll(log, reading);

					expect(new Set(idsOf(read)).size).toBe(read.length);
					const kept = new Set(idsOf(log.events));
					const ofTheBeginning = idsOf(read).filter(
						(id) => !id.startsWith('logged') && kept.has(id),
					);
					const expected = idsOf(inRange(events, reading)).filter((id) => kept.has(id));
					expect(ofTheBeginning.sort()).toEqual(expected.sort());
					const times = read.map(({ createdAtMs }) => createdAtMs);
					const ascending = [...times].sort((one, other) => one - other);
					expect(times).toEqual(orderOf(reading) === 'ASC' ? ascending : ascending.reverse());
				},
			),
			runs(400),
		);
	},
);
