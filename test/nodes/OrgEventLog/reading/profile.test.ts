import type { RequestedOrder } from '../../../../nodes/OrgEventLog/api/page';
import type { ServiceProfile } from '../../../../nodes/OrgEventLog/reading/profile';
import { learnOrder, toRequestedOrder } from '../../../../nodes/OrgEventLog/reading/profile';
import { HOUR_MS, START_MS, dated } from './readers';

/** A service of pages of twenty: it gives the hours of the events of its first page, in its order. */
type Service = (order: RequestedOrder, hours: readonly number[], limit: number) => number[];

const ascending = (hours: readonly number[]) => [...hours].sort((one, other) => one - other);
const descending = (hours: readonly number[]) => ascending(hours).reverse();

const SERVICES = {
	keepsOrder: (order, hours) => (order === 'ASC' ? ascending(hours) : descending(hours)),
	knowsSmallLetters: (order, hours) => (order === 'desc' ? descending(hours) : ascending(hours)),
	givesOldestFirst: (_, hours) => ascending(hours),
	givesNewestFirst: (_, hours) => descending(hours),
	sortsNewestPage: (order, hours, limit) => {
		const page = descending(hours).slice(0, limit);
		return order === 'ASC' ? page.reverse() : page;
	},
	sortsOldestPage: (order, hours, limit) => {
		const page = ascending(hours).slice(0, limit);
		return order === 'DESC' ? page.reverse() : page;
	},
	hasNoOrder: (_, hours) => [...hours].sort((one, other) => (one % 7) - (other % 7)),
} satisfies Record<string, Service>;

const every = (count: number) => Array.from({ length: count }, (_, hour) => hour);

/** Learns the order of a log, and counts the requests. The log may change or be refused at some, counted from 0. */
async function learn(
	service: keyof typeof SERVICES,
	hours: readonly number[],
	changes: Readonly<Record<number, readonly number[] | 'refused'>> = {},
	memory: { profile: ServiceProfile } = { profile: { longestPage: 0 } },
) {
	let [current, requests] = [hours, 0];
	const log = {
		profile: memory.profile,
		learn(shown: Partial<ServiceProfile>) {
			log.profile = memory.profile = { ...log.profile, ...shown };
		},
	};
	const learned = await learnOrder(log, async (order, what) => {
		const change = changes[requests++] ?? current;
		if (change === 'refused') return await Promise.reject(new Error('Too many requests'));
		current = change;
		const limit = what === 'one' ? 1 : 20;
		const page = SERVICES[service](order, current, limit).slice(0, limit);
		return dated(page.map((hour) => START_MS + hour * HOUR_MS));
	});
	return { ...learned, requests };
}

const ASKED = { order: 'asked' };
const NEWEST_FIRST = { order: 'newestFirst' };
const NONE = { order: 'none' };

it.each<[string, Parameters<typeof learn>, object, number]>([
	['an order that is kept', ['keepsOrder', [0, ...every(30), 29]], ASKED, 2],
	['one that is kept over just a day', ['keepsOrder', every(25)], ASKED, 2],
	['one that is kept over a few hours', ['keepsOrder', every(24)], ASKED, 4],
	['one that is kept by two events', ['keepsOrder', [0, 1]], ASKED, 4],
	['one in small letters', ['knowsSmallLetters', every(30)], { ...ASKED, letterCase: 'lower' }, 4],
	['the newest first', ['givesNewestFirst', every(30)], NEWEST_FIRST, 2],
	['the newest first of ten older', ['givesNewestFirst', every(11)], NEWEST_FIRST, 2],
	['the newest first of nine older', ['givesNewestFirst', [...every(10), 9]], NEWEST_FIRST, 4],
	['the newest page sorted', ['sortsNewestPage', every(30)], NEWEST_FIRST, 2],
	['the oldest first', ['givesOldestFirst', every(30)], NONE, 4],
	['the oldest page sorted', ['sortsOldestPage', every(30).map((hour) => hour * 2)], NONE, 6],
	['no order', ['hasNoOrder', every(30)], NONE, 4],
	['nothing from an empty log', ['keepsOrder', []], {}, 2],
	['nothing from one instant', ['keepsOrder', [1, 1, 1]], {}, 4],
	['none once an instant is over', ['givesOldestFirst', [1, 1], { 2: every(30) }], NONE, 4],
	['none before a log is empty', ['givesOldestFirst', every(30), { 2: [] }], NONE, 3],
	['nothing if the log is then empty', ['keepsOrder', every(24), { 1: [] }], {}, 3],
	['nothing if it is empty later', ['keepsOrder', every(24), { 2: [] }], {}, 4],
	['nothing if it is empty at last', ['keepsOrder', every(24), { 3: [] }], {}, 5],
	['none if the newest first is then empty', ['givesNewestFirst', every(9), { 3: [] }], NONE, 5],
	['none if all but the newest is dropped', ['keepsOrder', every(9), { 1: [8] }], NONE, 6],
])('learns %s', async (_what, given, learned, requests) => {
	expect(await learn(...given)).toEqual({ ...learned, requests });
});

it('goes on with the answers of a read that was refused', async () => {
	for (const [service, learned] of [
		['keepsOrder', ASKED],
		['givesNewestFirst', NEWEST_FIRST],
	] as const) {
		const memory = { profile: { longestPage: 0 } };
		for (const refusal of [1, 1]) {
			const refused = learn(service, every(9), { [refusal]: 'refused' }, memory);
			await expect(refused).rejects.toThrow('Too many requests');
		}
		expect(await learn(service, every(9), {}, memory)).toEqual({ ...learned, requests: 2 });
	}
});

it('writes an order as the service reads it', () => {
	const lower = { longestPage: 0, letterCase: 'lower' } as const;
	const written = (['ASC', 'DESC'] as const).map((order) => toRequestedOrder(order, lower));
	expect(written).toEqual(['asc', 'desc']);
});
