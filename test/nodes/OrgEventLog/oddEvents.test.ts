import type { INodeParameters } from 'n8n-workflow';
import { makeEvent, startEventLogService, type EventLogService } from '../../../sandbox/service';
import { readBinary } from '../../support/n8nContexts';
import { idsOf, runNode } from './runNode';

const START_MS = Date.UTC(2024, 4, 1);
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const WITHOUT_IT = ['a', 'c', 'd', 'e', 'f'];

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

const NAMED =
	'1 event has no readable time: created_at is a string instead of milliseconds. Such events are left out';

describe.each(['list', 'feed'])('an event without a readable time (%s)', (operation) => {
	beforeEach(() => spoil({ created_at: '2024-05-01' }));

	it.each([1, 4])('is left out, and a note says so, with %i requests at a time', async (n) => {
		for (const pageSize of [2, 1000]) {
			const options = { order: 'ASC', pageSize, maxParallelRequests: n };
			const { items, notes } = await runNode(service, { ...READ_ALL, operation, options });
			expect(idsOf(items)).toEqual(WITHOUT_IT);
			expect(notes).toEqual([NAMED]);
		}
	});

	it.each(['csv', 'ndjson'])(
		'is in no file, and its manifest says so: it may lack an event (%s)',
		async (fileFormat) => {
			const parameters = { ...READ_ALL, operation, output: 'file', fileFormat };
			const { items, notes } = await runNode(service, parameters);
			const [item] = items;
			expect(item?.json).toMatchObject({
				complete: false,
				events: 5,
				oddEntries: { count: 1, why: ['created_at is a string instead of milliseconds'] },
				firstEvent: { id: 'a' },
				lastEvent: { id: 'f' },
			});
			const file = item?.binary?.['data'];
			const lines = file ? (await readBinary(file)).toString().trim().split('\n') : [];
			expect(lines).toHaveLength(fileFormat === 'csv' ? 6 : 5);
			expect(notes).toContain(NAMED);
		},
	);
});

it('Exact Count leaves out what has no readable time, and says so; the service counts it', async () => {
	spoil({ created_at: null });
	const count = async (exactCount: boolean) =>
		await runNode(service, { operation: 'count', exactCount });
	const exact = await count(true);
	expect(exact.items[0]?.json).toEqual({ count: 5 });
	expect(exact.notes).toEqual([
		'1 event has no readable time: created_at is null instead of milliseconds. Such events are left out',
	]);
	const asked = await count(false);
	expect(asked.items[0]?.json).toEqual({ count: 6 });
	expect(asked.notes).toEqual([]);
});

it.each(['list', 'feed'])(
	'as many as fill a page hide nothing of their millisecond, nor what comes after it (%s)',
	async (operation) => {
		const crowded = await startEventLogService();
		const timeless = Array.from({ length: 12 }, (_, index) => `timeless-${index}`);
		const crowd = [...timeless, 'beside', 'beside, too'];
		crowded.log.append(
			makeEvent({ id: 'before', createdAtMs: START_MS }),
			...crowd.map((id) => makeEvent({ id, createdAtMs: START_MS + 5 })),
			makeEvent({ id: 'after', createdAtMs: START_MS + 10 }),
		);
		const transform = (body: string) =>
			body.replace(/("id":"timeless-[^{}]*?"created_at":)\d+/g, '$1null');
		crowded.failNext({ transform }, { times: 10_000 });
		try {
			for (const pageSize of [1, 2, 5, 12, 1000]) {
				const options = { order: 'ASC', pageSize };
				crowded.requests.length = 0;
				const { items, notes } = await runNode(crowded, { ...READ_ALL, operation, options });
				expect(crowded.requests.length).toBeLessThan(100);
				expect(idsOf(items)).toEqual(['before', 'beside', 'beside, too', 'after']);
				expect(notes).toEqual([expect.stringContaining('12 events have no readable time')]);
			}
		} finally {
			await crowded.close();
		}
	},
);

describe('where the log shows nothing else for a while', () => {
	const timeless = (body: string) => {
		const { data } = JSON.parse(body) as { data: unknown };
		if (!Array.isArray(data)) return body;
		const isOdd = ({ id }: { id: string }) => 'abcd'.includes(id);
		return JSON.stringify({
			data: data.map((event: { id: string }) =>
				isOdd(event) ? { ...event, created_at: null } : event,
			),
		});
	};
	beforeEach(() => {
		service.faults.clear();
		service.failNext({ transform: timeless }, { times: 10_000 });
	});

	it.each(['list', 'feed'])('the events behind it come (%s)', async (operation) => {
		for (const pageSize of [1, 2, 4]) {
			const options = { order: 'ASC', pageSize };
			const { items } = await runNode(service, { ...READ_ALL, operation, options });
			expect(idsOf(items)).toEqual(['e', 'f']);
		}
		const one = { operation, limit: 1, options: { order: 'ASC' } };
		expect(idsOf((await runNode(service, one)).items)).toEqual(['e']);
	});

	it('the log begins with its first event', async () => {
		const range = { timeRange: 'custom', after: '2024-01-01T00:00:00Z' };
		const { items } = await runNode(service, { ...READ_ALL, ...range, output: 'file' });
		expect(items[0]?.json).toMatchObject({ events: 2, logBegins: '2024-05-01T00:04:00.000Z' });
	});
});

it.each(['list', 'feed'])(
	'a null at the end of every page, also behind the end, is a failure that says so (%s)',
	async (operation) => {
		service.faults.clear();
		const transform = (body: string) => body.replace(/\]}$/, ',null]}').replace('[,', '[');
		service.failNext({ transform }, { times: 10_000 });
		await expect(runNode(service, { ...READ_ALL, operation })).rejects.toThrow(
			'does not return the part of the log that it is asked for',
		);
	},
);

it('a file without odd events has no word about them', async () => {
	service.faults.clear();
	const { items, notes } = await runNode(service, { ...READ_ALL, output: 'file' });
	expect(items[0]?.json).not.toHaveProperty('oddEntries');
	expect(notes).toEqual([]);
});

it('an event without an id has a digest of its content for one, the same each time', async () => {
	spoil({ id: null });
	const read = async () => idsOf((await runNode(service, READ_ALL)).items);
	const ids = await read();
	expect(ids).toEqual([
		'a',
		expect.stringMatching(/^digest:[0-9a-f]{32}$/),
		...WITHOUT_IT.slice(1),
	]);
	expect(await read()).toEqual(ids);
});

describe('an event that is nested beyond all measure', () => {
	const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	beforeEach(() => {
		service.faults.clear();
		const transform = (body: string) => body.replace('"id":"b"', `"id":"b","deep":${nested}`);
		service.failNext({ transform }, { times: 10_000 });
	});

	it('is an item like others without the field; with it, the run fails', async () => {
		const { items } = await runNode(service, READ_ALL);
		expect(idsOf(items)).toEqual(IDS);
		const raw = runNode(service, { ...READ_ALL, simplify: false });
		await expect(raw).rejects.toThrow('Maximum call stack size exceeded');
	});

	it('is in a file of the format NDJSON, all of it', async () => {
		const { items } = await runNode(service, { ...READ_ALL, output: 'file', fileFormat: 'ndjson' });
		const written = items[0]?.binary?.['data'];
		expect(written && (await readBinary(written)).toString()).toContain(nested);
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
