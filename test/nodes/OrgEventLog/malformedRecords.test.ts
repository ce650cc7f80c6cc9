import type { INodeParameters } from 'n8n-workflow';
import { makeEvent, startEventLogService, type EventLogService } from '../../../sandbox/service';
import { readBinary } from '../../support/n8nContexts';
import { idsOf, runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService();
	service.log.append(
		...IDS.map((id, index) => makeEvent({ id, createdAtMs: START_MS + index * 60_000 })),
	);
});
afterAll(() => service.close());

/** From now on everything that the service sends is changed so. */
function spoil(transform: (body: string) => string): void {
	service.faults.clear();
	service.failNext({ transform }, { times: 10_000 });
}

/** From now on these events come without a time that can be read. */
function spoilTimes(ids: string, createdAt: string): void {
	const event = new RegExp(`("id":"[${ids}]".*?"created_at":)\\d+`, 'g');
	spoil((body) => body.replace(event, `$1${createdAt}`));
}

const READ_ALL: INodeParameters = {
	operation: 'list',
	returnAll: true,
	options: { order: 'ASC', pageSize: 10 },
};

const EXPORT = { operation: 'export', fileFormat: 'csv' };

async function fileOf(parameters: INodeParameters) {
	const { items, notes } = await runNode(service, { ...EXPORT, ...parameters });
	const file = items[0]?.binary?.data;
	return { json: items[0]?.json, notes, text: file && (await readBinary(file)).toString() };
}

it.each(['list', 'feed'])(
	'an event without a readable time is in no file, and its manifest says so: it may lack an event (%s)',
	async (operation) => {
		spoilTimes('b', '"2024-05-01"');
		const { json, notes } = await fileOf({ options: { readFrom: operation } });
		expect(json).toMatchObject({
			complete: false,
			events: 5,
			malformedRecords: { count: 1, why: ['created_at is a string instead of whole milliseconds'] },
		});
		expect(notes).toContain(
			"1 malformed record can't be read: created_at is a string instead of whole milliseconds. Such records are left out",
		);
	},
);

it.each(['list', 'feed'])(
	'a page asked for with as few entries as are malformed is no failure, and no end (%s)',
	async (operation) => {
		spoilTimes('abf', 'null');
		service.requests.length = 0;
		for (const [order, id] of [
			['DESC', 'e'],
			['ASC', 'c'],
		] as const) {
			const { items } = await runNode(service, { operation, limit: 1, options: { order } });
			expect(idsOf(items)).toEqual([id]);
		}
		expect(service.requests.length).toBeLessThan(20);
	},
);

it('a part of a range that holds nothing else is no failure where others are read', async () => {
	service.behaviour.feedOrder = 'sortsPage';
	spoilTimes('cd', '"2024-05-01"');
	const bounds = { timeRange: 'custom', after: START_MS + 90_000, before: START_MS + 210_000 };
	const whole = { ...READ_ALL, operation: 'feed', options: {} };
	expect(idsOf((await runNode(service, whole)).items)).toEqual(['f', 'e', 'b', 'a']);
	const { items, notes } = await runNode(service, { ...whole, ...bounds });
	service.behaviour.feedOrder = 'honoured';
	expect(items).toEqual([]);
	expect(notes).toContainEqual(expect.stringContaining("2 malformed records can't be read"));
});

it('a page of nothing else is a failure that says what its times look like', async () => {
	spoilTimes('abcdef', '1714521600');
	await expect(runNode(service, READ_ALL)).rejects.toMatchObject({
		description: expect.stringContaining('created_at is before the year 2000') as string,
	});
});

it.each(['list', 'feed'])('a null at the end of every page is left out (%s)', async (operation) => {
	spoil((body) => body.replace(/\]}$/, ',null]}').replace('[,', '['));
	const { items, notes } = await runNode(service, { ...READ_ALL, operation });
	expect(idsOf(items)).toEqual(IDS);
	expect(notes).toEqual([expect.stringContaining('1 malformed record')]);
});

it('what is nested thousands of levels deep is left out by name', async () => {
	const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	spoil((body) => body.replace('"id":"b"', `"id":"b","deep":${nested}`));
	const { items, notes } = await runNode(service, { ...READ_ALL, simplify: false });
	expect(items.map(({ json }) => json.id)).toEqual(['a', 'c', 'd', 'e', 'f']);
	expect(notes.join()).toContain(
		"1 malformed record can't be read: the record is nested more than 500 levels deep",
	);
});
