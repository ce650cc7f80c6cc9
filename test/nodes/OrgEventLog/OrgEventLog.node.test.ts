import { NodeApiError, NodeOperationError, type INodeParameters } from 'n8n-workflow';
import { SIMPLIFIED_COLUMNS } from '../../../nodes/OrgEventLog/events/columns';
import {
	createEventLog,
	makeDevice,
	makeEvent,
	seededLog,
	startEventLogService,
	type EventLogService,
	type EventRecord,
} from '../../../sandbox/service';
import { idsOf, runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const MINUTE_MS = 60_000;

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService({
		log: seededLog({ events: 120, seed: 7, startMs: START_MS, endMs: START_MS + 60 * MINUTE_MS }),
	});
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.requests.length = 0;
});

const newestFirst = () => [...service.log.all()].reverse();
const atMinute = (minute: number, overrides: Partial<EventRecord> = {}) =>
	makeEvent({ createdAtMs: START_MS + minute * MINUTE_MS, ...overrides });

/** The same test against a log of its own. */
async function withLog(
	events: readonly EventRecord[],
	test: (own: EventLogService) => Promise<void>,
) {
	const own = await startEventLogService({ log: createEventLog(events) });
	try {
		await test(own);
	} finally {
		await own.close();
	}
}

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
	});

	it('name the input item that they come from', async () => {
		const { items } = await runNode(
			service,
			{ operation: 'list' },
			{ items: [{}, {}], parametersByItem: { limit: [2, 1] } },
		);

		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
		]);
	});

	it('are read with the parameters of each input item', async () => {
		const [first, second] = newestFirst();
		const { items } = await runNode(
			service,
			{ filters: { eventId: '={{ $json.id }}' } },
			{ items: [{ id: second?.id ?? '' }, { id: first?.id ?? '' }] },
		);

		expect(idsOf(items)).toEqual([second?.id, first?.id]);
	});

	it('hold all that the API sent with Simplify off, 19 digits to the last', async () => {
		const event = makeEvent({
			createdAtNs: 1_715_675_400_123_456_789n,
			userPrincipal: {
				device: makeDevice({ last_mdm_data_synced_at: 1_715_671_800_987_654_321n }),
			},
			extra: { trustscore: { timestamp: 1_585_714_986_708_092_970n, score: 79 }, nothing: null },
		});
		await withLog([event], async (own) => {
			const { items } = await runNode(own, { simplify: false });

			expect(items[0]?.json).toMatchObject({
				id: event.id,
				created_at: event.createdAtMs,
				created_at_ns: '1715675400123456789',
				user_principal: { device: { last_mdm_data_synced_at: '1715671800987654321' } },
				trustscore: { timestamp: '1585714986708092970', score: 79 },
				nothing: null,
			});
		});
	});

	it('have the same columns and values from List and from Feed', async () => {
		const fromList = await runNode(service, { operation: 'list', returnAll: true });
		const fromFeed = await runNode(service, { operation: 'feed', returnAll: true });

		expect(fromFeed.items).toEqual(fromList.items);
		expect(fromFeed.items).toHaveLength(120);
	});

	it.each(['list', 'feed'])(
		'have the columns that were chosen, in their order (%s)',
		async (operation) => {
			const columns = ['user_principal.user.groups', 'id', 'service.nmae'];
			const { items, notes } = await runNode(service, { operation, columns, limit: 1 });

			expect(items.map(({ json }) => Object.entries(json))).toEqual([
				[
					['user_principal.user.groups', newestFirst()[0]?.userPrincipal?.user?.groups],
					['id', newestFirst()[0]?.id],
					['service.nmae', null],
				],
			]);
			expect(notes).toEqual([expect.stringContaining("None of these events has 'service.nmae'")]);
		},
	);

	it('are none where nothing matches, with a note that says what to check', async () => {
		const { items, notes } = await runNode(
			service,
			{ filters: { eventId: '={{ $json.id }}' } },
			{ items: [{ id: 'no such id' }, { id: newestFirst()[0]?.id ?? '' }, { id: 'nor this' }] },
		);

		expect(items).toHaveLength(1);
		expect(notes).toEqual([
			expect.stringMatching(/^No event matches Event ID\. .* \(2 of 3 input items\)$/),
		]);
	});
});

describe('the period', () => {
	it('is of the timezone of the workflow', async () => {
		const zone = 'Asia/Tokyo';
		const startOfYesterday = new Date();
		startOfYesterday.setUTCHours(startOfYesterday.getUTCHours() + 9);
		startOfYesterday.setUTCHours(0, 0, 0, 0);
		const midnightMs = startOfYesterday.getTime() - 9 * 60 * MINUTE_MS;
		const within = makeEvent({ createdAtMs: midnightMs - 1 });
		const first = makeEvent({ createdAtMs: midnightMs - 24 * 60 * MINUTE_MS });
		const today = makeEvent({ createdAtMs: midnightMs });
		const before = makeEvent({ createdAtMs: midnightMs - 24 * 60 * MINUTE_MS - 1 });
		await withLog([within, first, today, before], async (own) => {
			const { items } = await runNode(
				own,
				{ timeRange: 'period', period: 'yesterday', options: { order: 'ASC' } },
				{ timezone: zone },
			);

			expect(idsOf(items)).toEqual([first.id, within.id]);
		});
	});

	it.each(['list', 'feed'])(
		'shares no event with its neighbour on %s, and misses none',
		async (operation) => {
			const edges = [0, 1, 2, 3].map((minute) => START_MS + minute * MINUTE_MS);
			const log = edges.flatMap((edge) =>
				[-1, 0, 1].map((ms) => makeEvent({ createdAtMs: edge + ms })),
			);
			await withLog(log, async (own) => {
				for (const bounds of ['exclusive', 'inclusive'] as const) {
					own.behaviour = { ...own.behaviour, listBounds: bounds, feedBounds: bounds };
					const read: string[] = [];
					for (const [index, after] of [undefined, ...edges].entries()) {
						const range: INodeParameters = { after: after ?? '', before: edges[index] ?? '' };
						const { items } = await runNode(own, { operation, timeRange: 'custom', ...range });
						read.push(...idsOf(items));
					}
					expect([...read].sort()).toEqual(log.map(({ id }) => id).sort());
				}
			});
		},
	);
});

describe('a parameter that is no good', () => {
	it.each<[string, INodeParameters, RegExp]>([
		['a pipe in one value', { filters: { action: 'a|b' } }, /^'Action'/],
		['a severity that does not exist', { filters: { severity: 'LOUD' } }, /^'Minimum Severity'/],
		['a rounded number', { filters: { startTime: 2 ** 60 } }, /^'Start Time'/],
		[
			'a reversed range',
			{ timeRange: 'custom', after: '2024-02-01', before: '2024-01-01' },
			/^'Before'/,
		],
		['no dates', { timeRange: 'custom' }, /'After' or 'Before'/],
		['a limit of nothing', { limit: 0 }, /^'Limit'/],
		['skip with Return All', { returnAll: '={{ true }}', options: { skip: 1 } }, /^'Skip'/],
		['a page of nothing', { operation: 'count', options: { pageSize: 0 } }, /^'Page Size'/],
		[
			'a filter whose expression fails',
			{ filters: { userEmail: '={{ $json.user.email.toLowerCase() }}' } },
			/^'User Email' has an expression that returns nothing/,
		],
		[
			'a filter picked by an expression that finds nothing',
			{
				operation: 'count',
				filters: { type: { __rl: true, mode: 'name', value: '={{ $json.type }}' } },
			},
			/^'Type' has an expression that returns nothing/,
		],
		[
			'a preset of an expression that finds nothing',
			{ preset: '={{ $json.preset }}' },
			/^'Preset'/,
		],
		[
			'a start of an expression that finds nothing',
			{ timeRange: 'custom', after: '={{ $json.from }}', before: '2024-01-01' },
			/^'After' has an expression that returns nothing/,
		],
		[
			'an end of an expression that finds nothing',
			{ operation: 'feed', timeRange: 'custom', after: '2024-01-01', before: '={{ $json.to }}' },
			/^'Before' has an expression that returns nothing/,
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

describe('a service that cannot be read', () => {
	it('is named with its credential, and the path that is too much in Base URL', async () => {
		const run = runNode({ ...service, baseUrl: `${service.baseUrl}/console` }, {});

		await expect(run).rejects.toMatchObject({
			message: 'There is no event log at this address',
			description: expect.stringMatching(
				/^Remove \/console from Base URL in the credential.* The credential is “Event log”\.$/,
			) as string,
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
				details: expect.stringContaining('Enter only one value') as string,
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

it('reads a log whose events all lie in one instant', async () => {
	const log = Array.from({ length: 30 }, () => atMinute(1));
	await withLog(log, async (own) => {
		own.behaviour = { ...own.behaviour, maxLimit: 7, tieOrder: 'shuffled' };
		const { items } = await runNode(own, { returnAll: true });

		expect(idsOf(items).sort()).toEqual(log.map(({ id }) => id).sort());
	});
});
