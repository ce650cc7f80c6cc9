import type { EventLogService, Fault } from '../../../sandbox/service';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
	READ_ONLY_API_KEY,
	createEventLog,
	makeEvent,
} from '../../../sandbox/service';
import { COUNT, EXCHANGE, FEED, LIST, ask, exchange, servicesForTests, statusOf } from './ask';

const start = servicesForTests();
const PATHS = [LIST, COUNT, FEED];
const statuses = async (service: EventLogService, token?: string) =>
	await Promise.all(PATHS.map(async (path) => await statusOf(service, path, token)));

describe('who may read', () => {
	it.each([
		['an administrator', DEFAULT_API_KEY, 200],
		['a key with the read scope', READ_ONLY_API_KEY, 200],
		['no key without it', NO_READ_API_KEY, 403],
		['no key that there is not', 'no-such-key', 401],
		['no refresh token', DEFAULT_REFRESH_TOKEN, 401],
		['nobody without a token', '', 401],
	])('%s', async (_who, token, status) => {
		expect(await statuses(await start(), token)).toEqual([status, status, status]);
	});

	it('each operation can ask for scopes of its own, and keys can be withdrawn', async () => {
		const requiredScopes = { list: ['events:read'], count: ['count'], feed: ['feed', 'admin'] };
		const service = await start(undefined, { requiredScopes });
		expect(await statuses(service, READ_ONLY_API_KEY)).toEqual([200, 403, 403]);
		service.accounts.apiKeys = [];
		expect(await statuses(service, READ_ONLY_API_KEY)).toEqual([401, 401, 401]);
	});

	it('an access token does for as long as it lives, another one each time', async () => {
		let nowMs = 1_715_675_400_000;
		const service = await start(undefined, { accessTokenLifetimeMs: 1000 }, { clock: () => nowMs });
		const [one, other] = [
			await exchange(service, DEFAULT_REFRESH_TOKEN),
			await exchange(service, DEFAULT_REFRESH_TOKEN),
		];
		expect(one).not.toBe(other);
		nowMs += 999;
		expect(await statuses(service, one)).toEqual([200, 200, 200]);
		service.expireAccessTokens();
		expect(await statusOf(service, LIST, one)).toBe(401);
		const next = await exchange(service, DEFAULT_REFRESH_TOKEN);
		nowMs += 1000;
		expect(await statusOf(service, LIST, next)).toBe(401);
		expect(service.issuedAccessTokens).toEqual([one, other, next]);
		const guests = await exchange(service, NO_READ_REFRESH_TOKEN);
		expect(await statuses(service, guests)).toEqual([403, 403, 403]);
		expect(await statusOf(await start(), LIST, guests)).toBe(401);
	});

	it('only the newest token of an account may be accepted', async () => {
		const service = await start(undefined, { acceptedTokens: 'newest' });
		const first = await exchange(service, DEFAULT_REFRESH_TOKEN);
		await exchange(service, NO_READ_REFRESH_TOKEN);
		expect(await statusOf(service, LIST, first)).toBe(200);
		await exchange(service, DEFAULT_REFRESH_TOKEN);
		expect(await statusOf(service, LIST, first)).toBe(401);
	});

	it.each([
		['unauthorized', 401, 'error'],
		['serverError', 500, 'error'],
		['html', 200, '<html>'],
		['noMessage', 200, '{}'],
		['emptyMessage', 200, '{"Message":""}'],
	] as const)('an exchange may go wrong: %s', async (tokenExchange, status, text) => {
		const service = await start(undefined, { tokenExchange });
		const options = { token: DEFAULT_REFRESH_TOKEN, method: 'POST' };
		const reply = await ask(service, EXCHANGE, {}, options);
		expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(text)]);
	});

	it('only at its own paths and methods, v2 where it is there', async () => {
		const service = await start();
		const v2 = LIST.replace('v1', 'v2');
		for (const path of ['/', '/v1/events', `${LIST}/x`, v2]) {
			expect(await statusOf(service, path)).toBe(404);
		}
		expect((await ask(service, LIST, {}, { method: 'POST' })).status).toBe(404);
		service.behaviour.v2 = 'sameAsV1';
		expect(await statusOf(service, v2)).toBe(200);
		const token = DEFAULT_REFRESH_TOKEN;
		const exchangeOfV2 = EXCHANGE.replace('v1', 'v2');
		expect((await ask(service, exchangeOfV2, {}, { token, method: 'POST' })).status).toBe(404);
	});
});

describe('faults', () => {
	const plan = async (...planned: Parameters<EventLogService['failNext']>) => {
		const service = await start(createEventLog([makeEvent({ message: 'real' })]));
		service.failNext(...planned);
		return service;
	};

	it.each([
		[{ status: 503, retryAfter: '7' }, 503, 'Unavailable', 'retry-after', '7'],
		[{ status: 502, body: 'busy' }, 502, 'busy', 'content-type', 'application/json; charset=utf-8'],
		[{ html: 200 }, 200, '<html>', 'content-type', 'text/html; charset=utf-8'],
		[{ redirectTo: 'http://x.test/' }, 302, '', 'location', 'http://x.test/'],
	])('%j', async (fault, status, text, name, value) => {
		const reply = await ask(await plan(fault), LIST);
		expect([reply.status, reply.headers.get(name)]).toEqual([status, value]);
		expect(reply.text).toContain(text);
	});

	it('spoil the real answer: other text, or cut short', async () => {
		const service = await plan({ transform: (body) => body.replace('real', 'odd') });
		service.failNext({ truncateAfter: 9 });
		expect((await ask(service, LIST)).text).toContain('"odd"');
		expect((await ask(service, LIST)).text).toBe('{"data":[');
	});

	it.each<Fault>([{ drop: true }, { dropAfterBytes: 20 }])('%j: no whole answer', async (fault) => {
		const answered: string[] = [];
		const observer = { onResponse: () => answered.push('answer') };
		const service = await start(createEventLog([makeEvent()]), {}, { observer });
		service.failNext(fault);
		await expect(ask(service, LIST)).rejects.toThrow();
		expect(answered).toEqual([]);
		expect(await statusOf(service)).toBe(200);
	});

	it('no answer keeps the connection open until the service closes', async () => {
		const service = await plan({ hang: true });
		const outcome = ask(service, LIST).catch(() => 'closed');
		expect(await statusOf(service)).toBe(200);
		await service.close();
		expect(await outcome).toBe('closed');
	});

	it('come when, as often and to whom they are planned', async () => {
		const service = await plan({ status: 500 }, { after: 1, times: 2, match: 'list' });
		const callOff = service.failNext({ status: 418 }, { times: 9, match: () => true });
		callOff();
		const seen = [];
		for (const path of [LIST, COUNT, LIST, LIST, LIST]) seen.push(await statusOf(service, path));
		expect(seen).toEqual([200, 200, 500, 500, 200]);
		service.failNext({ status: 503 });
		expect(await statusOf(service, EXCHANGE, DEFAULT_REFRESH_TOKEN)).toBe(200);
		expect(service.faults.pending).toBe(1);
		service.faults.clear();
		service.failNext({ status: 503 }, { match: 'tokenExchange' });
		expect(await statusOf(service, EXCHANGE, DEFAULT_REFRESH_TOKEN)).toBe(503);
	});

	it('and every request are on record', async () => {
		const service = await plan({ status: 500 }, { match: 'count' });
		const query = { user_email: 'a+b@example.com|ada@example.com' };
		await ask(service, LIST, query);
		await ask(service, COUNT);
		await ask(service, EXCHANGE, {}, { token: 'wrong', method: 'POST' });
		expect(service.requests).toMatchObject([
			{ operation: 'list', path: LIST, query, status: 200, events: 1 },
			{ operation: 'count', status: 500 },
			{ operation: 'tokenExchange', headers: { authorization: 'Bearer wrong' }, status: 401 },
		]);
	});

	it('the Date header is the clock of the service, off by what is told, or absent', async () => {
		const nowMs = 1_715_675_400_000;
		const service = await start(undefined, { clockOffsetMs: -7_200_000 }, { clock: () => nowMs });
		const date = async () => (await ask(service, LIST)).headers.get('date');
		expect(await date()).toBe(new Date(nowMs - 7_200_000).toUTCString());
		service.behaviour.dateHeader = false;
		expect(await date()).toBeNull();
	});
});
