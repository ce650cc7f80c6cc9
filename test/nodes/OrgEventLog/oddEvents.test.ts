import type { INodeParameters } from 'n8n-workflow';
import { MAX_NESTING } from '../../../nodes/OrgEventLog/api/limits';
import { makeEvent, startEventLogService, type EventLogService } from '../../../sandbox/service';
import { readBinary } from '../../support/n8nContexts';
import { idsOf, runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const IN_ORDER = ['a', 'c', 'd', 'e', 'f', 'b'];

let service: EventLogService;

beforeAll(async () => {
	service = await startEventLogService();
	service.log.append(
		...IDS.map((id, index) => makeEvent({ id, createdAtMs: START_MS + index * 60_000 })),
	);
});
afterAll(() => service.close());

/** From now on the event `b` comes with these fields. */
function spoil(fields: Record<string, unknown>): void {
	service.faults.clear();
	const transform = (body: string) => {
		const { data } = JSON.parse(body) as { data: unknown };
		if (!Array.isArray(data)) return body;
		return JSON.stringify({
			data: data.map((event: { id: string }) =>
				event.id === 'b' ? { ...event, ...fields } : event,
			),
		});
	};
	service.failNext({ transform }, { times: 10_000 });
}

const READ_ALL: INodeParameters = {
	operation: 'list',
	returnAll: true,
	options: { order: 'ASC', pageSize: 2 },
};

describe.each(['list', 'feed'])('an event without a readable time (%s)', (operation) => {
	beforeEach(() => spoil({ created_at: '2024-05-01' }));

	it.each([1, 4])('is the last item, and a note says so, with %i requests at a time', async (n) => {
		const options = { order: 'ASC', pageSize: 2, maxParallelRequests: n };
		const { items, notes } = await runNode(service, { ...READ_ALL, operation, options });
		expect(idsOf(items)).toEqual(IN_ORDER);
		expect(items[5]?.json).toMatchObject({ id: 'b', createdAt: null, severity: 'INFO' });
		expect(notes).toEqual([
			'1 event has no readable time: its created_at is a string instead of milliseconds. What has no time comes after everything else',
		]);
	});

	it('comes newest first, too, and as the API sent it', async () => {
		const parameters = { ...READ_ALL, operation, simplify: false, options: { pageSize: 2 } };
		const { items } = await runNode(service, parameters);
		expect(idsOf(items)).toEqual(['f', 'e', 'd', 'c', 'a', 'b']);
		expect(items[5]?.json).toMatchObject({ created_at: '2024-05-01' });
	});

	it('takes no place of another where a Limit is set', async () => {
		const { items } = await runNode(service, {
			operation,
			limit: 5,
			options: { order: 'ASC', pageSize: 2 },
		});
		expect(idsOf(items)).toEqual(IN_ORDER.slice(0, 5));
	});

	it.each(['csv', 'ndjson'])(
		'is in a file, and counted in its manifest (%s)',
		async (fileFormat) => {
			const { items } = await runNode(service, {
				...READ_ALL,
				operation,
				output: 'file',
				fileFormat,
			});
			const [item] = items;
			expect(item?.json).toMatchObject({
				events: 6,
				unplacedEvents: 1,
				firstEvent: { id: 'a' },
				lastEvent: { id: 'f' },
			});
			const file = item?.binary?.['data'];
			const lines = file ? (await readBinary(file)).toString().trim().split('\n') : [];
			expect(lines[lines.length - 1]).toContain('b');
			expect(lines).toHaveLength(fileFormat === 'csv' ? 7 : 6);
		},
	);
});

it('counts for Count, asked or read', async () => {
	spoil({ created_at: null });
	for (const exactCount of [false, true]) {
		const { items } = await runNode(service, { operation: 'count', exactCount });
		expect(items.map(({ json }) => json)).toEqual([{ count: 6 }]);
	}
});

it('a file without odd events has no word about them', async () => {
	service.faults.clear();
	const { items, notes } = await runNode(service, { ...READ_ALL, output: 'file' });
	expect(items[0]?.json).not.toHaveProperty('unplacedEvents');
	expect(notes).toEqual([]);
});

it('an event without an id has a digest of its content for one, the same each time', async () => {
	spoil({ id: null });
	const read = async () => idsOf((await runNode(service, READ_ALL)).items);
	const ids = await read();
	expect(ids).toEqual([
		'a',
		expect.stringMatching(/^digest:[0-9a-f]{32}$/),
		...IN_ORDER.slice(1, 5),
	]);
	expect(await read()).toEqual(ids);
});

describe('an event that is nested beyond all measure', () => {
	const LEVELS = 5_000;
	const nested = `${'[1,{"a":'.repeat(LEVELS)}"x"${'}]'.repeat(LEVELS)}`;
	beforeEach(() => {
		service.faults.clear();
		const transform = (body: string) => body.replace('"id":"b"', `"id":"b","deep":${nested}`);
		service.failNext({ transform }, { times: 10_000 });
	});

	it.each([true, false])('is an item like others (simplified: %s)', async (simplify) => {
		const { items } = await runNode(service, { ...READ_ALL, simplify });
		expect(idsOf(items)).toEqual(IDS);
		const json = JSON.stringify(items[1]?.json);
		expect(json.includes('deep')).toBe(!simplify);
		// What was too deep has become text, and nothing of it is lost.
		if (!simplify) expect(json.split('\\"a\\":')).toHaveLength(1 + LEVELS - MAX_NESTING / 2 + 1);
	});

	it.each(['csv', 'ndjson'])('is in a file, all of it (%s)', async (fileFormat) => {
		for (const simplify of [true, false]) {
			const { items } = await runNode(service, {
				...READ_ALL,
				simplify,
				output: 'file',
				fileFormat,
			});
			const file = items[0]?.binary?.['data'];
			const text = file ? (await readBinary(file)).toString() : '';
			const isThere = text.replaceAll('""', '"').includes(nested);
			expect(isThere).toBe(fileFormat === 'ndjson' || !simplify);
		}
	});
});

describe('a number beyond all that JavaScript holds', () => {
	beforeEach(() => {
		service.faults.clear();
		const transform = (body: string) =>
			body.replace('"id":"b"', '"id":"b","size":1e999,"sizes":[-1E+400,1]');
		service.failNext({ transform }, { times: 10_000 });
	});

	it('is its own text in an item', async () => {
		const { items } = await runNode(service, { ...READ_ALL, simplify: false });
		expect(items[1]?.json).toMatchObject({ size: '1e999', sizes: ['-1E+400', 1] });
		const columns = ['id', 'size', 'sizes'];
		const { items: chosen } = await runNode(service, { ...READ_ALL, columns });
		expect(chosen[1]?.json).toEqual({ id: 'b', size: '1e999', sizes: ['-1E+400', 1] });
	});

	it.each([
		['every field', { fileFormat: 'csv', simplify: false }, '1e999,"[""-1E+400"",1]"'],
		[
			'chosen columns',
			{ fileFormat: 'csv', columns: ['size', 'sizes'] },
			'1e999,"[""-1E+400"",1]"',
		],
		['NDJSON', { fileFormat: 'ndjson' }, '"size":1e999,"sizes":[-1E+400,1]'],
	])('and in a file: %s', async (_name, format, expected) => {
		const { items } = await runNode(service, { ...READ_ALL, ...format, output: 'file' });
		const file = items[0]?.binary?.['data'];
		const text = file ? (await readBinary(file)).toString() : '';
		expect(text).toContain(expected);
		expect(text).not.toContain('Infinity');
	});
});
