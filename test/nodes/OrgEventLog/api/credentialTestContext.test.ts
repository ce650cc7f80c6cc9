import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	NO_READ_REFRESH_TOKEN,
	startEventLogService,
	type EventLogService,
	type Fault,
} from '../../../../sandbox/service';
import { testCredential } from '../../../support/credentialTest';
import { createCredentialStore } from '../../../support/n8nContexts';

let service: EventLogService;
let elsewhere: EventLogService;

beforeAll(async () => {
	[service, elsewhere] = await Promise.all([startEventLogService(), startEventLogService()]);
});
afterAll(() => Promise.all([service.close(), elsewhere.close()]));
beforeEach(() => {
	service.requests.length = 0;
	service.faults.clear();
	service.behaviour.tokenExchange = 'works';
});

const test = async (fields: ICredentialDataDecryptedObject) =>
	await testCredential(createCredentialStore({ baseUrl: service.baseUrl, ...fields }));

const KEY = { authentication: 'apiKey', apiKey: DEFAULT_API_KEY };
const TOKEN = { authentication: 'refreshToken', refreshToken: DEFAULT_REFRESH_TOKEN };

it('passes in both modes, also with an empty log, and reads no more than one event', async () => {
	for (const fields of [KEY, TOKEN])
		expect(await test(fields)).toEqual({ status: 'OK', message: 'The event log can be read' });
	expect(service.requests.map(({ path, query }) => [path, query])).toEqual([
		['/api/v1/events', { limit: '1' }],
		['/api/v1/refresh_token', {}],
		['/api/v1/events', { limit: '1' }],
	]);
});

it.each([
	['401, API key', { ...KEY, apiKey: 'wrong' }, 'The API key was not accepted. In the management'],
	[
		'401, refresh token',
		{ ...TOKEN, refreshToken: 'wrong' },
		'The refresh token was not accepted. In the management console, open your profile page',
	],
	['403, API key', { ...KEY, apiKey: NO_READ_API_KEY }, 'The scope of the API key does not allow'],
	[
		'403, refresh token',
		{ ...TOKEN, refreshToken: NO_READ_REFRESH_TOKEN },
		'The owner of the refresh token is not allowed to read the event log',
	],
	['another version', { ...KEY, apiVersion: 'v2' }, 'Set API Version to V1'],
	['http', { ...KEY, baseUrl: 'http://example.com' }, 'starts with https://'],
	['another port', { ...KEY, baseUrl: 'http://127.0.0.1:1' }, 'does not accept connections'],
])('%s', async (_name, fields, expected) => {
	const { status, message } = await test(fields);
	expect(status).toBe('Error');
	expect(message).toContain(expected);
});

it.each([403, 404])('passes where a key may use only Feed (%i)', async (status) => {
	service.failNext({ status }, { match: 'list' });
	expect(await test(KEY)).toMatchObject({ status: 'OK' });
});

it.each<[string, Fault, string]>([
	['429', { status: 429, retryAfter: '7' }, 'Wait at least 7 seconds'],
	['429 that may be sent again at once', { status: 429, retryAfter: '0' }, 'Wait a while'],
	['a web page', { html: 200 }, 'returned a web page instead of events'],
	['a broken connection', { drop: true }, 'was lost'],
])('%s in both modes, without a second try', async (_name, fault, expected) => {
	for (const fields of [KEY, TOKEN]) {
		service.requests.length = 0;
		service.faults.clear();
		service.failNext(fault, { match: ({ path }) => path.includes('/events'), times: 9 });
		expect((await test(fields)).message).toContain(expected);
		expect(service.requests.filter(({ operation }) => operation === 'list')).toHaveLength(1);
	}
});

it('follows no redirect, with neither token', async () => {
	for (const [fields, match] of [
		[KEY, 'list'],
		[TOKEN, 'list'],
		[TOKEN, 'tokenExchange'],
	] as const) {
		service.failNext({ redirectTo: `${elsewhere.baseUrl}/api/v1/events` }, { match });
		expect((await test(fields)).message).toContain('The node did not follow the redirect');
	}
	expect(elsewhere.requests).toHaveLength(0);
});
