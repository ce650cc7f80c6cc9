import type { RequestSettings } from '../../../../nodes/OrgEventLog/api/requestQueue';
import { createClockedClient, ok, refusal } from '../../../support/clockedClient';

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const PAGES = 20;
const PARALLEL = 4;

/** What a service says with a 429; its quota is used up until `resetMs`. */
type Headers = (resetMs: number, nowMs: number) => Readonly<Record<string, string>>;

const HEADERS: Readonly<Record<string, Headers>> = {
	'Retry-After in seconds': (resetMs, nowMs) => ({
		'retry-after': String(Math.ceil((resetMs - nowMs) / 1000)),
	}),
	'Retry-After as a date': (resetMs) => ({
		'retry-after': new Date(Math.ceil(resetMs / 1000) * 1000).toUTCString(),
	}),
	'Retry-After as an epoch': (resetMs) => ({ 'retry-after': String(Math.ceil(resetMs / 1000)) }),
	'X-RateLimit-Reset as an epoch': (resetMs) => ({
		'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
	}),
	'RateLimit-Reset in seconds': (resetMs, nowMs) => ({
		'ratelimit-reset': String(Math.ceil((resetMs - nowMs) / 1000)),
	}),
	nothing: () => ({}),
};

interface Quota {
	readonly headers: Headers;
	readonly requestsAMinute?: number;
	/** The run begins so far into the service's minute. */
	readonly beginMs?: number;
	readonly status?: number;
}

/** A service that takes so many requests in each minute. */
function createFixture(
	{ headers, requestsAMinute = 3, beginMs = 0, status = 429 }: Quota,
	settings: Partial<RequestSettings> = {},
) {
	const used = new Map<number, number>();
	const sent: Array<{ page: string; status: number; atMs: number }> = [];
	const { client, now } = createClockedClient(
		({ after = '' }, _call, nowMs) => {
			const minute = Math.floor(nowMs / MINUTE_MS);
			const count = (used.get(minute) ?? 0) + 1;
			used.set(minute, count);
			const isAllowed = count <= requestsAMinute;
			sent.push({ page: after, status: isAllowed ? 200 : status, atMs: nowMs });
			return isAllowed ? ok() : refusal(status, headers((minute + 1) * MINUTE_MS, nowMs));
		},
		{ startMs: START_MS + beginMs, tookMs: () => 50, maxParallelRequests: PARALLEL, ...settings },
	);
	/** As Return All reads: so many pages, several at a time. */
	const readAll = async (workers = PARALLEL) => {
		let next = 0;
		const worker = async () => {
			while (next < PAGES) {
				const afterMs = next++;
				await client.listPage({}, { order: 'ASC', skip: 0, limit: 10, afterMs });
			}
		};
		await Promise.all(Array.from({ length: workers }, worker));
	};
	return { client, sent, readAll, now };
}

describe.each(Object.entries(HEADERS))('a quota of which %s is said', (said, headers) => {
	it.each([0, 1_000, 30_000, 59_000, 59_900])(
		'is kept to until all is read, from %d ms of its minute on',
		async (beginMs) => {
			const { sent, readAll, now } = createFixture({ headers, beginMs });
			await readAll();
			expect(new Set(sent.map(({ page }) => page)).size).toBe(PAGES);
			const refused = sent.filter(({ status }) => status === 429);
			const minutes = Math.ceil((now() - START_MS) / MINUTE_MS);
			expect(minutes).toBeLessThanOrEqual(Math.ceil(PAGES / 3) + 1);
			// Each minute ends with one refusal, the first with one for each that is on its way. Where nothing is
			// said, the first wait has to be found in eight tries, and a minute may take two.
			const most = said === 'nothing' ? 2 * minutes + 8 : minutes;
			expect(refused.length).toBeLessThanOrEqual(most + PARALLEL);
		},
	);
});

it('the request that was refused goes first when the wait is over, and the others one at a time', async () => {
	const { sent, readAll } = createFixture({ headers: () => ({ 'retry-after': '60' }) });
	await readAll(PAGES);
	const firstRefused = sent.findIndex(({ status }) => status === 429);
	const refusedAtOnce = sent.slice(0, firstRefused + PARALLEL);
	const waiting = new Set(
		refusedAtOnce.filter(({ status }) => status === 429).map(({ page }) => page),
	);
	const after = sent.slice(refusedAtOnce.length, refusedAtOnce.length + waiting.size);
	expect(after.every(({ page }) => waiting.has(page))).toBe(true);
});

it('a run that reads nothing in between gives up', async () => {
	const { sent, readAll } = createFixture({ headers: () => ({}), requestsAMinute: 0 });
	await expect(readAll()).rejects.toMatchObject({ kind: 'rateLimited' });
	expect(sent.length).toBeLessThanOrEqual(9 * PARALLEL);
	const [first, last] = [sent.at(0), sent.at(-1)];
	expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(MINUTE_MS);
});

it.each([500, 502])(
	'a reset header beside a %d is what gateways send with every response: it asks for no wait',
	async (status) => {
		const headers = { 'ratelimit-reset': '1800', 'ratelimit-remaining': '4000' };
		const { client, waits } = createClockedClient((_query, call) =>
			call === 0 ? refusal(status, headers) : ok(),
		);
		await client.feedPage({ order: 'ASC', skip: 0, limit: 10 });
		expect(Math.max(...waits)).toBeLessThan(MINUTE_MS);
	},
);

it('a long wait is kept to where it saves what was read, and not before', async () => {
	const headers = () => ({ 'retry-after': '1800' });
	const { readAll, now } = createFixture({ headers });
	await readAll();
	expect(now() - START_MS).toBeGreaterThan(1_800_000);
	const atFirst = createFixture({ headers, requestsAMinute: 0 });
	await expect(atFirst.readAll()).rejects.toMatchObject({
		kind: 'rateLimited',
		facts: { retryAfterMs: 1_800_000 },
	});
	expect(atFirst.sent.length).toBeLessThanOrEqual(PARALLEL);
});

it.each([429, 503])(
	'a wait of a %d that does not fit before the deadline ends the run at once',
	async (status) => {
		const { client, sent } = createFixture(
			{ headers: () => ({ 'retry-after': '20' }), requestsAMinute: 0, status },
			{ deadlineEpochMs: START_MS + 10_000 },
		);
		const page = client.feedPage({ order: 'ASC', skip: 0, limit: 1_000 });
		await expect(page).rejects.toMatchObject({ facts: { status, retryAfterMs: 20_000 } });
		expect(sent).toHaveLength(1);
	},
);
