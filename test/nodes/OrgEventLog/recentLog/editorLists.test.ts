import type { INodeListSearchItems, INodeType } from 'n8n-workflow';
import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { FILTERS_WITH_VALUE_LIST } from '../../../../nodes/OrgEventLog/selection/filters';
import { searchMethodOf } from '../../../../nodes/OrgEventLog/recentLog/editorLists/listChoices';
import {
	NO_READ_API_KEY,
	createEventLog,
	makeDevice,
	makeEvent,
	makeUser,
	startEventLogService,
	type EventLogService,
	type ServiceBehaviour,
} from '../../../../sandbox/service';
import { createLoadOptionsContext } from '../../../support/n8nContexts';
import { credentialFor } from '../runNode';

const EVENTS = 2_500;
let service: EventLogService;

/** The newest 400 were refused. */
function someLog() {
	return createEventLog(
		Array.from({ length: EVENTS }, (_, index) =>
			makeEvent({
				createdAtMs: 1_700_000_000_000 + index,
				type: index % 2 === 0 ? 'Access' : 'Registration',
				action: index >= EVENTS - 400 ? 'deny' : 'grant',
				serviceName: 'Wiki',
				serviceAccountName: 'ci',
				userPrincipal: {
					device: makeDevice(),
					user: makeUser(),
					client: { ip_address: '203.0.113.7:51724', user_agent: '' },
				},
			}),
		),
	);
}

async function serve(behaviour: Partial<ServiceBehaviour> = {}) {
	service = await startEventLogService({ log: someLog(), behaviour });
}

afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

interface ListOptions {
	readonly node?: INodeType;
	readonly typed?: string;
	readonly apiKey?: string;
	readonly credentialId?: string;
	readonly withCredential?: boolean;
}

function contextOf({ apiKey, node = new OrgEventLog(), ...options }: ListOptions) {
	return createLoadOptionsContext({ node, credential: credentialFor(service, apiKey), ...options });
}

async function list(method: string, options: ListOptions = {}): Promise<INodeListSearchItems[]> {
	const { node = new OrgEventLog() } = options;
	const search = node.methods?.listSearch?.[method];
	if (search === undefined) throw new Error(`No method ${method}`);
	return (await search.call(contextOf({ ...options, node }), options.typed)).results;
}

async function columns(options: ListOptions = {}) {
	const { node = new OrgEventLog() } = options;
	const load = node.methods?.loadOptions?.getColumns;
	if (load === undefined) throw new Error('No method getColumns');
	return await load.call(contextOf({ ...options, node }));
}

it.each([new OrgEventLog(), new OrgEventLogTrigger()])(
	'every list that the fields ask for is there: %#',
	async (node) => {
		await serve();
		const named = JSON.stringify(node.description).matchAll(/"searchListMethod":"(\w+)"/g);
		const methods = new Set([...named].map(([, method]) => method));

		expect([...methods].sort()).toEqual(Object.keys(node.methods.listSearch).sort());
		expect([...methods].sort()).toEqual(FILTERS_WITH_VALUE_LIST.map(searchMethodOf).sort());
	},
);

it('offers the actions of the last 1,000 events, for one request', async () => {
	await serve();

	expect(await list('searchAction')).toEqual([
		{ name: 'grant', value: 'grant' },
		{ name: 'deny', value: 'deny' },
	]);
	expect(service.requests).toHaveLength(1);
});

it('all lists of a minute cost one request together, also while they are being filled', async () => {
	await serve();
	const methods = FILTERS_WITH_VALUE_LIST.map(searchMethodOf);

	const lists = await Promise.all(methods.map(async (method) => await list(method)));
	await columns();

	expect(lists.every((choices) => choices.length > 0)).toBe(true);
	expect(service.requests).toHaveLength(1);
});

it('reads again after a minute', async () => {
	await serve();
	const now = jest.spyOn(Date, 'now');
	const startMs = Date.now();
	now.mockReturnValue(startMs);
	await list('searchType');
	now.mockReturnValue(startMs + 59_999);
	await list('searchType');
	expect(service.requests).toHaveLength(1);

	now.mockReturnValue(startMs + 60_000);
	await list('searchType');
	expect(service.requests).toHaveLength(2);
});

it('shares nothing between two credentials, also of the same key', async () => {
	await serve();
	await list('searchType', { credentialId: 'one' });
	await list('searchType', { credentialId: 'other' });

	expect(service.requests).toHaveLength(2);
	await expect(
		list('searchType', { credentialId: 'one', apiKey: NO_READ_API_KEY }),
	).rejects.toThrow('The scope of the API key does not allow reading the event log');
});

it('a log that cannot be read gives a sentence, and is read once it can be', async () => {
	await serve();
	service.failNext({ status: 404 });

	await expect(list('searchType')).rejects.toMatchObject({
		message: expect.stringMatching(
			/^There is no event log at this address\. Check Base URL .* choose By Value\.$/,
		) as string,
		httpCode: '404',
	});
	expect(await list('searchType')).toHaveLength(2);
});

it('without a credential the sentence is about the credential', async () => {
	await serve();

	await expect(list('searchType', { withCredential: false })).rejects.toThrow(/credential/i);
});

it('offers the four severities without a look at the log', async () => {
	await serve();

	expect(await list('searchSeverity')).toEqual([
		{ name: 'Debug and above', value: 'DEBUG' },
		{ name: 'Info and above', value: 'INFO' },
		{ name: 'Warn and above', value: 'WARN' },
		{ name: 'Error and above', value: 'ERROR' },
	]);
	expect(service.requests).toEqual([]);
});

it('offers the simplified columns and the paths of what the log holds', async () => {
	await serve();
	const offered = await columns();

	expect(offered.map(({ value }) => value)).toEqual(
		expect.arrayContaining([
			'createdAt',
			'dedupeKey',
			'user_principal.user.groups',
			'service.name',
		]),
	);
	expect(offered.find(({ value }) => value === 'service.name')).toEqual({
		name: 'service.name',
		value: 'service.name',
		description: 'In 1,000 of the last 1,000 events',
	});
	expect(new Set(offered.map(({ value }) => value)).size).toBe(offered.length);
});

it('offers the simplified columns also where the log cannot be read, and says why', async () => {
	await serve();
	service.failNext({ status: 404 });
	const offered = await columns();

	expect(offered.map(({ value }) => value)).toContain('createdAt');
	expect(offered[0]).toMatchObject({
		disabled: true,
		name: expect.stringContaining('There is no event log at this address') as string,
	});
});
