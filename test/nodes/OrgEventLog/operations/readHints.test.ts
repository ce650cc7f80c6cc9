import {
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../../../sandbox/service';
import { runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const BEFORE = { timeRange: 'custom', after: START_MS - 5_000, before: START_MS };
const REST = { timeRange: 'custom', after: START_MS };
let service: EventLogService;

beforeEach(async () => {
	service = await startEventLogService({
		log: createEventLog([
			makeEvent({ createdAtMs: START_MS, action: 'deny' }),
			makeEvent({ createdAtMs: START_MS + 1, action: 'grant' }),
		]),
	});
});
afterEach(async () => await service.close());

const FILE = { output: 'file', fileFormat: 'csv' };

it.each([
	['list', {}],
	['list', { ...FILE, returnAll: true }],
	['count', {}],
	['count', { exactCount: true }],
])('%s %j says which value occurs nowhere, for one more request', async (operation, more) => {
	await runNode(service, { operation, ...REST, ...more, filters: { action: 'none' } });
	const without = service.requests.length - 1;
	service.requests.length = 0;

	const filters = { action: 'Deny' };
	const { notes } = await runNode(service, { operation, ...REST, ...more, filters });

	expect(notes).toEqual([
		'No event matches. Action “Deny” does not occur in the newest 2 events in this time range; similar: “deny” (1). Values must match exactly and are case-sensitive',
	]);
	expect(service.requests).toHaveLength(without + 1);
	expect(service.requests.at(-1)?.query).not.toHaveProperty('action');
});

it.each(['list', 'count', 'feed'])('%s says that the time range is empty', async (operation) => {
	const filters = operation === 'feed' ? {} : { filters: { action: 'deny' } };
	const { notes } = await runNode(service, { operation, ...BEFORE, ...filters });

	expect(notes).toEqual([
		'The log has no events in this time range',
		expect.stringContaining("The time range starts before the log's oldest event"),
	]);
});

it.each(['list', 'feed'])('%s says that Skip left nothing', async (operation) => {
	const { notes } = await runNode(service, { operation, options: { skip: 2 } });

	expect(notes).toEqual(["'Skip' leaves out the first 2 events, and there are no others"]);
});

it('Skip has no say in a summary, which has no field for it', async () => {
	const { items } = await runNode(service, {
		output: 'summary',
		groupBy: [],
		options: { skip: 1 },
	});

	expect(items).toMatchObject([{ json: { count: 2 } }]);
});

it('does not blame Exclude for what a filter leaves out', async () => {
	await service.close();
	service = await startEventLogService({
		log: createEventLog([makeEvent({ type: 'Access', subType: 'Connection' })]),
		behaviour: { loneSubType: 'ignored' },
	});
	const selection = { filters: { subType: 'Device' }, exclude: { type: 'Access' } };
	const { notes } = await runNode(service, { ...selection });

	expect(notes).toEqual([
		expect.stringContaining('Subtype “Device” does not occur in the only event'),
	]);
});

it('says what it can where the log can no longer be read', async () => {
	const isUnfiltered = (request: { query: Record<string, unknown> }) =>
		!('action' in request.query);
	service.failNext({ status: 404 }, { match: isUnfiltered });
	const { items, notes } = await runNode(service, { filters: { action: 'Deny' } });

	expect(items).toEqual([]);
	expect(notes).toEqual([expect.stringContaining('Check the time range and the filters')]);
});

it.each([
	[
		1,
		[
			"The result reached 'Limit' (1), so there may be more events. Turn on 'Return All' to get them all",
		],
	],
	[3, []],
])('a file says whether a limit of %d cut it; of items n8n says it', async (limit, expected) => {
	expect((await runNode(service, { limit })).notes).toEqual([]);
	expect((await runNode(service, { limit, ...FILE })).notes).toEqual(expected);
});
