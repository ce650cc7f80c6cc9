import type { LoggedEvent } from '../api/event';
import { CSV_MIME_TYPE, toCsvRecord } from '../output/csv';
import { readLines } from '../output/lines';
import { NDJSON_MIME_TYPE, toNdjsonLine } from '../output/ndjson';
import { RowShapes } from '../output/rowShapes';
import { SIMPLIFIED_COLUMNS, simplify } from '../output/simplify';
import type { FileChoice } from '../parameters/parseOutput';
import type { FileStore } from './fileStore';

/** What a file is made of, line by line. */
export interface FileContents {
	/** Whether events need their own JSON text for it. */
	readonly needsText: boolean;
	/** An event's part of the file, line end included. Made as soon as it arrives. */
	readonly toLine: (event: LoggedEvent) => string;
	/** The bytes of the file from the lines of its events, in their order. */
	write(lines: AsyncIterable<readonly string[]>, files: FileStore): AsyncIterable<Buffer>;
}

/**
 * The contents of a file of the format chosen. `documentedPaths` are the columns that a CSV file of
 * every field always has.
 */
export function createContents(
	{ format, simplified }: FileChoice,
	documentedPaths: readonly string[],
): FileContents {
	if (format === 'ndjson') return NDJSON;
	return simplified ? SIMPLIFIED_CSV : createFullCsv(documentedPaths);
}

const NDJSON: FileContents = { needsText: true, toLine: toNdjsonLine, write: joined };

const SIMPLIFIED_CSV: FileContents = {
	needsText: false,
	toLine(event) {
		const simplified = simplify(event);
		return toCsvRecord(SIMPLIFIED_COLUMNS.map((column) => simplified[column]));
	},
	async *write(lines) {
		yield Buffer.from(toCsvRecord(SIMPLIFIED_COLUMNS));
		yield* joined(lines);
	},
};

/** So that the text of a chunk is no large object to V8, which would keep it for long. */
const LINES_PER_CHUNK = 50;

async function* joined(lines: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
	for await (const some of lines) {
		for (let at = 0; at < some.length; at += LINES_PER_CHUNK) {
			yield Buffer.from(some.slice(at, at + LINES_PER_CHUNK).join(''));
		}
	}
}

/**
 * The header of a CSV file comes first, and which fields there are is known last. So rows go into a
 * file of their own while the log is read, and from there under the header.
 */
function createFullCsv(documentedPaths: readonly string[]): FileContents {
	const shapes = new RowShapes(documentedPaths);
	return {
		needsText: false,
		toLine: ({ fields }) => `${shapes.toRow(fields)}\n`,
		async *write(lines, files) {
			const rows = await files.save(joined(taken(lines, shapes)), 'rows.ndjson', NDJSON_MIME_TYPE);
			const header = shapes.header();
			yield Buffer.from(toCsvRecord(header));
			for await (const some of readLines(await files.read(rows))) {
				const records = some.map((row) => toCsvRecord(shapes.arrange(row, header)));
				yield Buffer.from(records.join(''));
			}
		},
	};
}

async function* taken(
	lines: AsyncIterable<readonly string[]>,
	shapes: RowShapes,
): AsyncGenerator<readonly string[]> {
	for await (const some of lines) {
		for (const row of some) shapes.take(row);
		yield some;
	}
}

/** The media type of a file. */
export function mimeTypeOf({ format }: FileChoice): string {
	return format === 'csv' ? CSV_MIME_TYPE : NDJSON_MIME_TYPE;
}
