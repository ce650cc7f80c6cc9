import { OrgEventLog } from '../../../../nodes/OrgEventLog/OrgEventLog.node';
import {
	DEFAULT_API_KEY,
	NO_READ_API_KEY,
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
} from '../../../../sandbox/service';
import { createCredentialStore, createExecuteContext } from '../../../support/n8nContexts';

const START_MS = Date.UTC(2024, 4, 1);

const startWith = async (id: string, createdAtMs: number): Promise<EventLogService> =>
	await startEventLogService({ log: createEventLog([makeEvent({ id, createdAtMs })]) });

let one: EventLogService;
let other: EventLogService;

beforeAll(async () => {
	one = await startWith('of-one', START_MS);
	other = await startWith('of-other', START_MS + 1);
});
afterAll(async () => {
	await one.close();
	await other.close();
});

/** One credential whose address and key are expressions, as for the organizations of several customers. */
async function itemsFor(...inputs: ReadonlyArray<{ url: string; key: string }>) {
	const node = new OrgEventLog();
	const { run } = createExecuteContext({
		node,
		credential: createCredentialStore({
			authentication: 'apiKey',
			baseUrl: '={{ $json.url }}',
			apiKey: '={{ $json.key }}',
		}),
		parameters: { operation: 'export', timeRange: 'custom', after: START_MS },
		items: inputs,
		continueOnFail: true,
	});
	const [items = []] = await run(async (context) => await node.execute.call(context));
	return items.map(({ json }) => json);
}

it('is the one that its expressions give: each log by itself, also where it begins', async () => {
	const items = await itemsFor(
		{ url: one.baseUrl, key: DEFAULT_API_KEY },
		{ url: other.baseUrl, key: DEFAULT_API_KEY },
	);

	expect(items).toMatchObject([
		{ firstEvent: { id: 'of-one' }, logBegins: '2024-05-01T00:00:00.000Z', coversStart: true },
		{ firstEvent: { id: 'of-other' }, logBegins: '2024-05-01T00:00:00.001Z', coversStart: false },
	]);
});

it('never lends its key to another input item', async () => {
	const items = await itemsFor(
		{ url: one.baseUrl, key: DEFAULT_API_KEY },
		{ url: one.baseUrl, key: NO_READ_API_KEY },
	);

	expect(items).toMatchObject([
		{ firstEvent: { id: 'of-one' } },
		{ error: expect.any(String) as string },
	]);
});
