import type { INodeParameters } from 'n8n-workflow';
import type { EventLogService, EventOverrides } from '../../../../sandbox/service';
import { createEventLog, makeEvent, startEventLogService } from '../../../../sandbox/service';
import { runNode } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const LOG: readonly EventOverrides[] = [
	{ type: 'Access', subType: 'Connection', action: 'deny' },
	{ type: 'Access', subType: 'Connection', action: 'deny' },
	{ type: 'Identity', subType: 'UserPrincipal', action: 'grant' },
	{ type: 'Access', subType: 'Resource', action: 'deny' },
	{ type: 'Audit', subType: '', action: '' },
];
let service: EventLogService;
afterEach(async () => await service.close());

/** What is said above the items of a log of these events. */
async function notesOf(
	parameters: INodeParameters,
	events = LOG,
	behaviour?: { loneSubType: 'ignored' },
) {
	const made = events.map((event, index) =>
		makeEvent({ userPrincipal: null, createdAtMs: START_MS + index, ...event }),
	);
	service = await startEventLogService({ log: createEventLog(made), behaviour });
	return (await runNode(service, parameters)).notes;
}

const BEFORE = { timeRange: 'custom', after: START_MS - 5_000, before: START_MS };
const BEGINS_LATER = expect.stringContaining("starts before the log's oldest event") as string;
const NOTHING_LEFT =
	"No event is left, because 'Exclude' leaves out every match. Remove a field or a value from it";
const FILE = { operation: 'export', fileFormat: 'csv' };

it.each<[string, INodeParameters, string[]]>([
	[
		'a preset that finds nothing, what it looks for',
		{ preset: 'deviceOutOfCompliance' },
		['Device Out of Compliance finds nothing in the newest 5 events'],
	],
	[
		'List, that everything was excluded',
		{ filters: { type: 'Access' }, exclude: { action: 'deny' } },
		[NOTHING_LEFT],
	],
	[
		'Count, that everything was excluded',
		{ operation: 'count', filters: { type: 'Access' }, exclude: { action: 'deny' } },
		[NOTHING_LEFT],
	],
	[
		'a filter that finds nothing, not Exclude',
		{ filters: { type: 'access' }, exclude: { action: 'deny' } },
		[expect.stringContaining('Type “access” does not occur in the newest 5 events') as string],
	],
	...['list', 'feed'].map((operation): [string, INodeParameters, string[]] => [
		`${operation}, that Skip left nothing`,
		{ operation, options: { skip: 5 } },
		["At most 5 events matched, and 'Skip' left out as many"],
	]),
	['a summary, which has no Skip', { operation: 'summarize', options: { skip: 5 } }, []],
	[
		'a file that a Limit may have cut',
		{ ...FILE, options: { limit: 1 } },
		[
			"The result reached 'Limit' (1), so there may be more events. Raise 'Limit' in Options, or remove it to get them all",
		],
	],
	['a file that a Limit has not cut', { ...FILE, options: { limit: 6 } }, []],
	['items, of which n8n says it', { limit: 1 }, []],
	...['list', 'count', 'feed'].map((operation): [string, INodeParameters, string[]] => [
		`${operation}, that the range is empty`,
		{ operation, ...BEFORE, ...(operation !== 'feed' && { filters: { action: 'deny' } }) },
		['The log has no events in this time range', BEGINS_LATER],
	]),
])('tells of %s', async (_what, parameters, notes) => {
	expect(await notesOf(parameters)).toEqual(notes);
});

it.each<[string, INodeParameters]>([
	['list', {}],
	['export', FILE],
	['count', {}],
	['count', { exactCount: true }],
])('%s %j says which value occurs nowhere, for which it asks', async (operation, more) => {
	const range = { timeRange: 'custom', after: START_MS };
	expect(await notesOf({ operation, ...range, ...more, filters: { action: 'Deny' } })).toEqual([
		'Action “Deny” does not occur in the newest 5 events in this time range; most frequent: “deny” (3), “grant” (1). Values must match exactly and are case-sensitive',
	]);
	expect(service.requests.at(-1)?.query).not.toHaveProperty('action');
});

it('says what it can where the log can no longer be read', async () => {
	await notesOf({});
	service.failNext({ status: 404 }, { match: ({ query }) => !('action' in query) });
	const { items, notes } = await runNode(service, { filters: { action: 'Deny' } });

	expect(items).toEqual([]);
	expect(notes).toEqual([expect.stringContaining('Check the filters. Values must match exactly')]);
});
