import type { EventLogService } from '../../../sandbox/service';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
	READ_ONLY_API_KEY,
	SCOPE_READ,
} from '../../../sandbox/service';
import { COUNT, EXCHANGE, FEED, LIST, ask, bodyOf, exchange } from './ask';
import { servicesForTests } from './runningService';

const start = servicesForTests();
const PATHS = [LIST, COUNT, FEED];
const NOW_MS = 1_715_675_400_000;

async function statusOf(service: EventLogService, path: string, token: string): Promise<number> {
	return (await ask(service, path, {}, { token })).status;
}

async function statusesOf(service: EventLogService, token: string): Promise<number[]> {
	return Promise.all(PATHS.map((path) => statusOf(service, path, token)));
}

async function statusWith(service: EventLogService, path: string, headers: Record<string, string>) {
	return (await fetch(service.baseUrl + path, { headers })).status;
}

describe('Authorization header', () => {
	it.each(PATHS)('%s answers 401 without one, or with another scheme', async (path) => {
		const service = await start();
		expect(await statusWith(service, path, {})).toBe(401);
		for (const value of [DEFAULT_API_KEY, `Token ${DEFAULT_API_KEY}`, 'Bearer', 'Bearer ']) {
			expect(await statusWith(service, path, { authorization: value })).toBe(401);
		}
		expect(await statusWith(service, path, { authorization: `Bearer ${DEFAULT_API_KEY}` })).toBe(
			200,
		);
	});
});

describe('API keys', () => {
	it.each([
		['an administrator may read', DEFAULT_API_KEY, 200],
		['one with the read scope may read', READ_ONLY_API_KEY, 200],
		['one without it may not', NO_READ_API_KEY, 403],
		['one that does not exist is unauthorized', 'no-such-key', 401],
		['a refresh token is none', DEFAULT_REFRESH_TOKEN, 401],
	])('%s', async (_name, token, status) => {
		expect(await statusesOf(await start(), token)).toEqual([status, status, status]);
	});

	it('each operation can ask for scopes of its own', async () => {
		const requiredScopes = { list: [SCOPE_READ], count: ['count'], feed: ['feed', SCOPE_READ] };
		const service = await start({ behaviour: { requiredScopes } });
		expect(await statusesOf(service, READ_ONLY_API_KEY)).toEqual([200, 403, 200]);
	});

	it('a key that is withdrawn is worth nothing from then on', async () => {
		const service = await start();
		service.accounts.apiKeys = [];
		expect(await statusOf(service, LIST, DEFAULT_API_KEY)).toBe(401);
	});
});

describe('token exchange', () => {
	it('gives a JWT for a refresh token, and it opens every operation', async () => {
		const service = await start({ clock: () => NOW_MS });
		const token = await exchange(service, DEFAULT_REFRESH_TOKEN);
		const [header = '', payload = '', signature = ''] = token.split('.');
		expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ typ: 'JWT' });
		expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
			iat: NOW_MS / 1000,
			exp: NOW_MS / 1000 + 300,
		});
		expect(signature).not.toBe('');
		expect(await statusesOf(service, token)).toEqual([200, 200, 200]);
	});

	it('gives another token each time', async () => {
		const service = await start({ clock: () => NOW_MS });
		const first = await exchange(service, DEFAULT_REFRESH_TOKEN);
		expect(await exchange(service, DEFAULT_REFRESH_TOKEN)).not.toBe(first);
		expect(await statusOf(service, LIST, first)).toBe(200);
	});

	it.each(['no-such-token', DEFAULT_API_KEY])('answers 401 for %s', async (token) => {
		const service = await start();
		expect((await ask(service, EXCHANGE, {}, { token, method: 'POST' })).status).toBe(401);
	});

	it('takes a POST under v1 and nothing else', async () => {
		const service = await start({ behaviour: { v2: 'sameAsV1' } });
		const token = DEFAULT_REFRESH_TOKEN;
		expect((await ask(service, EXCHANGE, {}, { token })).status).toBe(404);
		const v2 = EXCHANGE.replace('v1', 'v2');
		expect((await ask(service, v2, {}, { token, method: 'POST' })).status).toBe(404);
	});

	it('a token of another service is worth nothing', async () => {
		const [one, other] = [await start(), await start()];
		const token = await exchange(one, DEFAULT_REFRESH_TOKEN);
		expect(await statusOf(other, LIST, token)).toBe(401);
	});

	it('a token may lack the right to read', async () => {
		const service = await start();
		const token = await exchange(service, NO_READ_REFRESH_TOKEN);
		expect(await statusesOf(service, token)).toEqual([403, 403, 403]);
	});
});

describe('the end of an access token', () => {
	it('comes with its lifetime, by the clock of the service', async () => {
		let nowMs = NOW_MS;
		const behaviour = { accessTokenLifetimeMs: 1000 };
		const service = await start({ clock: () => nowMs, behaviour });
		const token = await exchange(service, DEFAULT_REFRESH_TOKEN);
		nowMs += 999;
		expect(await statusOf(service, LIST, token)).toBe(200);
		nowMs += 1;
		expect(await statusesOf(service, token)).toEqual([401, 401, 401]);
		expect(await statusOf(service, LIST, await exchange(service, DEFAULT_REFRESH_TOKEN))).toBe(200);
	});

	it('comes when it is called for, or its refresh token is withdrawn', async () => {
		const service = await start();
		const token = service.issueAccessToken(DEFAULT_REFRESH_TOKEN);
		expect(await statusOf(service, LIST, token)).toBe(200);
		service.expireAccessTokens();
		expect(await statusOf(service, LIST, token)).toBe(401);
		const next = service.issueAccessToken(DEFAULT_REFRESH_TOKEN);
		service.accounts.refreshTokens = [];
		expect(await statusOf(service, LIST, next)).toBe(401);
		expect(() => service.issueAccessToken(DEFAULT_REFRESH_TOKEN)).toThrow('refresh token');
	});
});

describe('an exchange that goes wrong', () => {
	const askExchange = (service: EventLogService) =>
		ask(service, EXCHANGE, {}, { token: DEFAULT_REFRESH_TOKEN, method: 'POST' });

	it.each([
		['unauthorized', 401],
		['serverError', 500],
	] as const)('%s', async (tokenExchange, status) => {
		const service = await start({ behaviour: { tokenExchange } });
		expect((await askExchange(service)).status).toBe(status);
	});

	it('html', async () => {
		const reply = await askExchange(await start({ behaviour: { tokenExchange: 'html' } }));
		expect(reply.status).toBe(200);
		expect(reply.headers.get('content-type')).toContain('text/html');
		expect(reply.text).toContain('<html>');
	});

	it.each([
		['noMessage', {}],
		['emptyMessage', { Message: '' }],
	] as const)('%s', async (tokenExchange, body) => {
		const reply = await askExchange(await start({ behaviour: { tokenExchange } }));
		expect(reply.status).toBe(200);
		expect(bodyOf(reply)).toEqual(body);
	});
});
