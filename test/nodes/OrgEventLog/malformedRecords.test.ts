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
	options: { order: 'ASC', pageSize: 2 },
};

async function fileOf(parameters: INodeParameters) {
	const { items, notes } = await runNode(service, { ...READ_ALL, output: 'file', ...parameters });
	const file = items[0]?.binary?.data;
	return { json: items[0]?.json, notes, text: file && (await readBinary(file)).toString() };
}

it.each(['list', 'feed'])(
	'an event without a readable time is in no file, and its manifest says so: it may lack an event (%s)',
	async (operation) => {
		spoilTimes('b', '"2024-05-01"');
		const { json, notes } = await fileOf({ operation });
		expect(json).toMatchObject({
			complete: false,
			events: 5,
			malformedRecords: { count: 1, why: ['created_at is a string instead of milliseconds'] },
		});
		expect(notes).toContain(
			'1 malformed record has no readable time: created_at is a string instead of milliseconds. Such records are left out',
		);
	},
);

it('the log begins with its first event where it shows nothing else for a while', async () => {
	spoilTimes('abcd', 'null');
	const { json } = await fileOf({ timeRange: 'custom', after: '2024-01-01T00:00:00Z' });
	expect(json).toMatchObject({ events: 2, logBegins: '2024-05-01T00:04:00.000Z' });
});

it.each(['list', 'feed'])(
	'a null at the end of every page, also behind the end, is a failure that says so (%s)',
	async (operation) => {
		spoil((body) => body.replace(/\]}$/, ',null]}').replace('[,', '['));
		await expect(runNode(service, { ...READ_ALL, operation })).rejects.toThrow(
			'does not return the part of the log that it is asked for',
		);
	},
);

it('an event that is nested beyond all measure is an item without the field, and in NDJSON with it', async () => {
	const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	spoil((body) => body.replace('"id":"b"', `"id":"b","deep":${nested}`));
	expect(idsOf((await runNode(service, READ_ALL)).items)).toEqual(IDS);
	const raw = runNode(service, { ...READ_ALL, simplify: false });
	await expect(raw).rejects.toThrow('Maximum call stack size exceeded');
	expect((await fileOf({ fileFormat: 'ndjson' })).text).toContain(nested);
});

it('a number beyond all that JavaScript holds is its own text in an item and in a file', async () => {
	spoil((body) => body.replace('"id":"b"', '"id":"b","size":1e999,"sizes":[-1E+400,1]'));
	const { items } = await runNode(service, { ...READ_ALL, simplify: false });
	expect(items[1]?.json).toMatchObject({ size: '1e999', sizes: ['-1E+400', 1] });
	const { text } = await fileOf({ fileFormat: 'csv', simplify: false });
	expect(text).toContain('1e999,"[""-1E+400"",1]"');
});
