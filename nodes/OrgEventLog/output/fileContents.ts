import type { LoggedEvent } from '../api/event';
import { toJsonText } from '../json/nesting';
import type { FileChoice } from '../parameters/parseOutput';
import { ChosenColumns } from './chosenColumns';
import { type ColumnValue, toColumnValue } from './columnValue';
import { CSV_LINE_END, CSV_MIME_TYPE, toCsvLine, toCsvRecord } from './csv';
import { readLines } from './lines';
import type { FileStore } from './output';
import { RowShapes } from './rowShapes';

export const NDJSON_MIME_TYPE = 'application/x-ndjson';

/** Whose events there are, and whether one of them is in the file. */
export interface Organization {
	readonly id: ColumnValue;
	readonly name: ColumnValue;
	isInFile: boolean;
}

/** An event as a file has it. */
export interface FileLine {
	readonly bytes: Buffer;
	readonly organization: Organization;
}

/** What a file is made of, line by line. */
export interface FileContents {
	/** Whether events need their own JSON text for it. */
	readonly needsText: boolean;
	/** An event's part of the file, without its line end. Made as soon as it arrives. */
	readonly toLine: (event: LoggedEvent) => string;
	readonly lineEnd: string;
	/** Told every line that belongs to the file. */
	readonly note?: (line: Buffer) => void;
	/** The bytes of the file from those of the lines of its events, in their order. */
	write(lines: AsyncIterable<Buffer>, files: FileStore): AsyncIterable<Buffer>;
	/** Of CSV, once it has been written. */
	columns(): string[] | null;
	/** What the user should know of the file, once it has been written. */
	hint?(): string | undefined;
}

/**
 * The contents of a file of the format chosen. `documentedPaths` are the columns that a CSV file of
 * every field always has.
 */
export function createContents(
	{ format, shape }: FileChoice,
	documentedPaths: readonly string[],
): FileContents {
	if (format === 'ndjson') return NDJSON;
	return shape.kind === 'raw' ? createFullCsv(documentedPaths) : createCsv(shape.columns);
}

const NDJSON: FileContents = {
	needsText: true,
	toLine: toNdjsonLine,
	lineEnd: '\n',
	write: (lines) => lines,
	columns: () => null,
};

/** Lists and objects go into a cell as their JSON. */
function createCsv(names: readonly string[]): FileContents {
	const columns = new ChosenColumns(names);
	return {
		needsText: false,
		toLine: (event) => toCsvLine(columns.valuesOf(event).map(toColumnValue)),
		lineEnd: CSV_LINE_END,
		async *write(lines) {
			yield Buffer.from(toCsvRecord(names));
			yield* lines;
		},
		columns: () => [...names],
		hint: () => columns.hint(),
	};
}

/**
 * The header of a CSV file comes first, and which fields there are is known last. So rows go into a
 * file of their own while the log is read, and from there under the header.
 */
function createFullCsv(documentedPaths: readonly string[]): FileContents {
	const shapes = new RowShapes(documentedPaths);
	return {
		needsText: false,
		toLine: ({ fields }) => shapes.toRow(fields),
		lineEnd: '\n',
		// Only rows that are handed over give the file its columns.
		note: (row) => shapes.note(row),
		async *write(rows, files) {
			const rowsFile = await files.save(rows, 'rows.ndjson', NDJSON_MIME_TYPE);
			const header = shapes.header();
			yield Buffer.from(toCsvRecord(header));
			for await (const some of readLines(await files.read(rowsFile))) {
				const records = some.map((row) => toCsvRecord(shapes.arrange(row, header)));
				yield Buffer.from(records.join(''));
			}
		},
		columns: () => shapes.header(),
		hint: () => shapes.hint(),
	};
}

/** The media type of a file. */
export function mimeTypeOf({ format }: FileChoice): string {
	return format === 'csv' ? CSV_MIME_TYPE : NDJSON_MIME_TYPE;
}

/** One event as the service wrote it, so that integers keep every digit. */
function toNdjsonLine(event: LoggedEvent): string {
	return event.text ?? toJsonText(event.fields);
}
