import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import {
	DEFAULT_API_KEY,
	DEFAULT_REFRESH_TOKEN,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type Fault,
} from '../../../../sandbox/service';
import { testCredential } from '../../../support/credentialTest';
import { createCredentialStore, createExecuteContext } from '../../../support/n8nContexts';
import { createTriggerWorld } from '../../../support/triggerHarness';

const KEY = { authentication: 'apiKey', apiKey: DEFAULT_API_KEY };
const TOKEN = { authentication: 'refreshToken', refreshToken: DEFAULT_REFRESH_TOKEN };
const START_MS = Date.UTC(2024, 4, 1);
const IDS = ['a', 'b', 'c', 'd'];

let service: EventLogService;

beforeEach(async () => {
	service = await startEventLogService();
	service.log.append(
		...IDS.map((id, index) => makeEvent({ id, createdAtMs: START_MS + index * 1_000 })),
	);
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});
async function run(parameters: INodeParameters, fields: ICredentialDataDecryptedObject = KEY) {
	const credential = createCredentialStore({ baseUrl: service.baseUrl, ...fields });
	const node = new OrgEventLog();
	const { run: inContext } = createExecuteContext({ credential, node, parameters });
	const [items = []] = await inContext(async (context) => await node.execute.call(context));
	return items.map(({ json }) => json);
}

const tested = async (fields: ICredentialDataDecryptedObject) =>
	await testCredential(createCredentialStore({ baseUrl: service.baseUrl, ...fields }));

/** The operations that came, the exchange among them. */
const operations = () => service.requests.map(({ operation }) => operation);

describe.each<[string, Fault]>([
	['an empty list', { body: '{"data":[]}' }],
	['null', { body: '{"data":null}' }],
	['null, with a word of success', { body: '{"data":null,"message":"OK"}' }],
	['an object without anything', { body: '{}' }],
	['an object without an error', { body: '{"error":null,"errors":[]}' }],
	['status 204', { status: 204, body: '' }],
	['status 204 with a body', { status: 204, body: 'No Content' }],
])('nothing, written as %s', (_what, fault) => {
	beforeEach(() => {
		service.failNext(fault, { times: 1_000 });
	});

	it.each(['list', 'feed'])('is no event of %s', async (operation) => {
		expect(await run({ operation })).toEqual([]);
		expect(await run({ operation, returnAll: true })).toEqual([]);
	});

	it.each([false, true])('is 0 for Count (exactly: %s)', async (exactCount) => {
		expect(await run({ operation: 'count', exactCount })).toMatchObject([{ count: 0 }]);
	});

	it('is a log that can be read, for the test of a credential', async () => {
		for (const fields of [KEY, TOKEN]) expect(await tested(fields)).toMatchObject({ status: 'OK' });
	});

	it('lets a trigger begin, and deliver the first event', async () => {
		const world = await createTriggerWorld();
		world.service.failNext(fault, { times: 1_000 });
		expect((await world.activate()).ids).toEqual([]);
		world.service.faults.clear();
		const ids = world.addMany(1);
		expect((await world.poll()).ids).toEqual(ids);
	});
});

describe('an error that is told with status 200', () => {
	const MESSAGE = 'The service says that it could not complete the request';
	const told = (words: string) => ({
		message: MESSAGE,
		description: expect.stringContaining(`It says “${words}”`) as string,
	});

	it.each([
		['{"error":"shard 4 is down"}', 'shard 4 is down'],
		['{"message":"try later"}', 'try later'],
		['{"Message":"try later"}', 'try later'],
		['{"detail":"try later"}', 'try later'],
		['{"errors":[{"message":"one"},{"detail":"other"}]}', 'one: other'],
		['{"error":{"message":"two\\n\\nlines <b>"}}', 'two lines ‹b›'],
		['{"data":null,"message":"the index is closed"}', 'the index is closed'],
		['{"data":[],"error":true,"message":"partial result"}', 'partial result'],
		[`{"error":"${'x '.repeat(400)}"}`, `${'x '.repeat(40)}…`],
	])('%s is shown in its own words, after a second try', async (body, words) => {
		service.failNext({ body }, { times: 9 });
		await expect(run({ operation: 'list' })).rejects.toMatchObject(told(words));
		expect(operations()).toEqual(['list', 'list']);
	});

	it.each([
		DEFAULT_API_KEY,
		'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
		'ada@example.com',
		'Bearer hunter',
		'SeCrEt4711',
	])('does not show what may be a secret: %s', async (secret) => {
		service.failNext({ body: JSON.stringify({ error: `no such key: ${secret}` }) }, { times: 9 });
		await expect(run({ operation: 'list' })).rejects.toMatchObject(told('no such key: …'));
	});

	it.each(['items', 'file'])('beside data makes no half result of it (%s)', async (output) => {
		const transform = (body: string) =>
			JSON.stringify({
				data: (JSON.parse(body) as { data: object[] }).data.slice(0, 2),
				error: 'partial result',
			});
		service.failNext({ transform }, { times: 9 });
		const parameters = { operation: 'list', returnAll: true, output };
		await expect(run(parameters)).rejects.toMatchObject(told('partial result'));
	});

	it('brings a new token, once: it may be about the old one', async () => {
		service.failNext({ body: '{"error":"token expired"}' });
		expect(await run({ operation: 'list' }, TOKEN)).toHaveLength(IDS.length);
		expect(operations().slice(0, 4)).toEqual(['tokenExchange', 'list', 'tokenExchange', 'list']);
		service.requests.length = 0;
		service.failNext({ body: '{"error":"token expired"}' }, { times: 9 });
		await expect(run({ operation: 'list' }, TOKEN)).rejects.toMatchObject(told('token expired'));
		expect(operations()).toEqual(['tokenExchange', 'list', 'tokenExchange', 'list']);
	});

	it('is told by the test of a credential, and in place of a token', async () => {
		service.failNext({ body: '{"error":"maintenance"}' });
		expect((await tested(KEY)).message).toContain('It says “maintenance”');
		service.failNext({ body: '{"error":"user is locked"}' }, { match: 'tokenExchange' });
		expect((await tested(TOKEN)).message).toContain(
			'Its response contained no token. It says “user is locked”',
		);
	});
});

it.each<[string, readonly Fault[]]>([
	['a 502, then a 500', [{ status: 502 }, { status: 500 }]],
	['a lost connection, broken JSON, then a 500', [{ drop: true }, { body: '{' }, { status: 500 }]],
	['an old token, then a 500', [{ status: 403 }, { status: 500 }]],
])('one request that meets %s goes on as after each of them alone', async (_what, faults) => {
	for (const fault of faults) service.failNext(fault);
	expect(await run({ operation: 'list', limit: 4 }, TOKEN)).toHaveLength(IDS.length);
});

it('says of a refused range what the service says, and what to check', async () => {
	const body = '{"message":"after must be within the last 30 days"}';
	service.failNext({ status: 400, body }, { times: 9 });
	await expect(run({ operation: 'list' })).rejects.toMatchObject({
		message: 'The service does not accept this request',
		description: expect.stringMatching(
			/It says “after must be within the last 30 days”\. Check the filters, the time range/,
		) as string,
	});
});

const MESSAGES: Record<number, string> = {
	401: 'The service does not accept the access token that it has just issued',
	403: 'The owner of the refresh token is not allowed to read the event log',
};

describe.each([401, 403])(
	'a %d for ever costs eight requests at most, exchanges included',
	(status) => {
		it.each(['list', 'feed', 'count', 'export', 'summarize'])('of %s', async (operation) => {
			service.failNext({ status }, { times: 1_000 });
			await expect(run({ operation, returnAll: true }, TOKEN)).rejects.toMatchObject({
				message: MESSAGES[status],
			});
			expect(service.requests.length).toBeLessThanOrEqual(8);
		});

		it('of requests that are under way when the token ends', async () => {
			const eventAt = (_: unknown, at: number) => makeEvent({ createdAtMs: START_MS + at });
			service.log.append(...Array.from({ length: 12_000 }, eventAt));
			service.failNext({ status }, { times: 1_000, match: 'list', after: 6 });
			const parameters = { operation: 'list', returnAll: true, options: { pageSize: 500 } };
			await expect(run(parameters, TOKEN)).rejects.toMatchObject({ httpCode: String(status) });
			expect(service.requests.length - 7).toBeLessThanOrEqual(8);
		});

		it.each([{}, { manual: true }, { activation: true }])('of a trigger (%j)', async (occasion) => {
			const world = await createTriggerWorld({ authentication: 'refreshToken' });
			world.addMany(3);
			if (!('activation' in occasion)) await world.activate();
			world.service.requests.length = 0;
			world.service.failNext({ status }, { times: 1_000 });
			await Promise.allSettled([world.poll(occasion)]);
			expect(world.service.requests.length).toBeLessThanOrEqual(8);
		});
	},
);
