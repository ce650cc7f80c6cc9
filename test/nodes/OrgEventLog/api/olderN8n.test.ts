import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../../../sandbox/service';
import { createEventLogClient } from '../../../../nodes/OrgEventLog/api/clientContext';
import { createCredentialStore, createExecuteContext } from '../../../support/n8nContexts';

const PAGE = { order: 'ASC', skip: 0, limit: 100 } as const;

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService();
	service.log.append(makeEvent({ id: 'first' }));
	// No retry waits.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(async () => {
	jest.restoreAllMocks();
	await service.close();
});
beforeEach(() => {
	service.requests.length = 0;
	service.faults.clear();
});

const apiKey = () =>
	createCredentialStore({
		baseUrl: service.baseUrl,
		authentication: 'apiKey',
		apiKey: DEFAULT_API_KEY,
	});
const refreshToken = (token = DEFAULT_REFRESH_TOKEN) =>
	createCredentialStore({ baseUrl: service.baseUrl, refreshToken: token });

/**
 * As n8n 1.123 and 2.8 have it: the error that the helper throws has no cause (up to n8n-workflow 2.32).
 */
async function clientOfOlderN8n(credential = apiKey()) {
	const { context } = createExecuteContext({ credential });
	const request = context.helpers.httpRequestWithAuthentication.bind(context);
	context.helpers.httpRequestWithAuthentication = async (
		type,
		options,
		additional,
	): Promise<unknown> => {
		return await request(type, options, additional).then(
			(response: unknown) => response,
			(error: Error) => {
				Object.defineProperty(error, 'cause', { value: undefined });
				throw error;
			},
		);
	};
	return await createEventLogClient(context, { timeoutMs: 60_000, maxParallelRequests: 1 });
}

it('renews the token', async () => {
	const client = await clientOfOlderN8n(refreshToken());
	await client.listPage({}, PAGE);
	service.expireAccessTokens();
	expect((await client.listPage({}, PAGE)).events).toHaveLength(1);
});

it('says that the refresh token was refused, after one exchange', async () => {
	const client = await clientOfOlderN8n(refreshToken('revoked'));
	await expect(client.listPage({}, PAGE)).rejects.toMatchObject({
		kind: 'unauthorized',
		message: 'The refresh token was not accepted',
		facts: { isExchange: true, status: 401 },
	});
	expect(service.requests).toHaveLength(1);
});

it('goes on after a connection that broke off before, or in the middle of, its response', async () => {
	const client = await clientOfOlderN8n();
	service.failNext({ drop: true });
	service.failNext({ dropAfterBytes: 20 });
	expect((await client.listPage({}, PAGE)).events).toHaveLength(1);
	expect(service.requests).toHaveLength(3);
});
