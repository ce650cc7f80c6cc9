import type { INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type EventOverrides,
} from '../../../../sandbox/service';
import { runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const EVENTS: readonly EventOverrides[] = [
	{ type: 'Access', subType: 'Connection', action: 'deny', serviceName: 'Scanner' },
	{ type: 'Access', subType: 'Connection', action: 'deny' },
	{ type: 'Identity', subType: 'UserPrincipal', action: 'grant' },
	{ type: 'Access', subType: 'Resource', action: 'deny' },
	{ type: 'Audit', subType: '', action: '' },
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

it('what a preset took is told without what is left out', async () => {
	const exclude = { action: 'deny' };
	const { notes } = await runNode(service, { preset: 'refusedAccess', filters: {}, exclude });

	expect(notes.join()).not.toContain('deny');
});

it('a sample is of what is left', async () => {
	const options = { sampleSize: 5, sampleSeed: 'audit' };
	const exclude = { action: 'deny' };
	const { notes } = await runNode(service, { returnAll: true, options, exclude });

	expect(notes).toEqual([
		'A random sample of 2 of 2 events. The same Sample Seed selects the same events',
	]);
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

	expect(notes.join()).toContain('Type “access” does not occur in the newest 5 events');
});

it.each<[INodeParameters, string]>([
	[{ type: ['a|b'] }, "'Exclude: Type' contains a pipe"],
	[{ userEmail: 'a@b.c, d@b.c' }, "'Exclude: User Email' contains a comma (,)"],
])('%j is refused by name before anything is asked', async (exclude, message) => {
	await expect(runNode(service, { exclude })).rejects.toThrow(message);
	expect(service.requests).toEqual([]);
});
