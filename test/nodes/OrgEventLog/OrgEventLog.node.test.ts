import { NodeApiError, NodeOperationError, type INodeParameters } from 'n8n-workflow';
import { SIMPLIFIED_COLUMNS } from '../../../nodes/OrgEventLog/events/columns';
import { seededLog, startEventLogService, type EventLogService } from '../../../sandbox/service';
import { idsOf, runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const HOUR_MS = 3_600_000;

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({
		log: seededLog({ events: 120, seed: 7, startMs: START_MS, endMs: START_MS + HOUR_MS }),
	});
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.requests.length = 0;
});

const newestFirst = () => [...service.log.all()].reverse();
describe('items', () => {
	it('are the newest 50 events, simplified, where nothing is set', async () => {
		const { items, notes } = await runNode(service, {});

		expect(idsOf(items)).toEqual(
			newestFirst()
				.slice(0, 50)
				.map(({ id }) => id),
		);
		expect(items.every(({ json }) => Object.keys(json).join() === SIMPLIFIED_COLUMNS.join())).toBe(
			true,
		);
		expect(notes).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});
});

describe('a parameter that is no good', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['a pipe in one value', { filters: { action: 'a|b' } }, /^'Action'/],
		['a sample without it', { options: { sampleSize: 5 } }, /^'Sample Size'/],
		[
			'a file of Feed with a preset',
			{ operation: 'export', options: { readFrom: 'feed' }, preset: 'refusedAccess' },
			/^'Filters', 'Preset' and 'Exclude' can't be used if 'Read From' is Feed/,
		],
		['an operation that does not exist', { operation: 'delete' }, /^'Operation'/],
	])('is refused before any request: %s', async (_what, parameters, message) => {
		const run = runNode(service, parameters);

		await expect(run).rejects.toThrow(NodeOperationError);
		await expect(run).rejects.toThrow(message);
		expect(service.requests).toEqual([]);
	});

	it('is named with its input item, and what to enter', async () => {
		const run = runNode(
			service,
			{ filters: { deviceId: '={{ $json.id }}' } },
			{ items: [{ id: 'd-1' }, { id: 'a|b' }] },
		);

		await expect(run).rejects.toMatchObject({
			description: expect.stringContaining('Enter only one value') as string,
			context: { itemIndex: 1 },
		});
	});
});

describe('Continue On Fail', () => {
	it('gives an item for the input item that failed and goes on with the others', async () => {
		const wanted = newestFirst()[3]?.id ?? '';
		const { items } = await runNode(
			service,
			{ filters: { eventId: '={{ $json.id }}' } },
			{ items: [{ id: 'a|b' }, { id: wanted }], continueOnFail: true },
		);

		expect(items[0]).toEqual({
			json: {
				error: expect.stringContaining("'Event ID'") as string,
				message: expect.stringContaining('Enter only one value') as string,
			},
			pairedItem: { item: 0 },
		});
		expect(items.slice(1)).toMatchObject([{ json: { id: wanted }, pairedItem: { item: 1 } }]);
	});

	it('gives no part of a result that could not be read to its end', async () => {
		service.failNext({ status: 403 }, { after: 1, times: 1 });
		const { items } = await runNode(
			service,
			{ returnAll: true, options: { pageSize: 50 } },
			{ continueOnFail: true },
		);

		expect(items).toHaveLength(1);
		expect(items[0]?.json).toHaveProperty('error');
	});

	it('is off by default: the failure is what the service said, with its status', async () => {
		service.failNext({ status: 403 }, { times: 1 });
		const run = runNode(service, {});

		await expect(run).rejects.toThrow(NodeApiError);
		await expect(run).rejects.toMatchObject({ httpCode: '403', context: { itemIndex: 0 } });
	});
});
