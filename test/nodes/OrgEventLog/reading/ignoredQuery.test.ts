import { toOutcome } from '../../../../nodes/OrgEventLog/errors/failure';
import type { ModelBehaviour, ModelEvent, ModelLog } from '../../../support/modelLog';
import { createModelLog } from '../../../support/modelLog';
import { type Reading, START_MS, endAt, evenly, idsOf, readAll } from './readers';

/** A service that gives the same entries, whatever it is asked for. */
function fileOf(events: readonly ModelEvent[]): ModelLog {
	const log = endAt(createModelLog(events));
	log.distort = () => ({
		events: events.map(({ id, createdAtMs }) => ({ id, createdAtMs, fields: { id } })),
	});
	return log;
}

const oldestFirst = evenly(20);
const newestFirst = [...oldestFirst].reverse();
const jumbled = [...oldestFirst].sort((one, other) => (one.id < other.id ? -1 : 1));
const atOnce = evenly(20, 0);
const LIST: Reading = { order: 'DESC', isList: true };

/** As messages say it. */
const START = '2023-11-14T22:13:20';

it.each<[string, readonly ModelEvent[], Reading]>([
	['by List', newestFirst, LIST],
	['by List, up to a limit', newestFirst, { ...LIST, wanted: 50 }],
	['by List, four requests at a time', newestFirst, { ...LIST, workers: 4 }],
	['by List, from a time on', newestFirst, { ...LIST, range: { startMs: START_MS + 5_000 } }],
	['by List, oldest first', oldestFirst, { ...LIST, order: 'ASC' }],
	['by List, all of one instant', atOnce, LIST],
	['by Feed', newestFirst, {}],
	['by Feed, oldest first', oldestFirst, {}],
	['by Feed, oldest first, turned round', oldestFirst, { order: 'DESC' }],
	['by Feed, in no order', jumbled, {}],
	['by Feed, all of one instant', atOnce, {}],
	['by a poll, newest first', newestFirst, { reader: 'forward' }],
	['by a poll, oldest first', oldestFirst, { reader: 'forward' }],
	['a poll from then', oldestFirst, { reader: 'forward', range: { startMs: START_MS + 5_000 } }],
	['by an activation, newest first', newestFirst, { reader: 'backward' }],
	['by an activation, oldest first', oldestFirst, { reader: 'backward' }],
])(
	'a file of more events than the default page is read right %s',
	async (_name, events, reading) => {
		const { startMs = 0 } = reading.range ?? {};
		const wanted = events.filter(({ createdAtMs }) => createdAtMs >= startMs);
		const read = await readAll(fileOf(events), reading);
		expect(idsOf(read).sort()).toEqual(idsOf(wanted).sort());
	},
);

it.each<[string, Partial<ModelBehaviour>]>([
	['ignores `skip`', { maxSkip: 0, deepSkip: 'ignored' }],
	['ignores `skip` and shuffles', { maxSkip: 0, deepSkip: 'ignored', ties: 'shuffled' }],
	['ignores a deep `skip`', { maxSkip: 20, deepSkip: 'ignored' }],
	['is empty behind a deep `skip`', { maxSkip: 20, deepSkip: 'empty' }],
	[
		'is empty behind a deep `skip` and shuffles',
		{ maxSkip: 20, deepSkip: 'empty', ties: 'shuffled' },
	],
])(
	'an instant wider than a page is refused by name by a service that %s',
	async (_name, behaviour) => {
		for (const reading of [
			{ order: 'ASC', isList: true },
			{},
			{ reader: 'forward' },
			LIST,
		] satisfies Reading[]) {
			const later = evenly(50).map(({ createdAtMs }, index) => ({
				id: `later-${index}`,
				createdAtMs: createdAtMs + 1000,
			}));
			const log = endAt(
				createModelLog([...evenly(50, 0), ...later], { maxLimit: 10, ...behaviour }),
				300,
			);
			await expect(readAll(log, reading)).rejects.toMatchObject({
				kind: 'instantTooFull',
				message: expect.stringContaining(START) as string,
			});
		}
	},
);

it.each<[string, Reading]>([
	['List', { order: 'ASC', isList: true }],
	['Feed', {}],
	['a poll', { reader: 'forward' }],
	['an activation', { reader: 'backward' }],
])('a service that gives only its first page is refused by name by %s', async (_name, reading) => {
	const log = endAt(createModelLog([]));
	const page = evenly(50);
	const fetchPage: ModelLog['fetchPage'] = async (request) => {
		await log.fetchPage(request);
		return {
			events: page
				.slice(0, Math.min(request.limit, 20))
				.map(({ id, createdAtMs }) => ({ id, createdAtMs, fields: { id } })),
		};
	};
	const outcome = await toOutcome(readAll({ ...log, fetchPage }, reading));
	const failure = 'failure' in outcome ? outcome.failure : undefined;
	expect(failure?.kind).toBe('contradictoryAnswer');
	expect(failure?.message).not.toContain('Infinity');
});

it.each<[string, Reading]>([
	['List', { order: 'ASC', isList: true }],
	['Feed', {}],
])(
	'a service of pages of one length that ignores `skip` is not taken for a file by %s',
	async (_name, reading) => {
		const log = endAt(createModelLog(evenly(60, 0), { maxLimit: 20 }));
		const fetchPage: ModelLog['fetchPage'] = async (request) =>
			await log.fetchPage({ ...request, limit: 20, skip: 0 });
		await expect(readAll({ ...log, fetchPage }, reading)).rejects.toMatchObject({
			kind: 'instantTooFull',
		});
	},
);

const spread = evenly(50);

it.each<[string, string, readonly ModelEvent[], ModelLog['distort']]>([
	[
		'sorts otherwise from one page to the next',
		'otherOrder',
		spread,
		({ events, ...page }, request) => ({
			...page,
			events: request < 3 ? events : [...events].reverse(),
		}),
	],
	[
		'hides from a page what it shows if asked for it alone',
		'contradictoryAnswer',
		spread,
		({ events: [first, ...others], ...page }) => {
			const isOverlap = others.length > 0 && /^event-(9|40)$/.test(first?.id ?? '');
			return { ...page, events: first === undefined || isOverlap ? others : [first, ...others] };
		},
	],
	[
		'never shows one event of an instant',
		'instantInChangingOrder',
		evenly(30, 0),
		({ events, ...page }) => ({
			...page,
			events: events.map((event) => (event.id === 'event-7' ? { ...event, id: 'event-8' } : event)),
		}),
	],
])('List refuses by name a service that %s', async (_what, kind, events, distort) => {
	for (const order of ['ASC', 'DESC'] as const) {
		const log = endAt(createModelLog(events, { maxLimit: 10, ties: 'shuffled' }), 200);
		log.distort = distort;
		const message = expect.stringContaining('2023-11-14') as string;
		await expect(readAll(log, { order, isList: true })).rejects.toMatchObject({ kind, message });
	}
});
