import type { IBinaryData } from 'n8n-workflow';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { createFileOutput, fileNameOf } from '../../../../nodes/OrgEventLog/output/fileOutput';
import type {
	FileStore,
	OutputRequest,
	ReadMadeEvents,
} from '../../../../nodes/OrgEventLog/output/output';
import type { FileChoice } from '../../../../nodes/OrgEventLog/parameters/parseOutput';

const REQUEST: OutputRequest = {
	documentedPaths: ['id'],
	range: {},
	preset: 'none',
	filters: {},
	exclude: {},
	order: 'ASC',
	operation: 'list',
	skip: 0,
	timezone: 'UTC',
};
const FINDINGS = {
	...{ passed: 0, logBegins: null, coversStart: null, serviceCount: null, service: '' },
	...{ workflow: {}, execution: {} },
};
const findOut = async () => await Promise.resolve(FINDINGS);
const CHOICE: FileChoice = {
	kind: 'file',
	format: 'csv',
	shape: { kind: 'simplified' },
	withByteOrderMark: false,
};
const BATCHES = 200;

/** Holds a file only as long as it must, and notes how far reading runs ahead of writing. */
function createStore() {
	const kept = new Map<string, Buffer[]>();
	let written = 0;
	const store: FileStore = {
		async save(chunks, fileName, mimeType) {
			const buffers: Buffer[] = [];
			for await (const chunk of chunks) {
				written++;
				buffers.push(chunk);
			}
			kept.set(fileName, buffers);
			return await Promise.resolve<IBinaryData>({ id: fileName, data: '', mimeType });
		},
		async read({ id = '' }) {
			const buffers = kept.get(id) ?? [];
			return await Promise.resolve(
				(async function* () {
					for (const buffer of buffers) yield await Promise.resolve(buffer);
				})(),
			);
		},
	};
	return { store, kept, written: () => written };
}

it.each<[string, Partial<FileChoice>]>([
	['simplified CSV', {}],
	['CSV of every field', { shape: { kind: 'raw' } }],
	['NDJSON', { format: 'ndjson' }],
])('writes %s while it reads, never far behind', async (_name, changes) => {
	const { store, written } = createStore();
	const output = createFileOutput({ ...CHOICE, ...changes }, REQUEST);
	let maxAhead = 0;
	const read: ReadMadeEvents = async function* (make) {
		for (let batch = 0; batch < BATCHES; batch++) {
			maxAhead = Math.max(maxAhead, batch - written());
			const event: LoggedEvent = { id: `e-${batch}`, createdAtMs: batch, fields: { id: batch } };
			yield await Promise.resolve([{ ...event, made: make(event) }]);
		}
	};
	const { items } = await output.write(read, store, findOut);

	expect(items[0]?.json.events).toBe(BATCHES);
	expect(maxAhead).toBeLessThanOrEqual(1);
});

it('stops reading when the file can not be written on', async () => {
	let ended = false;
	const read: ReadMadeEvents = async function* (make) {
		const event: LoggedEvent = { id: 'e', createdAtMs: 0, fields: {}, text: '{}' };
		try {
			for (;;) yield await Promise.resolve([{ ...event, made: make(event) }]);
		} finally {
			ended = true;
		}
	};
	const { store } = createStore();
	const full: FileStore = {
		...store,
		save: async (chunks) => {
			for await (const chunk of chunks) throw new Error(`No room for ${chunk.length} bytes`);
			throw new Error('No chunk came');
		},
	};

	await expect(
		createFileOutput({ ...CHOICE, format: 'ndjson' }, REQUEST).write(read, full, findOut),
	).rejects.toThrow('No room');
	expect(ended).toBe(true);
});

it.each([
	[{}, 'events.csv'],
	[{ startMs: Date.UTC(2024, 4, 1) }, 'events_20240501T000000Z_end.csv'],
	[
		{ startMs: Date.UTC(2024, 4, 1, 4, 30), endMs: Date.UTC(2024, 5, 1) },
		'events_20240501T043000Z_20240601T000000Z.csv',
	],
])('names a file for the range it covers', (range, name) => {
	expect(fileNameOf(range, 'csv')).toBe(name);
});
