import { createServer } from 'node:http';
import { NodeApiError } from 'n8n-workflow';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	NO_READ_API_KEY,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type Fault,
} from '../../../../sandbox/service';
import { createEventLogClient } from '../../../../nodes/OrgEventLog/api/clientContext';
import { isEventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';
import { toNodeError } from '../../../../nodes/OrgEventLog/errors/nodeErrorContext';
import {
	createCredentialStore,
	createExecuteContext,
	createPollContext,
} from '../../../support/n8nContexts';
import { everythingIn } from '../../../support/everythingIn';
import { listen } from '../../../support/listen';

const PAGE = { order: 'ASC', skip: 0, limit: 100 } as const;
const START_MS = Date.UTC(2026, 0, 1);
const PERSON = 'ada@example.com';
/** Whatever must not be in anything that a user, a log or another node can see. */
const SECRETS = [DEFAULT_API_KEY, DEFAULT_REFRESH_TOKEN, NO_READ_API_KEY, PERSON, 'eyJ'];

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService();
	service.log.append(makeEvent({ id: 'first' }));
});
afterAll(() => service.close());
beforeEach(() => {
	service.requests.length = 0;
	service.faults.clear();
});

const apiKey = (overrides = {}) =>
	createCredentialStore({
		baseUrl: service.baseUrl,
		authentication: 'apiKey',
		apiKey: DEFAULT_API_KEY,
		...overrides,
	});
const refreshToken = (overrides = {}) =>
	createCredentialStore({
		baseUrl: service.baseUrl,
		refreshToken: DEFAULT_REFRESH_TOKEN,
		...overrides,
	});

const OPTIONS = { timeoutMs: 60_000, maxParallelRequests: 1 };

async function readPage(
	credential = apiKey(),
	options: Partial<Parameters<typeof createEventLogClient>[1]> = {},
) {
	const { context } = createExecuteContext({ credential });
	const client = await createEventLogClient(context, { ...OPTIONS, ...options });
	return await client.listPage({ userEmail: [PERSON] }, PAGE);
}

/** What the node makes of what is thrown. */
async function errorOf(work: Promise<unknown>, itemIndex?: number): Promise<NodeApiError> {
	const thrown = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	const node = createExecuteContext({ credential: apiKey() }).context.getNode();
	const error = toNodeError(node, thrown, itemIndex);
	if (isEventLogFailure(thrown) && error instanceof NodeApiError) return error;
	throw new Error(`A failure of the service was expected, not ${String(thrown)}`);
}

it('reads in execute and poll contexts alike', async () => {
	expect((await readPage()).events.map(({ id }) => id)).toEqual(['first']);
	const { context } = createPollContext({ credential: refreshToken() });
	const client = await createEventLogClient(context, { ...OPTIONS, needsJsonLines: true });
	const [event] = (await client.feedPage(PAGE)).events;
	expect(event).toMatchObject({ id: 'first' });
	expect(JSON.parse(event?.jsonLine ?? '')).toMatchObject({ id: 'first' });
	expect(await client.count({}, {})).toBe(1);
});

it('reads text of any language, in pieces', async () => {
	const message = 'Łukasz 山田 😀';
	const body = Buffer.from(JSON.stringify({ data: [{ id: 'a', created_at: START_MS, message }] }));
	const middleOfACharacter = body.indexOf('山') + 1;
	const server = createServer((_request, response) => {
		response.write(body.subarray(0, middleOfACharacter));
		setImmediate(() => response.end(body.subarray(middleOfACharacter)));
	});
	const credential = apiKey({ baseUrl: await listen(server) });
	const { events } = await readPage(credential, { needsJsonLines: true });
	server.close();
	const jsonLine = `{"id":"a","created_at":${START_MS},"message":"${message}"}`;
	expect(events).toMatchObject([
		{
			id: 'a',
			createdAtMs: START_MS,
			fields: { id: 'a', created_at: START_MS, message },
			jsonLine,
		},
	]);
});

describe('each way to fail', () => {
	const PASS = { cause: 'temporarily-unavailable' };
	const SETTING = { cause: 'configuration-invalid' };
	const CREDENTIAL = { cause: 'credential-invalid' };
	const REFUSED = 'The service does not accept this request';
	const SCOPE = 'The scope of the API key does not allow reading the event log';
	const UNEXPECTED = 'The service responded with an unexpected status';
	const ELSEWHERE = 'The service redirects this request to another address';
	const PAGE_OF_HTML = 'The service returned a web page instead of events';
	const TOLD = 'The service says that it could not complete the request';
	const UNANSWERED = 'The service could not answer';

	it.each<[Fault, string, string | null, object]>([
		[{ status: 400, body: `{"message":"no ${PERSON}"}` }, REFUSED, '400', SETTING],
		[{ status: 422, body: '' }, REFUSED, '422', SETTING],
		[{ status: 401 }, 'The API key was not accepted', '401', CREDENTIAL],
		[{ status: 403 }, SCOPE, '403', CREDENTIAL],
		[{ status: 206, body: '' }, UNEXPECTED, '206', PASS],
		[{ status: 407, body: '{"error":"limit of type"}' }, UNEXPECTED, '407', PASS],
		[{ status: 404, html: 404 }, 'There is no event log at this address', '404', SETTING],
		[
			{ status: 429, retryAfter: '3600' },
			'The service asks for fewer requests',
			'429',
			{ cause: 'rate-limited', retryAfterMs: 3_600_000 },
		],
		[{ status: 503, retryAfter: '7200' }, UNANSWERED, '503', { ...PASS, retryAfterMs: 7_200_000 }],
		[{ status: 500, body: PERSON }, UNANSWERED, '500', PASS],
		[{ body: `{"error":"no ${PERSON}"}` }, TOLD, null, PASS],
		[{ redirectTo: `https://elsewhere.example/?user=${PERSON}` }, ELSEWHERE, '302', SETTING],
		[{ html: 200 }, PAGE_OF_HTML, null, SETTING],
		[{ body: PERSON }, 'The response from the service is not JSON', null, SETTING],
		[{ truncateAfter: 20 }, 'The response from the service is cut off or broken', null, PASS],
		[{ body: `{"${PERSON}":1}` }, 'The response from the service has no “data”', null, SETTING],
		[{ body: '{"data":7}' }, 'The response from the service cannot be read', null, PASS],
	])('%j', async (fault, message, httpCode, failure) => {
		service.failNext(fault, { times: 9 });
		const error = await errorOf(readPage(), 3);
		expect(error).toMatchObject({ message, httpCode, failure, context: { itemIndex: 3 } });
		expect(error.description).toMatch(/\.$/);
		for (const secret of SECRETS) expect(everythingIn(error)).not.toContain(secret);
		expect(`${error.message} ${error.description}`).not.toMatch(/\b(error|problem)/i);
	});

	it('403 for an access token only where a new one is refused, too: some gateways say so of an old one', async () => {
		const credential = refreshToken();
		await readPage(credential);
		service.requests.length = 0;
		service.failNext({ status: 403 }, { match: 'list' });
		await expect(readPage(credential)).resolves.toBeDefined();
		expect(service.requests.map(({ operation }) => operation)).toEqual([
			'list',
			'tokenExchange',
			'list',
		]);
	});

	it('a host that is not there', async () => {
		const free = createServer();
		const credential = apiKey({ baseUrl: await listen(free) });
		await new Promise((resolve) => free.close(resolve));
		const deadlineEpochMs = Date.now() + 10_000;
		expect(await errorOf(readPage(credential, { deadlineEpochMs }))).toMatchObject({
			message: 'The service does not accept connections',
			httpCode: null,
		});
		const unknown = await errorOf(readPage(apiKey({ baseUrl: 'https://no-such-host.invalid' })));
		expect(unknown.message).toMatch(/not found|was lost/);
	});

	it('a connection that closes without a response, or in the middle of one', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0);
		for (const fault of [{ drop: true }, { dropAfterBytes: 20 }]) {
			service.failNext(fault, { times: 9 });
			const error = await errorOf(readPage());
			expect(error).toMatchObject({
				message: 'The connection to the service was lost',
				failure: { cause: 'temporarily-unavailable' },
			});
			service.faults.clear();
		}
		random.mockRestore();
	});

	it('a service that does not answer in time', async () => {
		service.failNext({ hang: true }, { times: 9 });
		const error = await errorOf(readPage(apiKey(), { timeoutMs: 50 }));
		expect(error).toMatchObject({
			message: 'The service did not answer in time',
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(error.description).toMatch(
			/^50 ms passed without a response. Try again later. If reading the log took too long, raise Timeout/,
		);
		expect(service.requests.map(({ query }) => query.limit)).toEqual(['100', '10', '100']);
	});

	it('a certificate that nobody vouches for', async () => {
		// What speaks no TLS https runs into as into a wrong certificate.
		const plain = createServer((_request, response) => response.end('plain'));
		const baseUrl = (await listen(plain)).replace('http:', 'https:');
		const { message, failure } = await errorOf(readPage(apiKey({ baseUrl })));
		plain.close();
		expect(message).toBe('No secure connection to the service is possible');
		expect(failure).toEqual({ cause: 'configuration-invalid' });
	});
});

describe('a credential that cannot be used', () => {
	it.each([
		[{ baseUrl: '' }, 'Base URL in the credential cannot be used'],
		[{ baseUrl: 'http://a.example.com' }, 'Base URL in the credential cannot be used'],
		[{ apiKey: '  ' }, 'API Key in the credential is empty'],
		[{ apiKey: '"Bearer "' }, 'API Key in the credential is empty'],
		[{ apiKey: 'ab cd' }, 'API Key in the credential has characters that a token cannot contain'],
		[{ authentication: 'refreshToken' }, 'Refresh Token in the credential is empty'],
	])('%j is refused before any request', async (fields, message) => {
		expect(await errorOf(readPage(apiKey(fields)))).toMatchObject({ message });
		expect(service.requests).toHaveLength(0);
	});
});

it('a run that the user stops ends a request that hangs', async () => {
	service.failNext({ hang: true });
	const stop = new AbortController();
	const { context } = createExecuteContext({ credential: apiKey(), abortSignal: stop.signal });
	const client = await createEventLogClient(context, OPTIONS);
	const reading = errorOf(client.listPage({}, PAGE));
	stop.abort();
	expect(await reading).toMatchObject({ message: 'Reading was stopped' });
});
