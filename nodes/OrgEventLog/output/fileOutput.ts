import type { LoggedEvent } from '../events/event';
import type { TimeRange } from '../api/page';
import type { FileChoice } from '../parameters/parseOutput';
import { ChosenColumns, toIsoTime, SIMPLIFIED_COLUMNS } from '../events/columns';
import { BYTE_ORDER_MARK, toCsvRecord } from './csv';
import { EveryFieldRows, readLines } from './everyFieldRows';
import { ManifestRecorder, type Organization, organizationOf } from './manifest';
import type { EventOutput, FileStore, MadeEvents, OutputRequest } from './output';
import { toColumnValue } from '../events/subjects';

/** The property of the item that the file is in. */
const FILE_PROPERTY = 'data';

/** Written at once. */
const CHUNK_BYTES = 64 * 1024;

const MIME_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** An event's part of a file as it waits for its turn: bytes take less memory than text. */
interface Line {
	/** With its line end. */
	readonly bytes: Buffer;
	/** The columns that it has of its own; none where every line has the same. */
	readonly others?: readonly string[];
}

interface FileLine extends Line {
	readonly organization: Organization;
}

/** What a file is made of, line by line. */
interface FileContents {
	/** Where events need their own JSON text for it. */
	readonly needsText?: true;
	/** Made as soon as an event arrives, whether it will be in the file or not. */
	readonly toLine: (event: LoggedEvent) => Line;
	/** Told of every line that belongs to the file. */
	readonly note?: (others: readonly string[]) => void;
	/** The bytes of the file from those of the lines of its events, in their order. */
	write(lines: AsyncIterable<Buffer>, files: FileStore): AsyncIterable<Buffer>;
	/** Of CSV, once it has been written. */
	columns(): string[] | null;
	/** What the user should know of the file, once it has been written. */
	hint?(): string | undefined;
}

/** One item with a file that is written as the events come, and its manifest beside it. */
export function createFileOutput(choice: FileChoice, request: OutputRequest): EventOutput {
	const { format } = choice;
	const contents = createContents(choice, request.documentedPaths);
	return {
		needsText: contents.needsText,
		async write(read, files, findOut) {
			const recorder = new ManifestRecorder();
			const lines = read((event): FileLine => {
				return { ...contents.toLine(event), organization: organizationOf(event.fields) };
			});
			const bytes = contents.write(inChunks(lines, contents, recorder), files);
			const chunks = recorder.recordBytes(bytes);
			const fileName = fileNameOf(request.range, format);
			const file = await files.save(chunks, fileName, MIME_TYPES[format]);
			const written = { format, columns: contents.columns(), fileName };
			const json = recorder.finish(request, written, await findOut(recorder.ends));
			const hint = recorder.ends.length === 0 ? undefined : contents.hint?.();
			return { items: [{ json, binary: { [FILE_PROPERTY]: file } }], hint };
		},
	};
}

async function* inChunks(
	batches: MadeEvents<FileLine>,
	{ note }: FileContents,
	recorder: ManifestRecorder,
): AsyncGenerator<Buffer> {
	for await (const events of batches) {
		let lines: Buffer[] = [];
		let length = 0;
		for (const { id, createdAtMs, made } of events) {
			recorder.record({ id, createdAtMs }, made.organization);
			note?.(made.others ?? []);
			lines.push(made.bytes);
			length += made.bytes.length;
			if (length < CHUNK_BYTES) continue;
			yield Buffer.concat(lines, length);
			lines = [];
			length = 0;
		}
		if (length > 0) yield Buffer.concat(lines, length);
	}
}

function createContents(
	{ format, shape, withByteOrderMark }: FileChoice,
	documentedPaths: readonly string[],
): FileContents {
	if (format === 'ndjson') return NDJSON;
	const mark = withByteOrderMark ? BYTE_ORDER_MARK : '';
	if (shape.kind === 'raw') return createFullCsv(documentedPaths, mark);
	return createCsv(shape.kind === 'columns' ? shape.columns : SIMPLIFIED_COLUMNS, mark);
}

/** Events as the service wrote them, so that integers keep every digit. */
const NDJSON: FileContents = {
	needsText: true,
	toLine: ({ text, fields }) => ({ bytes: Buffer.from(`${text ?? JSON.stringify(fields)}\n`) }),
	write: (lines) => lines,
	columns: () => null,
};

/** Lists and objects go into a cell as their JSON. */
function createCsv(names: readonly string[], mark: string): FileContents {
	const columns = new ChosenColumns(names);
	return {
		toLine: (event) => {
			return { bytes: Buffer.from(toCsvRecord(columns.valuesOf(event).map(toColumnValue))) };
		},
		async *write(lines) {
			yield Buffer.from(mark + toCsvRecord(names));
			yield* lines;
		},
		columns: () => [...names],
		hint: () => columns.hint(),
	};
}

/**
 * The header of a CSV file comes first, and which fields there are is known last. So rows go into a
 * file of their own while the log is read, and from there under the header. `documentedPaths` are the
 * columns that such a file always has.
 */
function createFullCsv(documentedPaths: readonly string[], mark: string): FileContents {
	const rows = new EveryFieldRows(documentedPaths);
	return {
		toLine({ fields }) {
			const { text, others } = rows.toRow(fields);
			return { bytes: Buffer.from(`${text}\n`), others };
		},
		note: (others) => rows.note(others),
		async *write(lines, files) {
			const rowsFile = await files.save(lines, 'rows.ndjson', MIME_TYPES.ndjson);
			const { header, arrange } = rows.layOut();
			yield Buffer.from(mark + toCsvRecord(header));
			for await (const some of readLines(await files.read(rowsFile))) {
				const records = some.map((row) => toCsvRecord(arrange(row)));
				yield Buffer.from(records.join(''));
			}
		},
		columns: () => rows.layOut().header,
		hint: () => rows.hint(),
	};
}

/** Names a file for the range it covers, in UTC: `events_20240501T000000Z_20240601T000000Z.csv`, or `events.csv` where it is open. */
export function fileNameOf({ startMs, endMs }: TimeRange, extension: string): string {
	if (startMs === undefined && endMs === undefined) return `events.${extension}`;
	const start = startMs === undefined ? 'start' : toStamp(startMs);
	const end = endMs === undefined ? 'end' : toStamp(endMs);
	return `events_${start}_${end}.${extension}`;
}

function toStamp(epochMs: number): string {
	return (toIsoTime(epochMs) ?? String(epochMs)).replace(/[-:]|\.\d+/g, '');
}
