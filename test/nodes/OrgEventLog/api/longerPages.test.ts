import type { PageRequest } from '../../../../nodes/OrgEventLog/api/page';
import type { RequestSettings } from '../../../../nodes/OrgEventLog/api/requestQueue';
import { readRange } from '../../../../nodes/OrgEventLog/reading/readLog';
import { ServiceLog } from '../../../../nodes/OrgEventLog/reading/serviceLog';
import { createClockedClient, ok, refusal, type Query } from '../../../support/clockedClient';

const FIRST = 1_000;
const MOST = 5_000;
const START_MS = 1_700_000_000_000;
const STEP_MS = 1_000;
const EVENTS = 12_000;

/** What a service does with a request for so many events; as asked unless it says otherwise. */
interface Behaviour {
	/** Pages are no longer, and nothing is said of it. */
	readonly cap?: (request: number) => number;
	/** The status for a page of so many events. */
	readonly status?: (limit: number, request: number) => number;
	/** How many events come at most where so many are asked for; as many unless it says otherwise. */
	readonly given?: (limit: number) => number;
	/** How long a page of so many events takes. */
	readonly tookMs?: (limit: number) => number;
}

/** A service with an event every second. */
function createFixture(behaviour: Behaviour = {}, settings: Partial<RequestSettings> = {}) {
	const { cap = () => Infinity, status = () => 200, tookMs = () => 100 } = behaviour;
	const { given = (limit) => limit } = behaviour;
	const pageOf = ({ order, after = '-1', before = 'Infinity', skip }: Query, length: number) => {
		const from = Math.max(0, Math.floor((Number(after) - START_MS) / STEP_MS) + 1);
		const to = Math.min(EVENTS, Math.ceil((Number(before) - START_MS) / STEP_MS));
		const count = Math.max(0, Math.min(length, to - from - Number(skip)));
		return Array.from({ length: count }, (_, index) => {
			const place = Number(skip) + index;
			const at = order === 'ASC' ? from + place : to - 1 - place;
			return `{"id":"e${at}","created_at":${START_MS + at * STEP_MS}}`;
		});
	};
	const asked: number[] = [];
	const { client, waits, now } = createClockedClient(
		(query) => {
			const limit = Number(query.limit);
			const request = asked.push(limit);
			const statusCode = status(limit, request);
			if (statusCode !== 200) return refusal(statusCode);
			const events = pageOf(query, Math.min(given(limit), cap(request)));
			return ok(`{"data":[${events.join(',')}]}`);
		},
		{
			startMs: START_MS,
			tookMs: ({ limit }) => tookMs(Number(limit)),
			maxParallelRequests: 4,
			firstPageLimit: FIRST,
			...settings,
		},
	);
	const source = (maxPageLimit = MOST) => ({
		fetchPage: async (page: PageRequest) => await client.listPage({}, page),
		...{ maxPageLimit, isOrderReliable: true },
	});
	return { source, asked, waits, now };
}

const ALL = Array.from({ length: EVENTS }, (_, at) => `e${at}`);

type Fixture = ReturnType<typeof createFixture>;

/** As Return All reads. */
async function readAll({ source }: Fixture, maxPageLimit?: number) {
	const ids: string[] = [];
	const log = new ServiceLog(source(maxPageLimit));
	for await (const batch of readRange(log, {}, 'ASC', { maxParallelWindows: 4 })) {
		ids.push(...batch.map(({ id }) => id));
	}
	return ids;
}

/** How many requests it takes by pages of 1,000. */
async function requestsByFirstPages(behaviour?: Behaviour) {
	const fixture = createFixture(behaviour);
	await readAll(fixture, FIRST);
	return fixture.asked.length;
}

const MANY_AT_ONCE = 4;

describe('a log', () => {
	it('is asked for by longer pages once a full one has come quickly', async () => {
		const fixture = createFixture();
		expect(await readAll(fixture)).toEqual(ALL);
		expect(fixture.asked).toContain(FIRST);
		expect(Math.max(...fixture.asked)).toBe(MOST);
		expect(fixture.asked.length).toBeLessThanOrEqual(12);
	});

	it.each([1_000, 500, 100])(
		'costs no more requests where pages are cut at %d in silence',
		async (length) => {
			const behaviour = { cap: () => length };
			const fixture = createFixture(behaviour);
			expect(await readAll(fixture)).toEqual(ALL);
			const before = await requestsByFirstPages(behaviour);
			expect(fixture.asked.length).toBeLessThanOrEqual(before);
		},
	);

	it('costs little more where a limit that is too large counts as none, which gives ten events', async () => {
		const fixture = createFixture({ given: (limit) => (limit > FIRST ? 10 : limit) });
		expect(await readAll(fixture)).toEqual(ALL);
		const before = await requestsByFirstPages();
		expect(fixture.asked.length).toBeLessThanOrEqual(before + 2 * MANY_AT_ONCE);
	});

	it.each([400, 413, 422, 500, 502])(
		'goes back to the first length where longer pages end in a %d',
		async (status) => {
			const fixture = createFixture({ status: (limit) => (limit > FIRST ? status : 200) });
			expect(await readAll(fixture)).toEqual(ALL);
			const refused = fixture.asked.filter((limit) => limit > FIRST);
			expect(refused.length).toBeLessThanOrEqual(MANY_AT_ONCE);
			const before = await requestsByFirstPages();
			expect(fixture.asked.length - refused.length).toBeLessThanOrEqual(before + 1);
			expect(fixture.waits).toEqual([]);
		},
	);

	it('goes back where longer pages never come, after some seconds', async () => {
		const tookMs = (limit: number) => (limit > FIRST ? Infinity : 100);
		const fixture = createFixture({ tookMs });
		expect(await readAll(fixture)).toEqual(ALL);
		expect(fixture.asked.filter((limit) => limit > FIRST).length).toBeLessThanOrEqual(MANY_AT_ONCE);
		const before = createFixture();
		await readAll(before, FIRST);
		expect(fixture.now() - before.now()).toBeLessThan(MANY_AT_ONCE * 5_000 + 1_000);
	});

	it.each([10, 1_200])(
		'is never asked for by longer pages where the first ones take %d ms',
		async (tookMs) => {
			const fixture = createFixture({ tookMs: () => tookMs });
			expect(await readAll(fixture)).toEqual(ALL);
			expect(Math.max(...fixture.asked)).toBe(FIRST);
		},
	);
});
