import type { INodeParameters } from 'n8n-workflow';
import {
	createEventLog,
	makeEvent,
	startEventLogService,
	type EventLogService,
	type RecordedRequest,
	type ServiceBehaviour,
} from '../../../../sandbox/service';
import { runNode, type NodeOptions } from '../runNode';

const START_MS = Date.UTC(2024, 4, 1);
const OLDEST = '2024-05-01T00:00:00.000Z';
const EVENTS = 6;

let service: EventLogService;

async function start(behaviour: Partial<ServiceBehaviour> = {}): Promise<void> {
	const events = Array.from({ length: EVENTS }, (_, index) =>
		makeEvent({ createdAtMs: START_MS + index, action: index % 2 === 0 ? 'deny' : 'grant' }),
	);
	service = await startEventLogService({ log: createEventLog(events), behaviour });
}

beforeEach(async () => await start());
afterEach(async () => await service.close());

const from = (after: number): INodeParameters => ({ timeRange: 'custom', after });
const EARLIER = from(START_MS - 1);

/** Asked about the oldest event of the log. */
function asksForOldest({ query }: RecordedRequest): boolean {
	return query.order === 'ASC' && query.limit === '10' && Object.keys(query).length <= 3;
}

async function notesOf(parameters: INodeParameters, options: NodeOptions = {}) {
	return (await runNode(service, parameters, options)).notes;
}

const HINT = `The time range starts before the log's oldest event (${OLDEST}). Older events may have been deleted, or the log may have started then`;
const OPERATIONS = [
	['list', {}],
	['list', { returnAll: true }],
	['export', {}],
	['summarize', {}],
	['feed', {}],
	['export', { fileFormat: 'ndjson', filters: {} }],
	['count', {}],
	['count', { exactCount: true }],
] as const;

it.each(OPERATIONS)(
	'%s %j gives what is kept where the service refuses older times, and says so',
	async (operation, more) => {
		const yearMs = 366 * 24 * 3_600_000;
		service.behaviour.maxAfterAgeMs = Date.now() - START_MS + yearMs;
		for (const feedOrder of ['honoured', 'sortsPage'] as const) {
			service.behaviour.feedOrder = feedOrder;
			const asked = { operation, ...more, ...from(START_MS - 2 * yearMs) };
			const { items, notes } = await runNode(service, asked);
			const [{ json = {} } = {}] = items;
			expect(json.events ?? json.count ?? items.length).toBe(EVENTS);
			expect(notes).toEqual([HINT]);
		}
	},
);

it.each(OPERATIONS)(
	'%s %j says that the range starts before the log, for one request, or fails for it',
	async (operation, more) => {
		const request = { operation, ...more };
		expect(await notesOf({ ...request, ...EARLIER })).toEqual([HINT]);
		expect(service.requests.filter(asksForOldest)).toHaveLength(1);
		expect(await notesOf({ ...request, ...from(START_MS) })).toEqual([]);

		service.requests.length = 0;
		await notesOf({ ...request, timeRange: 'custom', before: START_MS + 3 });
		// A manifest says it of a range without a start, too.
		const asked = operation === 'export' ? 1 : 0;
		expect(service.requests.filter(asksForOldest)).toHaveLength(asked);

		const whole = { ...request, options: { requireWhole: true } };
		await expect(notesOf({ ...whole, ...EARLIER })).rejects.toMatchObject({
			message: `The time range starts before the log's oldest event (${OLDEST})`,
		});
		expect(await notesOf({ ...whole, ...from(START_MS) })).toEqual([]);
		expect(await notesOf(whole)).toEqual([]);
	},
);

it('is asked for by each input item: a log loses its oldest events meanwhile', async () => {
	service.failNext({ status: 403 }, { match: asksForOldest, times: 1 });
	const eachWithAnother = { ...EARLIER, limit: '={{ $itemIndex + 1 }}' };
	const notes = await notesOf(eachWithAnother, { items: [{}, {}, {}] });

	expect(notes).toEqual([HINT]);
	expect(service.requests.filter(asksForOldest)).toHaveLength(3);
});

it('says nothing where it can not be told, but fails where somebody asks for it', async () => {
	const whole = { ...EARLIER, returnAll: true, options: { requireWhole: true } };
	service.failNext({ status: 403 }, { match: asksForOldest, times: 2 });
	expect(await notesOf({ ...EARLIER, returnAll: true })).toEqual([]);
	await expect(notesOf(whole)).rejects.toMatchObject({
		message: "The node can't tell whether the log reaches back to the start of the range",
		description: expect.stringContaining('Fail if the Log Begins Later') as string,
	});
});

it('a log without events has no beginning', async () => {
	await service.close();
	service = await startEventLogService({ log: createEventLog() });
	expect(await notesOf(EARLIER)).toEqual(['The log has no events in this time range']);
});
