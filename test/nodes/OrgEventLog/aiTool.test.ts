import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import { seededLog, startEventLogService, type EventLogService } from '../../../sandbox/service';
import { createAgentTool } from '../../support/n8nContexts';
import { credentialFor } from './runNode';

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({ log: seededLog({ events: 300, seed: 5 }) });
});
afterAll(async () => await service.close());

async function toolWith(parameters: INodeParameters) {
	const credential = credentialFor(service);
	return await createAgentTool({ node: new OrgEventLog(), credential, parameters });
}

it.each([
	['list', 'List events in Organization Event Log'],
	['count', 'Count events in Organization Event Log'],
	['feed', 'Read the feed in Organization Event Log'],
	['export', 'Export events to a file in Organization Event Log'],
	['summarize', 'Summarize events in Organization Event Log'],
])('tells a model what %s does', async (operation, description) => {
	const tool = await toolWith({ operation });

	expect(tool).toMatchObject({ name: 'Organization_Event_Log', description });
});

it('takes what the model says, also where a value would be picked from a list', async () => {
	const ofAi = (key: string) => ({ __rl: true, mode: 'value', value: `={{ $fromAI('${key}') }}` });
	const tool = await toolWith({
		returnAll: true,
		filters: { type: ofAi('type'), action: "={{ $fromAI('action', 'What was done') }}" },
	});

	const answer = await tool.call({ type: 'Access', action: 'Unauthorized' });

	const matching = service.log
		.all()
		.filter(({ type, action }) => type === 'Access' && action === 'Unauthorized')
		.map(({ id }) => id)
		.reverse();
	expect(answer).toMatchObject(matching.map((id) => ({ id })));
});

it.each(['$now.minus({ days: 1 })', 'new Date(Date.now() - 86_400_000)'])(
	'takes a date that is not for the model to say, as %s',
	async (date) => {
		const range = { timeRange: 'custom', after: `={{ ${date} }}`, before: '2100-01-01' };
		const tool = await toolWith({ operation: 'count', ...range });

		const since = Date.now() - 86_400_000;
		const events = service.log.all().filter(({ createdAtMs }) => createdAtMs >= since).length;
		expect(await tool.call()).toContainEqual({ count: events });
	},
);

const LISTED = { __rl: true, mode: 'value', value: '={{ $workflow.nothing }}' };
it.each<[string, INodeParameters]>([
	['User Email', { filters: { userEmail: '={{ $workflow.nothing }}' } }],
	['User Email', { filters: { userEmail: LISTED, type: "={{ $fromAI('type') }}" } }],
	['Exclude: Type', { exclude: { type: '={{ null }}' } }],
	['From', { timeRange: 'custom', after: '={{ $workflow.nothing }}', before: '2100-01-01' }],
	['Preset', { preset: '={{ $workflow.nothing }}' }],
])(
	'refuses an expression that is not for the model to say and finds nothing in %s: %j',
	async (field, given) => {
		const tool = await toolWith({ returnAll: true, ...given });

		await expect(tool.call({ type: 'Access' })).rejects.toThrow(
			`'${field}' has an expression that returns nothing`,
		);
	},
);

it('answers small unless told otherwise, and says that there is more', async () => {
	const tool = await toolWith({});
	const answer = await tool.call();

	expect(answer).toHaveLength(51);
	expect((answer as object[])[50]).toEqual({
		note: "The result reached 'Limit' (50), so there may be more events. Turn on 'Return All' to get them all",
	});
});

it('says of every item, notes as well, which input item it is of', async () => {
	const execute = jest.spyOn(OrgEventLog.prototype, 'execute');
	await (await toolWith({ limit: 1 })).call();
	const [output = []] = (await execute.mock.results[0]?.value) as INodeExecutionData[][];

	expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, [{ item: 0 }]]);
});

it('tells the model which value occurs nowhere, and which do most often', async () => {
	const tool = await toolWith({ filters: { action: "={{ $fromAI('action') }}" } });

	expect(await tool.call({ action: 'Denied' })).toEqual([
		{ note: expect.stringContaining('Action “Denied” does not occur in') as string },
	]);
	expect(JSON.stringify(await tool.call({ action: 'deny' }))).toContain('“Deny” (34)');
});
