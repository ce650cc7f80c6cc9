import { randomBytes } from 'node:crypto';
import type { LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { createFileOutput } from '../../../../nodes/OrgEventLog/output/fileOutput';
import type { ReadConverted, SaveFile } from '../../../../nodes/OrgEventLog/output/outputWriter';
import type { FileSettings } from '../../../../nodes/OrgEventLog/parameters/parseOutput';
import type { ReadSettings } from '../../../../nodes/OrgEventLog/parameters/parseReadOptions';

const REQUEST: ReadSettings = {
	...{ nowMs: 0, isWholeRangeRequired: false, maxPageLimit: 1000, firstPageLimit: undefined },
	...{ maxParallelRequests: 1, timeoutMs: 1 },
	range: {},
	preset: 'none',
	filters: {},
	exclude: {},
	order: 'ASC',
	source: 'list',
	timezone: 'UTC',
};
const FINDINGS = {
	...{ selectedCount: 0, logBegins: null, coversStart: null, serviceCount: null, service: '' },
	malformedRecords: { count: 0, why: [] },
	...{ workflow: { id: null, name: null }, execution: { id: null } },
};
const readManifestFacts = async () => await Promise.resolve(FINDINGS);
const CHOICE: FileSettings = { format: 'csv', shape: { kind: 'simplified' } };
const BATCHES = 200;

/** Text that no packing makes smaller. */
const MESSAGE = randomBytes(12_000).toString('hex');

it.each<[string, Partial<FileSettings>, number]>([
	['simplified CSV', {}, 1],
	['CSV of every field', { shape: { kind: 'raw' } }, 1],
	['NDJSON', { format: 'ndjson' }, 1],
	// Packing takes some hundred kilobytes at once.
	['XLSX', { format: 'xlsx' }, 8],
])('writes %s while it reads, never far behind', async (_name, changes, most) => {
	const output = createFileOutput({ ...CHOICE, ...changes }, REQUEST);
	let unwritten = 0;
	let mostUnwritten = 0;
	const saveFile: SaveFile = async (chunks, _fileName, mimeType) => {
		for await (const { length } of chunks) if (length > 0) unwritten = 0;
		return { data: '', mimeType };
	};
	const read: ReadConverted = async function* (convert) {
		for (let batch = 0; batch < BATCHES; batch++) {
			const fields = { id: batch, message: MESSAGE };
			const event: LoggedEvent = { id: `e-${batch}`, createdAtMs: batch, fields };
			unwritten += 1;
			yield await Promise.resolve([{ ...event, output: convert(event) }]);
			mostUnwritten = Math.max(mostUnwritten, unwritten);
		}
	};
	const items = await output.write(read, saveFile, readManifestFacts);

	expect(items[0]?.json.events).toBe(BATCHES);
	expect(mostUnwritten).toBeLessThanOrEqual(most);
});

it('stops reading when the file can not be written on', async () => {
	let ended = false;
	const read: ReadConverted = async function* (convert) {
		const event: LoggedEvent = { id: 'e', createdAtMs: 0, fields: {}, jsonLine: '{}' };
		try {
			for (;;) yield await Promise.resolve([{ ...event, output: convert(event) }]);
		} finally {
			ended = true;
		}
	};
	const saveNoMore: SaveFile = async (chunks) => {
		for await (const chunk of chunks) throw new Error(`No room for ${chunk.length} bytes`);
		throw new Error('No chunk came');
	};

	await expect(
		createFileOutput({ ...CHOICE, format: 'ndjson' }, REQUEST).write(
			read,
			saveNoMore,
			readManifestFacts,
		),
	).rejects.toThrow('No room');
	expect(ended).toBe(true);
});
