import { toOutcome } from '../../../../nodes/OrgEventLog/errors/failure';
import {
	type ModelBehaviour,
	type ModelEvent,
	type ModelLog,
	createModelLog,
} from '../../../support/modelLog';
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
	[
		'by a poll, from a time on',
		oldestFirst,
		{ reader: 'forward', range: { startMs: START_MS + 5_000 } },
	],
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
				kind: 'instantTooWide',
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
			kind: 'instantTooWide',
		});
	},
);

it.each(['ASC', 'DESC'] as const)(
	'List is refused by name if the service sorts otherwise from one page to the next (%s)',
	async (order) => {
		const log = endAt(createModelLog(evenly(50), { maxLimit: 10 }));
		log.distort = (page, request) =>
			request < 3 ? page : { ...page, events: [...page.events].reverse() };
		await expect(readAll(log, { order, isList: true })).rejects.toMatchObject({
			kind: 'otherOrder',
			message: expect.stringContaining('2023-11-14') as string,
		});
	},
);

it.each(['ASC', 'DESC'] as const)(
	'an instant of which one event never shows is refused by name (%s)',
	async (order) => {
		const log = endAt(createModelLog(evenly(30, 0), { maxLimit: 10, ties: 'shuffled' }), 200);
		log.distort = (page) => ({
			...page,
			events: page.events.map((event) =>
				event.id === 'event-7' ? { ...event, id: 'event-8' } : event,
			),
		});
		await expect(readAll(log, { order, isList: true })).rejects.toMatchObject({
			kind: 'instantInChangingOrder',
			message: expect.stringContaining(START) as string,
		});
	},
);

it.each([
	['ASC', 'event-9'],
	['DESC', 'event-40'],
] as const)(
	'List refuses by name a service that hides from a page what it shows if asked for it alone (%s)',
	async (order, hidden) => {
		const log = endAt(createModelLog(evenly(50), { maxLimit: 10 }));
		log.distort = ({ events, ...page }) => {
			const isOverlap = events.length > 1 && events[0]?.id === hidden;
			return { ...page, events: isOverlap ? events.slice(1) : events };
		};
		await expect(readAll(log, { order, isList: true })).rejects.toMatchObject({
			kind: 'contradictoryAnswer',
			message: expect.stringContaining('2023-11-14') as string,
		});
	},
);
