import type { EventLogService, ServiceBehaviour } from '../../../sandbox/service';
import {
	DEFAULT_BEHAVIOUR,
	createEventLog,
	makeEvent,
	startEventLogService,
} from '../../../sandbox/service';
import { FEED, LIST, ask, askCount, askIds } from './ask';

const BASE_MS = 1_715_675_400_000;
/** e00 to e29, oldest first, e10 to e14 in one instant. */
const events = Array.from({ length: 30 }, (_, index) =>
	makeEvent({
		id: `e${String(index).padStart(2, '0')}`,
		createdAtMs: BASE_MS + (index >= 10 && index < 15 ? 10 : index),
	}),
);
const IDS = events.map(({ id }) => id);
const NEWEST_FIRST = [...IDS].reverse();

let service: EventLogService;
beforeAll(async () => {
	service = await startEventLogService({ log: createEventLog(events) });
});
afterAll(() => service.close());

function behave(behaviour: Partial<ServiceBehaviour>): void {
	service.behaviour = { ...DEFAULT_BEHAVIOUR, tieOrder: 'mirrored', ...behaviour };
}
beforeEach(() => behave({}));

describe('documented defaults', () => {
	it('list gives the newest 10, newest first', async () => {
		expect(await askIds(service, LIST)).toEqual(NEWEST_FIRST.slice(0, 10));
	});

	it('skip and limit cut the list', async () => {
		const query = { order: 'ASC', skip: 7, limit: 6 };
		expect(await askIds(service, LIST, query)).toEqual(IDS.slice(7, 13));
		expect(await askIds(service, LIST, { skip: 28 })).toEqual(NEWEST_FIRST.slice(28));
		expect(await askIds(service, LIST, { skip: 30 })).toEqual([]);
		expect(await askIds(service, LIST, { limit: 0 })).toEqual([]);
	});

	it('count takes no notice of skip and limit', async () => {
		expect(await askCount(service, { skip: 5, limit: 2 })).toBe(30);
	});
});

describe.each([LIST, FEED])('greatest limit of %s', (path) => {
	it('caps a greater one', async () => {
		behave({ maxLimit: 4 });
		expect(await askIds(service, path, { limit: 25 })).toEqual(NEWEST_FIRST.slice(0, 4));
		expect(await askIds(service, path)).toHaveLength(4);
	});

	it('or refuses it', async () => {
		behave({ maxLimit: 4, overMaxLimit: 'refuse' });
		expect((await ask(service, path, { limit: 5 })).status).toBe(400);
		expect(await askIds(service, path, { limit: 4 })).toHaveLength(4);
		expect(await askIds(service, path)).toHaveLength(4);
	});
});

describe('deep skip', () => {
	it.each([LIST, FEED])('is refused on %s', async (path) => {
		behave({ maxSkip: 20, refusalStatus: 500 });
		expect(await askIds(service, path, { skip: 20 })).toHaveLength(10);
		expect((await ask(service, path, { skip: 21 })).status).toBe(500);
	});

	it('or answered as if there were nothing', async () => {
		behave({ maxSkip: 20, overMaxSkip: 'empty' });
		expect(await askIds(service, LIST, { skip: 21 })).toEqual([]);
	});
});

it('counts stop at the cap', async () => {
	behave({ countCap: 12 });
	expect(await askCount(service)).toBe(12);
	expect(await askCount(service, { before: BASE_MS + 5 })).toBe(5);
});

it('counts may lag behind the newest events', async () => {
	behave({ countLags: 2 });
	expect(await askCount(service)).toBe(NEWEST_FIRST.length - 2);
	expect(await askCount(service, { before: BASE_MS + 5 })).toBe(5);
});

it.each(['skip', 'limit'])(
	'%s below zero or no number is refused, or passed over',
	async (name) => {
		expect((await ask(service, LIST, { [name]: -1 })).status).toBe(400);
		expect((await ask(service, LIST, { [name]: '1.5' })).status).toBe(400);
		behave({ invalidQuery: 'ignore' });
		expect(await askIds(service, LIST, { [name]: -1 })).toEqual(NEWEST_FIRST.slice(0, 10));
	},
);

describe('order of list', () => {
	it('knows the documented spelling only, or any case', async () => {
		expect(await askIds(service, LIST, { order: 'asc' })).toEqual(NEWEST_FIRST.slice(0, 10));
		behave({ unknownOrder: 'refuse' });
		expect((await ask(service, LIST, { order: 'asc' })).status).toBe(400);
		behave({ listOrder: 'anyCase' });
		expect(await askIds(service, LIST, { order: 'asc' })).toEqual(IDS.slice(0, 10));
	});
});

describe('order of feed', () => {
	const rows: ReadonlyArray<
		readonly [ServiceBehaviour['feedOrder'], order: string, first: readonly string[]]
	> = [
		['honoured', 'ASC', IDS],
		['honoured', 'asc', IDS],
		['honoured', 'DESC', NEWEST_FIRST],
		['ignored', 'ASC', NEWEST_FIRST],
		['upperCaseOnly', 'ASC', IDS],
		['upperCaseOnly', 'asc', NEWEST_FIRST],
		['lowerCaseOnly', 'asc', IDS],
		['lowerCaseOnly', 'ASC', NEWEST_FIRST],
		['sortsPage', 'ASC', IDS.slice(-10)],
		['sortsPage', 'DESC', NEWEST_FIRST],
	];
	it.each(rows)('%s, asked for %s', async (feedOrder, order, expected) => {
		behave({ feedOrder });
		expect(await askIds(service, FEED, { order })).toEqual(expected.slice(0, 10));
	});

	it('takes the default order where none is given', async () => {
		expect(await askIds(service, FEED)).toEqual(NEWEST_FIRST.slice(0, 10));
		behave({ feedDefaultOrder: 'ASC' });
		expect(await askIds(service, FEED)).toEqual(IDS.slice(0, 10));
		behave({ feedDefaultOrder: 'ASC', feedOrder: 'ignored' });
		expect(await askIds(service, FEED, { order: 'DESC' })).toEqual(IDS.slice(0, 10));
	});

	it('refuses a value it does not know, where told to', async () => {
		behave({ feedOrder: 'lowerCaseOnly', unknownOrder: 'refuse' });
		expect((await ask(service, FEED, { order: 'ASC' })).status).toBe(400);
		behave({ feedOrder: 'ignored', unknownOrder: 'refuse' });
		expect((await ask(service, FEED, { order: 'sideways' })).status).toBe(200);
	});

	it('has a default and a greatest limit of its own', async () => {
		behave({ feedDefaultLimit: 3, feedMaxLimit: 5 });
		expect(await askIds(service, FEED)).toHaveLength(3);
		expect(await askIds(service, FEED, { limit: 20 })).toHaveLength(5);
		expect(await askIds(service, LIST, { limit: 20 })).toHaveLength(20);
	});
});

describe('equal timestamps', () => {
	const TIE = IDS.slice(10, 15);
	const within = { after: BASE_MS + 9, before: BASE_MS + 15 };
	const tied = (order: string) => askIds(service, LIST, { ...within, order });

	const rows: ReadonlyArray<
		readonly [ServiceBehaviour['tieOrder'], asc: readonly string[], desc: readonly string[]]
	> = [
		['insertion', TIE, TIE],
		['reversed', [...TIE].reverse(), [...TIE].reverse()],
		['mirrored', TIE, [...TIE].reverse()],
	];
	it.each(rows)('%s', async (tieOrder, upwards, downwards) => {
		behave({ tieOrder });
		expect(await tied('ASC')).toEqual(upwards);
		expect(await tied('DESC')).toEqual(downwards);
	});

	it.each(['insertion', 'reversed', 'mirrored'] as const)(
		'%s: pages that begin and end inside them make up the whole',
		async (tieOrder) => {
			behave({ tieOrder });
			for (const [order, path] of [
				['ASC', LIST],
				['DESC', LIST],
				['DESC', FEED],
			] as const) {
				const pages: unknown[] = [];
				for (let skip = 0; skip < 30; skip += 4) {
					pages.push(...(await askIds(service, path, { order, skip, limit: 4 })));
				}
				expect(pages).toEqual(await askIds(service, path, { order, limit: 30 }));
				expect(new Set(pages).size).toBe(30);
			}
		},
	);

	it('shuffled: another order from request to request, never outside the instant', async () => {
		behave({ tieOrder: 'shuffled' });
		const seen = new Set<string>();
		for (let request = 0; request < 12; request++) {
			const page = await askIds(service, LIST, { order: 'ASC', limit: 30 });
			expect([...page].sort()).toEqual(IDS);
			expect(page.slice(0, 10)).toEqual(IDS.slice(0, 10));
			expect(page.slice(15)).toEqual(IDS.slice(15));
			seen.add(page.slice(10, 15).join());
		}
		expect(seen.size).toBeGreaterThan(3);
	});
});
