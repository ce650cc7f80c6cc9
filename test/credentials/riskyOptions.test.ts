import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../sandbox/service';
import { everythingIn } from '../support/everythingIn';
import { createCredentialStore, createExecuteContext } from '../support/n8nContexts';

let service: EventLogService;
let stranger: Server;
/** All that reached somebody else's server. */
const received: string[] = [];
const strangerPort = () => (stranger.address() as AddressInfo).port;

beforeAll(async () => {
	service = await startEventLogService();
	service.log.append(makeEvent({ id: 'first' }));
	stranger = createServer(({ method, url, rawHeaders }, response) => {
		received.push([method, url, ...rawHeaders].join(' '));
		response.end('{"data":[]}');
	}).on('connect', ({ rawHeaders, url }, socket) => {
		received.push([url, ...rawHeaders].join(' '));
		socket.destroy();
	});
	await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	await new Promise((resolve) => stranger.close(resolve));
	await service.close();
});
beforeEach(() => {
	received.length = 0;
	service.requests.length = 0;
});

const CREDENTIALS = {
	'API key': () =>
		createCredentialStore({
			baseUrl: service.baseUrl,
			authentication: 'apiKey',
			apiKey: DEFAULT_API_KEY,
		}),
	'refresh token': () =>
		createCredentialStore({ baseUrl: service.baseUrl, refreshToken: DEFAULT_REFRESH_TOKEN }),
};
type Mode = keyof typeof CREDENTIALS;

const HELPERS = ['requestWithAuthentication', 'httpRequestWithAuthentication'] as const;

/** As n8n's HTTP Request node calls the first helper, and tools of agents the second. */
async function send(
	mode: Mode,
	helper: (typeof HELPERS)[number],
	options: Record<string, unknown>,
): Promise<unknown> {
	const nodeTypeName = 'n8n-nodes-base.httpRequest';
	const { context } = createExecuteContext({ credential: CREDENTIALS[mode](), nodeTypeName });
	const address = `${service.baseUrl}/api/v1/events`;
	const request = { method: 'GET' as const, url: address, uri: address, json: true, ...options };
	const response: unknown =
		helper === 'requestWithAuthentication'
			? await context.helpers.requestWithAuthentication.call(context, 'orgEventLogApi', request)
			: await context.helpers.httpRequestWithAuthentication.call(
					context,
					'orgEventLogApi',
					request,
				);
	return response;
}

/** What a workflow's author can set who may use the credential but not see it. */
const RISKY_OPTIONS: ReadonlyArray<[string, () => Record<string, unknown>]> = [
	['a proxy', () => ({ proxy: `http://127.0.0.1:${strangerPort()}` })],
	['a proxy in parts', () => ({ proxy: { host: '127.0.0.1', port: strangerPort() } })],
	['unchecked certificates', () => ({ rejectUnauthorized: false })],
	['unchecked certificates, newer', () => ({ skipSslCertificateValidation: true })],
	['an agent elsewhere', () => ({ agentOptions: { host: '127.0.0.1', port: strangerPort() } })],
	['certificates of their own', () => ({ agentOptions: { ca: 'a certificate authority' } })],
	['Host', () => ({ headers: { Host: 'evil.example' } })],
	['host', () => ({ headers: { accept: '*/*', host: 'evil.example' } })],
	['HOST with a space', () => ({ headers: { 'HOST ': 'evil.example' } })],
	['Host for all methods', () => ({ headers: { common: { Host: 'evil.example' } } })],
	['Host for one method', () => ({ headers: { get: { Host: 'evil.example' } } })],
	['a base elsewhere', () => ({ baseURL: `http://127.0.0.1:${strangerPort()}` })],
	['a base elsewhere alone', () => ({ url: undefined, baseURL: 'http://evil.example' })],
];

describe.each(Object.keys(CREDENTIALS) as Mode[])('%s', (mode) => {
	describe.each(HELPERS)("n8n's %s", (helper) => {
		it.each(RISKY_OPTIONS)('sends the token nowhere with %s', async (_what, options) => {
			const error: unknown = await send(mode, helper, options()).then(
				() => 'It was sent',
				(thrown: unknown) => thrown,
			);
			expect(error).toMatchObject({
				message: expect.stringMatching(
					/^This (request was not sent|credential cannot be used for other addresses)/,
				) as string,
			});
			expect(received).toEqual([]);
			expect(service.requests.filter(({ operation }) => operation === 'list')).toEqual([]);
			expect(everythingIn(error)).not.toContain(DEFAULT_API_KEY);
		});

		it('reads with what the HTTP Request node sets by itself', async () => {
			const response = await send(mode, helper, {
				headers: { accept: 'application/json', 'x-list': ['a', 'b'] },
				gzip: true,
				proxy: '',
				rejectUnauthorized: true,
				followRedirect: true,
				followAllRedirects: true,
				maxRedirects: undefined,
				sendCredentialsOnCrossOriginRedirect: false,
				allowedDomains: undefined,
				agentOptions: undefined,
				timeout: 300_000,
			});
			expect(response).toMatchObject({ data: [{ id: 'first' }] });
		});
	});
});

it('says what to remove', async () => {
	const proxy = `http://127.0.0.1:${strangerPort()}`;
	await expect(send('API key', 'requestWithAuthentication', { proxy })).rejects.toMatchObject({
		message: 'This request was not sent, because it could expose the credential',
		description: expect.stringMatching(/^Proxy .* Remove /) as string,
	});
});
