import type { LoggedEvent } from '../api/event';
import { BYTE_ORDER_MARK, CSV_MIME_TYPE, toCsvRecord, type CsvCell } from '../output/csv';
import { readLines } from '../output/lines';
import { ManifestWriter, type ReportQuestion } from '../output/manifest';
import { NDJSON_MIME_TYPE, toNdjsonLine } from '../output/ndjson';
import { PathColumns } from '../output/pathColumns';
import { SIMPLIFIED_COLUMNS, simplify } from '../output/simplify';
import { fileNameOf } from '../output/fileName';
import type { OutputChoice } from '../parameters/parseOutput';
import type { FileStore } from './fileStore';
import type { OperationOutput } from './operation';

/** The property of the item that the file is in. */
export const FILE_PROPERTY = 'data';

export interface FilePlan extends ReportQuestion, FileChoice {
	/** For CSV of every field: the columns that are always there. */
	readonly documentedPaths: readonly string[];
}

type FileChoice = Extract<OutputChoice, { kind: 'file' }>;
type Batches = AsyncIterable<readonly LoggedEvent[]>;

/**
 * Writes the events into one file as they come, and gives one item: the file, its manifest beside it.
 * @throws what reading throws; then there is no file
 */
export async function toFileItem(
	events: Batches,
	plan: FilePlan,
	files: FileStore,
): Promise<OperationOutput> {
	const writer = new ManifestWriter();
	const contents = await CONTENTS[kindOf(plan)](writer.counting(events), plan, files);
	const mimeType = plan.format === 'csv' ? CSV_MIME_TYPE : NDJSON_MIME_TYPE;
	const chunks = writer.hashing(withMark(contents, plan));
	const file = await files.save(chunks, fileNameOf(plan.range, plan.format), mimeType);
	const json = writer.manifest(plan, Date.now());
	return { items: [{ json, binary: { [FILE_PROPERTY]: file } }] };
}

function kindOf({ format, simplified }: FilePlan): keyof typeof CONTENTS {
	if (format === 'ndjson') return 'ndjson';
	return simplified ? 'simplifiedCsv' : 'fullCsv';
}

const CONTENTS = {
	ndjson: ndjsonOf,
	simplifiedCsv: simplifiedCsvOf,
	fullCsv: fullCsvOf,
} as const;

async function* withMark(chunks: AsyncIterable<Buffer>, plan: FilePlan): AsyncGenerator<Buffer> {
	if (plan.format === 'csv' && plan.withByteOrderMark) yield Buffer.from(BYTE_ORDER_MARK);
	yield* chunks;
}

async function* ndjsonOf(batches: Batches): AsyncGenerator<Buffer> {
	for await (const batch of batches) yield Buffer.from(batch.map(toNdjsonLine).join(''));
}

async function* simplifiedCsvOf(batches: Batches): AsyncGenerator<Buffer> {
	yield Buffer.from(toCsvRecord(SIMPLIFIED_COLUMNS));
	for await (const batch of batches) {
		yield toRecords(batch.map(toSimplifiedRow));
	}
}

function toSimplifiedRow(event: LoggedEvent): CsvCell[] {
	const simplified = simplify(event);
	return SIMPLIFIED_COLUMNS.map((column) => simplified[column]);
}

function toRecords(rows: ReadonlyArray<readonly CsvCell[]>): Buffer {
	return Buffer.from(rows.map(toCsvRecord).join(''));
}

/**
 * The header of a CSV file comes first, and which fields there are is known last. So rows go into a
 * file of their own while the log is read, and from there under the header.
 */
async function fullCsvOf(
	batches: Batches,
	{ documentedPaths }: FilePlan,
	files: FileStore,
): Promise<AsyncIterable<Buffer>> {
	const columns = new PathColumns(documentedPaths);
	const rows = await files.save(looseRowsOf(batches, columns), 'rows.ndjson', NDJSON_MIME_TYPE);
	return arrangedCsvOf(readLines(await files.read(rows)), columns);
}

async function* looseRowsOf(batches: Batches, columns: PathColumns): AsyncGenerator<Buffer> {
	for await (const batch of batches) {
		const rows = batch.map(({ fields }) => `${JSON.stringify(columns.toLooseRow(fields))}\n`);
		yield Buffer.from(rows.join(''));
	}
}

async function* arrangedCsvOf(
	lines: AsyncIterable<readonly string[]>,
	columns: PathColumns,
): AsyncGenerator<Buffer> {
	yield Buffer.from(toCsvRecord(columns.header()));
	const arrange = columns.arrange();
	for await (const some of lines) yield toRecords(some.map((line) => arrange(parseRow(line))));
}

/** A row that `looseRowsOf` wrote. */
function parseRow(line: string): CsvCell[] {
	const row: unknown = JSON.parse(line);
	if (Array.isArray(row) && row.every(isCsvCell)) return row;
	throw new TypeError('A row of the file under way is not as it was written');
}

function isCsvCell(cell: unknown): cell is CsvCell {
	return cell === null || typeof cell !== 'object';
}
