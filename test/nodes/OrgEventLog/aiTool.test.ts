import type { INodeParameters } from 'n8n-workflow';
import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import {
	DEFAULT_API_KEY,
	seededLog,
	startEventLogService,
	type EventLogService,
} from '../../../sandbox/service';
import { createAgentTool, createCredentialStore } from '../../support/n8nContexts';

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({ log: seededLog({ events: 300, seed: 5 }) });
});
afterAll(async () => await service.close());

async function toolWith(parameters: INodeParameters) {
	const credential = createCredentialStore({
		baseUrl: service.baseUrl,
		authentication: 'apiKey',
		apiKey: DEFAULT_API_KEY,
	});
	return await createAgentTool({ node: new OrgEventLog(), credential, parameters });
}

it.each([
	['list', 'List events that match filters in Organization Event Log'],
	['count', 'Count events that match filters in Organization Event Log'],
	['feed', 'Read all events without filters in Organization Event Log'],
])('tells a model what %s does', async (operation, description) => {
	const tool = await toolWith({ operation });

	expect(tool).toMatchObject({ name: 'Organization_Event_Log', description });
});

it('takes what the model says, also where a value would be picked from a list', async () => {
	const ofModel = (name: string) => ({
		__rl: true,
		mode: 'value',
		value: `={{ $fromAI('${name}') }}`,
	});
	const tool = await toolWith({
		returnAll: true,
		filters: { type: ofModel('type'), action: "={{ $fromAI('action', 'What was done') }}" },
	});

	const answer = await tool.call({ type: 'Access', action: 'deny' });

	const matching = service.log
		.all()
		.filter(({ type, action }) => type === 'Access' && action === 'deny')
		.map(({ id }) => id)
		.reverse();
	expect(answer).toMatchObject(matching.map((id) => ({ id })));
});

it('takes what the model leaves out for empty', async () => {
	const ofModel = (name: string) => `={{ $fromAI('${name}') || undefined }}`;
	const tool = await toolWith({
		operation: 'count',
		timeRange: 'custom',
		after: ofModel('after'),
		before: '2100-01-01',
		preset: ofModel('preset'),
		filters: {
			type: { __rl: true, mode: 'value', value: ofModel('type') },
			action: ofModel('action'),
		},
	});

	const answer = await tool.call({ after: '', preset: '', type: '', action: '' });

	expect(answer).toEqual([{ count: service.log.size }]);
});

it('answers small unless told otherwise, and says that there is more', async () => {
	const tool = await toolWith({});
	const answer = await tool.call();

	expect(answer).toHaveLength(51);
	expect(Object.keys((answer as object[])[0] ?? {})).toHaveLength(10);
	expect((answer as object[])[50]).toEqual({
		note: "'Limit' allows 50 and so many came: there may be more. Turn on 'Return All' for all of them",
	});
	expect(JSON.stringify(answer).length).toBeLessThan(20_000);
});

it('gives other columns where they are chosen', async () => {
	const tool = await toolWith({ limit: 1, columns: ['id', 'user_principal.user.groups'] });
	const [event] = (await tool.call()) as object[];

	expect(Object.keys(event ?? {})).toEqual(['id', 'user_principal.user.groups']);
});

it('tells the model which value occurs nowhere, and which come near', async () => {
	const tool = await toolWith({ filters: { action: "={{ $fromAI('action') }}" } });

	expect(await tool.call({ action: 'Denied' })).toEqual([
		{ note: expect.stringContaining('Action is “Denied” in none of') as string },
	]);
	expect(JSON.stringify(await tool.call({ action: 'Deny' }))).toContain('near it: “deny”');
});

it('counts, and says so also for none', async () => {
	const tool = await toolWith({ operation: 'count', filters: { severity: 'ERROR' } });
	const events = service.log.all().filter(({ severity }) => severity === 'ERROR').length;

	expect(await tool.call()).toEqual([{ count: events }]);
});
