import type { INodeType } from 'n8n-workflow';
import {
	createCredentialStore,
	createExecuteContext,
	createNodeStaticData,
	createPollContext,
	createStaticData,
	readBinary,
	useBinaryFiles,
} from '.';

const NODE: INodeType = {
	description: {
		displayName: 'Probe',
		name: 'probe',
		group: ['transform'],
		version: 1,
		description: 'Has parameters',
		defaults: { name: 'Probe' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'orgEventLogApi', required: true }],
		properties: [
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 },
			{ displayName: 'Name', name: 'name', type: 'string', default: '' },
		],
	},
};

it('gives parameters with defaults, with expressions and by item', async () => {
	const { run } = createExecuteContext({
		node: NODE,
		items: [{ user: 'ada' }, { user: 'grace' }],
		parameters: { name: '={{ $json.user }}' },
		parametersByItem: { limit: [5, 10] },
	});
	const read = await run((context) =>
		context.getInputData().map((_item, index) => ({
			limit: context.getNodeParameter('limit', index),
			name: context.getNodeParameter('name', index),
		})),
	);
	expect(read).toEqual([
		{ limit: 5, name: 'ada' },
		{ limit: 10, name: 'grace' },
	]);
	const { context } = createExecuteContext({ node: NODE });
	expect(context.getNodeParameter('limit', 0)).toBe(50);
});

it('has the timezone, the mode, Continue On Fail and the cancel signal that a test asks for', () => {
	const stop = new AbortController();
	const { context } = createExecuteContext({
		timezone: 'Asia/Tokyo',
		mode: 'manual',
		continueOnFail: true,
		abortSignal: stop.signal,
	});
	expect(context.getTimezone()).toBe('Asia/Tokyo');
	expect(context.getMode()).toBe('manual');
	expect(context.continueOnFail()).toBe(true);
	expect(context.getExecutionCancelSignal()).toBe(stop.signal);
	expect(createExecuteContext().context.continueOnFail()).toBe(false);
});

it('captures hints and what is written to the log', () => {
	const { context, hints, logs } = createExecuteContext();
	context.addExecutionHints({ message: 'capped' });
	context.logger.warn('late events', { count: 2 });
	expect(hints).toEqual([{ message: 'capped' }]);
	expect(logs).toEqual([{ level: 'warn', message: 'late events', metadata: { count: 2 } }]);
});

it('keeps binary data in memory, and in files once told to', async () => {
	const { context } = createExecuteContext();
	const inMemory = await context.helpers.prepareBinaryData(Buffer.from('a,b'), 'a.csv');
	expect(inMemory.id).toBeUndefined();
	await useBinaryFiles();
	const inFile = await context.helpers.prepareBinaryData(Buffer.from('a,b'), 'a.csv');
	expect(inFile.id).toMatch(/^filesystem-v2:/);
	expect(String(await readBinary(inFile))).toBe('a,b');
	expect(String(await readBinary(inMemory))).toBe('a,b');
});

it('has the poll budget of the test, or none as an older n8n', () => {
	expect(createPollContext({ budgetMs: 1234 }).context.getPollBudgetMs?.()).toBe(1234);
	expect('getPollBudgetMs' in createPollContext().context).toBe(true);
	expect(createPollContext({ budgetMs: null }).context.getPollBudgetMs).toBeUndefined();
});

describe('static data', () => {
	it('counts as changed by an assignment at its surface, not by a push below', () => {
		const staticData = createStaticData();
		const data = createPollContext({ staticData }).context.getWorkflowStaticData('node');
		expect(staticData.changed).toBe(false);
		data.ids = ['a'];
		expect(staticData.changed).toBe(true);
		staticData.save();
		(data.ids as string[]).push('b');
		expect(staticData.changed).toBe(false);
		expect(staticData.node()).toEqual({ ids: ['a', 'b'] });
	});

	it('is shared by contexts of one store, parted by a saved copy', () => {
		const staticData = createNodeStaticData({ watermarkMs: 1 });
		const first = createPollContext({ staticData }).context.getWorkflowStaticData('node');
		const saved = staticData.save();
		first.watermarkMs = 2;
		const second = createPollContext({ staticData }).context.getWorkflowStaticData('node');
		expect(second.watermarkMs).toBe(2);
		const restarted = createPollContext({ staticData: createStaticData(saved) }).context;
		expect(restarted.getWorkflowStaticData('node').watermarkMs).toBe(1);
	});

	it('keeps the global part and other nodes apart', () => {
		const staticData = createStaticData();
		const { context } = createPollContext({ staticData, nodeName: 'Renamed' });
		context.getWorkflowStaticData('node').a = 1;
		context.getWorkflowStaticData('global').b = 2;
		expect(JSON.parse(staticData.save())).toEqual({ 'node:Renamed': { a: 1 }, global: { b: 2 } });
		expect(staticData.node()).toEqual({});
	});
});

it('hands over the credential as n8n does: defaults in, fields of the other mode out', async () => {
	const credential = createCredentialStore({
		baseUrl: 'https://events.example.com',
		authentication: 'apiKey',
		apiKey: 'key',
		refreshToken: 'left over',
	});
	const { context } = createPollContext({ credential });
	expect(await context.getCredentials('orgEventLogApi')).toEqual({
		baseUrl: 'https://events.example.com',
		authentication: 'apiKey',
		apiKey: 'key',
		apiVersion: 'v1',
		accessToken: '',
		allowedHttpRequestDomains: 'all',
	});
	const without = createPollContext({ withCredential: false });
	await expect(without.context.getCredentials('orgEventLogApi')).rejects.toThrow('credentials');
});
