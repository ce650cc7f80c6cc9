import type { IBinaryData } from 'n8n-workflow';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/api/event';
import { toFileItem, type FilePlan } from '../../../../nodes/OrgEventLog/operations/eventFile';
import type { FileStore } from '../../../../nodes/OrgEventLog/operations/fileStore';

const PLAN: FilePlan = {
	kind: 'file',
	format: 'csv',
	simplified: true,
	withByteOrderMark: false,
	documentedPaths: ['id'],
	range: {},
	filters: {},
	order: 'ASC',
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

it.each<[string, Partial<FilePlan>]>([
	['simplified CSV', {}],
	['CSV of every field', { simplified: false }],
	['NDJSON', { format: 'ndjson' }],
])('writes %s while it reads, never far behind', async (_name, changes) => {
	const { store, written } = createStore();
	let furthestAhead = 0;
	async function* batches(): AsyncGenerator<readonly LoggedEvent[]> {
		for (let batch = 0; batch < BATCHES; batch++) {
			furthestAhead = Math.max(furthestAhead, batch - written());
			yield await Promise.resolve([
				{ id: `e-${batch}`, createdAtMs: batch, fields: { id: batch } },
			]);
		}
	}
	const { items } = await toFileItem(batches(), { ...PLAN, ...changes }, store);

	expect(items[0]?.json.events).toBe(BATCHES);
	expect(furthestAhead).toBeLessThanOrEqual(1);
});

it('stops reading when the file can not be written on', async () => {
	let ended = false;
	async function* batches(): AsyncGenerator<readonly LoggedEvent[]> {
		try {
			for (;;) yield await Promise.resolve([{ id: 'e', createdAtMs: 0, fields: {} }]);
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

	await expect(toFileItem(batches(), { ...PLAN, format: 'ndjson' }, full)).rejects.toThrow(
		'No room',
	);
	expect(ended).toBe(true);
});
