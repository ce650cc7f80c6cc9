import type { IHttpRequestOptions } from 'n8n-workflow';
import { OrgEventLogApi } from '../../credentials/OrgEventLogApi.credentials';
import { createEventLogClient } from '../../nodes/OrgEventLog/api/clientContext';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../sandbox/service';
import { everythingIn } from '../support/everythingIn';
import { createCredentialStore, createExecuteContext } from '../support/n8nContexts';

const OTHER_REFRESH_TOKEN = 'refresh-token-of-grace-11ee22';
const PAGE = { order: 'ASC', skip: 0, limit: 100 } as const;

let service: EventLogService;
let otherService: EventLogService;

beforeAll(async () => {
	[service, otherService] = await Promise.all([startEventLogService(), startEventLogService()]);
	for (const { log, accounts } of [service, otherService]) {
		log.append(makeEvent({ id: 'first' }));
		accounts.refreshTokens.push({
			refreshToken: OTHER_REFRESH_TOKEN,
			email: 'grace@example.com',
			scopes: ['admin'],
		});
	}
});
afterAll(() => Promise.all([service.close(), otherService.close()]));
beforeEach(() => {
	for (const { requests, faults } of [service, otherService]) {
		requests.length = 0;
		faults.clear();
	}
	service.behaviour.tokenExchange = 'works';
});

const byRefreshToken = (baseUrl = service.baseUrl) =>
	createCredentialStore({ baseUrl, refreshToken: DEFAULT_REFRESH_TOKEN });
const byApiKey = () =>
	createCredentialStore({
		baseUrl: service.baseUrl,
		authentication: 'apiKey',
		apiKey: DEFAULT_API_KEY,
	});

async function readIds(credential: ReturnType<typeof byRefreshToken>): Promise<string[]> {
	const client = await createEventLogClient(createExecuteContext({ credential }).context, {
		timeoutMs: 60_000,
		maxParallelRequests: 1,
	});
	return (await client.listPage({}, PAGE)).events.map(({ id }) => id);
}

const exchanges = ({ requests }: EventLogService) =>
	requests.filter(({ operation }) => operation === 'tokenExchange');
const sentSecrets = ({ requests }: EventLogService) =>
	requests.map(({ headers }) => headers.authorization);
const errorOf = (work: Promise<unknown>) =>
	work.then(
		() => {
			throw new Error('It should have failed');
		},
		(thrown: unknown) => thrown,
	);

describe('fields', () => {
	const fields = new Map(new OrgEventLogApi().properties.map((field) => [field.name, field]));

	it('hide every secret from the browser, the stored token included', () => {
		for (const name of ['refreshToken', 'apiKey', 'accessToken'])
			expect(fields.get(name)?.typeOptions?.password).toBe(true);
		expect(fields.get('accessToken')).toMatchObject({
			type: 'hidden',
			typeOptions: { expirable: true },
		});
	});
});

describe('refresh token', () => {
	it('is exchanged once, without a body, and the token kept for the next requests', async () => {
		const credential = byRefreshToken();
		expect(await readIds(credential)).toEqual(['first']);
		expect(await readIds(credential)).toEqual(['first']);
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /api/v1/refresh_token',
			'GET /api/v1/events',
			'GET /api/v1/events',
		]);
		expect(exchanges(service)[0]).toMatchObject({
			body: '',
			headers: { authorization: `Bearer ${DEFAULT_REFRESH_TOKEN}` },
		});
		expect(exchanges(service)[0]?.headers['content-type']).toBeUndefined();
	});

	it('changes nothing in the stored credential but the token', async () => {
		const credential = byRefreshToken();
		const before = { ...credential.stored };
		await readIds(credential);
		const { accessToken, ...rest } = credential.stored;
		expect(rest).toEqual(before);
		expect(typeof accessToken).toBe('string');
		expect(accessToken).not.toContain(DEFAULT_REFRESH_TOKEN);
	});

	it('is exchanged anew, once, when the access token has expired', async () => {
		const credential = byRefreshToken();
		await readIds(credential);
		service.expireAccessTokens();
		service.requests.length = 0;
		expect(await readIds(credential)).toEqual(['first']);
		expect(service.requests.map(({ operation, status }) => [operation, status])).toEqual([
			['list', 401],
			['tokenExchange', 200],
			['list', 200],
		]);
	});

	it('survives twenty requests at once with an expired token', async () => {
		const credential = byRefreshToken();
		await readIds(credential);
		service.expireAccessTokens();
		service.requests.length = 0;
		const reads = Array.from({ length: 20 }, () => readIds(credential));
		expect((await Promise.all(reads)).flat()).toHaveLength(20);
		// n8n has no lock: each request that met the expired token exchanges once, and no more.
		expect(exchanges(service).length).toBeLessThanOrEqual(20);
	});

	it('is exchanged under v1 also when the events are read under v2', async () => {
		service.behaviour.v2 = 'sameAsV1';
		const credential = byRefreshToken();
		credential.stored.apiVersion = 'v2';
		await readIds(credential);
		expect(service.requests.map(({ path }) => path)).toEqual([
			'/api/v1/refresh_token',
			'/api/v2/events',
		]);
		service.behaviour.v2 = 'absent';
	});
});

describe('a stored access token', () => {
	it('is never sent to a new host, though the user only edited the base URL', async () => {
		const credential = byRefreshToken();
		await readIds(credential);
		const [, oldToken] = sentSecrets(service);
		credential.stored.baseUrl = otherService.baseUrl;
		expect(await readIds(credential)).toEqual(['first']);
		expect(sentSecrets(otherService)).not.toContain(oldToken);
		expect(otherService.requests.map(({ operation }) => operation)).toEqual([
			'tokenExchange',
			'list',
		]);
	});

	it('is not used for another refresh token on the same host', async () => {
		const credential = byRefreshToken();
		await readIds(credential);
		service.requests.length = 0;
		credential.stored.refreshToken = OTHER_REFRESH_TOKEN;
		await readIds(credential);
		expect(service.requests.map(({ operation }) => operation)).toEqual(['tokenExchange', 'list']);
		expect(sentSecrets(service)[0]).toBe(`Bearer ${OTHER_REFRESH_TOKEN}`);
	});

	it('is not sent when it carries no binding at all', async () => {
		const credential = byRefreshToken();
		credential.stored.accessToken = 'left-by-something-else';
		await readIds(credential);
		expect(sentSecrets(service).join()).not.toContain('left-by-something-else');
	});

	it('plays no part in API key mode', async () => {
		const credential = byRefreshToken();
		await readIds(credential);
		service.requests.length = 0;
		Object.assign(credential.stored, { authentication: 'apiKey', apiKey: DEFAULT_API_KEY });
		await readIds(credential);
		expect(sentSecrets(service)).toEqual([`Bearer ${DEFAULT_API_KEY}`]);
	});
});

describe('API key', () => {
	it('is sent as it is and exchanged for nothing', async () => {
		const credential = byApiKey();
		expect(await readIds(credential)).toEqual(['first']);
		expect(sentSecrets(service)).toEqual([`Bearer ${DEFAULT_API_KEY}`]);
		expect(credential.writes).toBe(0);
	});

	it.each([
		['quotation marks', (key: string) => `"${key}"`],
		['the word Bearer', (key: string) => `bearer  ${key}`],
		['the word Bearer within quotation marks', (key: string) => `'Bearer ${key}'\r\n`],
		['curly quotation marks', (key: string) => `“${key}”`],
	])('is sent without %s that came along with it', async (_what, pasted) => {
		const credential = byApiKey();
		credential.stored.apiKey = pasted(DEFAULT_API_KEY);
		expect(await readIds(credential)).toEqual(['first']);
		expect(sentSecrets(service)).toEqual([`Bearer ${DEFAULT_API_KEY}`]);
	});

	it('that is refused is tried once', async () => {
		const credential = byApiKey();
		credential.stored.apiKey = 'no-such-key';
		await expect(readIds(credential)).rejects.toThrow('The API key was not accepted');
		expect(service.requests).toHaveLength(1);
	});
});

describe('an exchange that fails', () => {
	it('with 401 is made once, and the message says where to get a new token', async () => {
		service.behaviour.tokenExchange = 'unauthorized';
		const error = await errorOf(readIds(byRefreshToken()));
		expect(error).toMatchObject({
			kind: 'unauthorized',
			message: 'The refresh token was not accepted',
			facts: { status: 401, isExchange: true },
		});
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['serverError', 'The service could not exchange the refresh token for an access token'],
		['html', 'The service returned a web page instead of events'],
		['noMessage', 'The service returned no access token for the refresh token'],
		['emptyMessage', 'The service returned no access token for the refresh token'],
	] as const)('by %s is told as such', async (tokenExchange, message) => {
		service.behaviour.tokenExchange = tokenExchange;
		const error = await errorOf(readIds(byRefreshToken()));
		expect(error).toMatchObject({ message });
		expect(everythingIn(error)).not.toContain(DEFAULT_REFRESH_TOKEN);
		expect(service.requests.every(({ operation }) => operation === 'tokenExchange')).toBe(true);
	});

	it('by a redirect is not followed: the refresh token stays with its host', async () => {
		service.failNext(
			{ redirectTo: `${otherService.baseUrl}/x`, status: 307 },
			{ match: 'tokenExchange' },
		);
		const error = await errorOf(readIds(byRefreshToken()));
		expect(error).toMatchObject({
			message: 'The service redirects this request to another address',
		});
		expect(otherService.requests).toHaveLength(0);
	});

	it('is refused by n8n where the credential allows other domains only', async () => {
		const credential = byRefreshToken();
		credential.stored.allowedHttpRequestDomains = 'domains';
		credential.stored.allowedDomains = 'example.org';
		const error = await errorOf(readIds(credential));
		expect(error).toMatchObject({ message: 'n8n does not allow requests to this address' });
		expect(service.requests).toHaveLength(0);
	});
});

describe("n8n's HTTP Request node", () => {
	const request = async (
		credential: ReturnType<typeof byRefreshToken>,
		options: Record<string, unknown>,
	): Promise<unknown> => {
		const nodeTypeName = 'n8n-nodes-base.httpRequest';
		const { context } = createExecuteContext({ credential, nodeTypeName });
		const response: unknown = await context.helpers.requestWithAuthentication.call(
			context,
			'orgEventLogApi',
			{ json: true, ...options },
		);
		return response;
	};
	const events = () => ({ uri: `${service.baseUrl}/api/v1/events` });

	it('can use the credential in both modes', async () => {
		for (const credential of [byRefreshToken(), byApiKey()])
			expect(await request(credential, events())).toMatchObject({ data: [{ id: 'first' }] });
	});

	it('gets a fresh token after the base URL was edited and after the token expired', async () => {
		const credential = byRefreshToken(otherService.baseUrl);
		await readIds(credential);
		credential.stored.baseUrl = service.baseUrl;
		expect(await request(credential, events())).toMatchObject({ data: [{ id: 'first' }] });
		service.expireAccessTokens();
		expect(await request(credential, events())).toMatchObject({ data: [{ id: 'first' }] });
		expect(sentSecrets(service)).not.toContain(sentSecrets(otherService)[1]);
	});

	it('aimed at another origin gets no token there', async () => {
		for (const credential of [byRefreshToken(), byApiKey()]) {
			const error = await errorOf(request(credential, { uri: `${otherService.baseUrl}/x` }));
			expect(error).toMatchObject({
				message: 'This credential cannot be used for other addresses',
			});
		}
		expect(otherService.requests).toHaveLength(0);
	});

	it('does not carry the token along a redirect to another origin', async () => {
		service.failNext({ redirectTo: `${otherService.baseUrl}/x` });
		const options = { ...events(), followAllRedirects: true, maxRedirects: 5 };
		await errorOf(request(byApiKey(), options));
		expect(otherService.requests).toHaveLength(0);
	});

	it('shows what to do when the refresh token was refused', async () => {
		const credential = byRefreshToken();
		credential.stored.refreshToken = 'revoked-one';
		const error = await errorOf(request(credential, events()));
		expect(error).toMatchObject({
			message: 'The refresh token was not accepted',
			description: expect.stringContaining('generate a new token') as string,
		});
		expect(everythingIn(error)).not.toContain('revoked-one');
	});
});

describe('authenticate', () => {
	const authenticate = async (options: IHttpRequestOptions) =>
		await new OrgEventLogApi().authenticate(
			{ baseUrl: 'https://a.example.com/org', authentication: 'apiKey', apiKey: 'key' },
			options,
		);

	it('replaces an Authorization header of the user, however it is spelled', async () => {
		const { headers } = await authenticate({
			url: 'https://a.example.com/x',
			headers: { authorization: 'Basic abc', 'X-Other': '1' },
		});
		expect(headers).toEqual({ Authorization: 'Bearer key', 'X-Other': '1' });
	});

	it.each([
		'http://a.example.com/x',
		'https://a.example.com:8443/x',
		'https://a.example.com.evil.example/x',
		'https://a.example.com@evil.example/x',
		'//evil.example/x',
		'\\\\evil.example/x',
		'',
	])('refuses %j', async (url) => {
		await expect(authenticate({ url })).rejects.toThrow('cannot be used for other addresses');
	});

	it('resolves a path against the base of the request as n8n does', async () => {
		await expect(
			authenticate({ url: '/x', baseURL: 'https://a.example.com' }),
		).resolves.toBeDefined();
		await expect(authenticate({ url: '/x', baseURL: 'https://b.example.com' })).rejects.toThrow();
		await expect(
			authenticate({ url: '//evil.example/x', baseURL: 'https://a.example.com' }),
		).rejects.toThrow();
	});
});
