import type { IBinaryData } from 'n8n-workflow';
import type { LoggedEvent, PageRequest } from '../../../../nodes/OrgEventLog/api/event';
import { createFileOutput } from '../../../../nodes/OrgEventLog/operations/eventFile';
import type { OutputPlan } from '../../../../nodes/OrgEventLog/operations/eventOutput';
import type { FileStore } from '../../../../nodes/OrgEventLog/operations/fileStore';
import type { FileChoice } from '../../../../nodes/OrgEventLog/parameters/parseOutput';

const PLAN: OutputPlan = {
	documentedPaths: ['id'],
	someMayBeDropped: false,
	noteIfNone: 'None',
	range: {},
	filters: {},
	order: 'ASC',
};
const CHOICE: FileChoice = {
	kind: 'file',
	format: 'csv',
	simplified: true,
	withByteOrderMark: false,
};
const REQUEST: PageRequest = { order: 'ASC', skip: 0, limit: 1 };
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
	['CSV of every field', { simplified: false }],
	['NDJSON', { format: 'ndjson' }],
])('writes %s while it reads, never far behind', async (_name, changes) => {
	const { store, written } = createStore();
	const output = createFileOutput({ ...CHOICE, ...changes }, PLAN);
	let furthestAhead = 0;
	async function* batches(): AsyncGenerator<readonly LoggedEvent[]> {
		for (let batch = 0; batch < BATCHES; batch++) {
			furthestAhead = Math.max(furthestAhead, batch - written());
			const event = { id: `e-${batch}`, createdAtMs: batch, fields: { id: batch, long: 'x' } };
			const { events } = await output.lighten(() => Promise.resolve({ events: [event] }))(REQUEST);
			expect(events[0]?.fields).not.toHaveProperty('long');
			yield events;
		}
	}
	const { items } = await output.write(batches(), store);

	expect(items[0]?.json.events).toBe(BATCHES);
	expect(furthestAhead).toBeLessThanOrEqual(1);
});

it('stops reading when the file can not be written on', async () => {
	let ended = false;
	async function* batches(): AsyncGenerator<readonly LoggedEvent[]> {
		try {
			for (;;) yield await Promise.resolve([{ id: 'e', createdAtMs: 0, fields: {}, text: '{}' }]);
		} finally {
			ended = true;
		}
	}
	const { store } = createStore();
	const full: FileStore = {
		...store,
		save: async (chunks) => {
			for await (const chunk of chunks) throw new Error(`No room for ${chunk.length} bytes`);
			throw new Error('No chunk came');
		},
	};

	await expect(
		createFileOutput({ ...CHOICE, format: 'ndjson' }, PLAN).write(batches(), full),
	).rejects.toThrow('No room');
	expect(ended).toBe(true);
});
