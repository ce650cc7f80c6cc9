import type { INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeDevice,
	makeEvent,
	makeUser,
	startEventLogService,
	type EventLogService,
	type EventOverrides,
} from '../../../../sandbox/service';
import { idsOf, runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const ADA = { user: makeUser({ email: 'ada@example.com' }), device: makeDevice({ id: 'd-1' }) };

const EVENTS: readonly EventOverrides[] = [
	{ id: 'ada', type: 'Access', subType: 'Resource', action: 'deny', userPrincipal: ADA },
	{ id: 'scan', type: 'Access', subType: 'Connection', action: 'deny', serviceName: 'Scanner' },
	{ id: 'link', type: 'Access', subType: 'Connection', action: 'deny', externalId: 'x-1' },
	{ id: 'sign', type: 'Identity', subType: 'UserPrincipal', action: 'grant' },
	{ id: 'none', userPrincipal: null, type: 'Audit', subType: '', action: '' },
];
let service: EventLogService;

beforeAll(async () => {
	const events = EVENTS.map((given, index) =>
		makeEvent({ userPrincipal: null, createdAtMs: START_MS + index, ...given }),
	);
	service = await startEventLogService({ log: createEventLog(events) });
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.requests.length = 0;
});

const ASCENDING = { returnAll: true, options: { order: 'ASC' } };

it.each<[INodeParameters, readonly string[]]>([
	[{ type: 'Access' }, ['sign', 'none']],
	[{ type: 'Access|Identity' }, ['none']],
	[{ type: ['Access', 'Audit'] }, ['sign']],
	[{ type: { mode: 'list', value: 'Access' } }, ['sign', 'none']],
	[{ type: 'access' }, ['ada', 'scan', 'link', 'sign', 'none']],
	[{ subType: 'Connection' }, ['ada', 'sign', 'none']],
	[{ action: 'deny' }, ['sign', 'none']],
	[{ userEmail: 'ada@example.com' }, ['scan', 'link', 'sign', 'none']],
	[{ deviceId: 'd-1' }, ['scan', 'link', 'sign', 'none']],
	[{ serviceName: 'Scanner' }, ['ada', 'link', 'sign', 'none']],
	[{ eventId: 'none' }, ['ada', 'scan', 'link', 'sign']],
	[{ externalId: 'x-1' }, ['ada', 'scan', 'sign', 'none']],
	[{ action: 'grant', userEmail: 'ada@example.com' }, ['scan', 'link', 'none']],
	[{ type: "={{ '' }}" }, ['ada', 'scan', 'link', 'sign', 'none']],
	[{}, ['ada', 'scan', 'link', 'sign', 'none']],
])('leaves out what any field of %j matches', async (exclude, ids) => {
	const { items } = await runNode(service, { ...ASCENDING, exclude });
	expect(idsOf(items)).toEqual(ids);

	const { items: counts } = await runNode(service, { operation: 'count', exclude });
	expect(counts.map(({ json }) => json)).toEqual([{ count: ids.length }]);
});

it('goes on top of filters and a preset, which the service is asked for', async () => {
	const { items } = await runNode(service, {
		...ASCENDING,
		preset: 'refusedAccess',
		filters: { type: 'Access' },
		exclude: { serviceName: 'Scanner' },
	});

	expect(idsOf(items)).toEqual(['ada', 'link']);
	expect(service.requests[0]?.query).toMatchObject({ type: 'Access' });
});

it('what a preset took is told without what is left out', async () => {
	const exclude = { action: 'deny' };
	const { notes } = await runNode(service, { preset: 'refusedAccess', filters: {}, exclude });

	expect(notes.join()).not.toContain('deny');
});

it('Limit and Skip count what is left', async () => {
	const exclude = { type: 'Identity', userEmail: 'ada@example.com' };
	const options = { order: 'ASC', skip: 1 };
	const { items } = await runNode(service, { limit: 2, options, exclude });

	expect(idsOf(items)).toEqual(['link', 'none']);
});

it('a summary and a sample are of what is left', async () => {
	const exclude = { action: 'deny' };
	const summary = { output: 'summary', groupBy: ['type'], exclude };
	const { items } = await runNode(service, summary);
	expect(items.map(({ json: { type, count } }) => [type, count])).toEqual([
		['Audit', 1],
		['Identity', 1],
	]);

	const options = { sampleSize: 5, sampleSeed: 'audit' };
	const { notes } = await runNode(service, { returnAll: true, options, exclude });
	expect(notes.join()).toContain('A random sample of 2 of 2 events');
});

it('the manifest says what was excluded, and that the service can count nothing of it', async () => {
	const file = { output: 'file', fileFormat: 'csv', returnAll: true };
	const exclude = { type: 'Access|Audit', action: '  grant' };
	const { items } = await runNode(service, { ...file, exclude });
	expect(items[0]?.json).toMatchObject({
		events: 0,
		complete: true,
		exclude: { type: ['Access', 'Audit'], action: 'grant' },
		filters: {},
		serviceCount: null,
	});

	const { items: all } = await runNode(service, file);
	expect(all[0]?.json).toMatchObject({ exclude: {}, events: 5, serviceCount: 5 });
});

it.each(['list', 'count'])(
	'%s says that everything that matched was excluded',
	async (operation) => {
		const filters = { type: 'Access' };
		const exclude = { action: 'deny' };
		const { notes } = await runNode(service, { operation, filters, exclude });

		expect(notes).toEqual([
			"No event is left, because 'Exclude' leaves out every match. Remove a field or a value from it",
		]);
	},
);

it('says what is wrong with the filters where nothing was excluded', async () => {
	const parameters = { filters: { type: 'access' }, exclude: { action: 'deny' } };
	const { notes } = await runNode(service, parameters);

	expect(notes.join()).toContain('Type “access” occurs in none of the newest 5 events');
});

it.each<[INodeParameters, string]>([
	[{ type: '' }, "'Exclude: Type' was added without a value"],
	[{ userEmail: { mode: 'list', value: '' } }, "'Exclude: User Email' was added without a value"],
	[{ type: ['a|b'] }, "'Exclude: Type' contains a pipe"],
	[{ userEmail: 'a@b.c, d@b.c' }, "'Exclude: User Email' contains a comma (,)"],
	[
		{ subType: '={{ $json.nothing }}' },
		"'Exclude: Subtype' has an expression that returns nothing",
	],
	[{ serviceAccountName: 'robot' }, "'Exclude: Service Account Name' can't exclude events"],
])('%j is refused by name before anything is asked', async (exclude, message) => {
	await expect(runNode(service, { exclude })).rejects.toThrow(message);
	expect(service.requests).toEqual([]);
});
