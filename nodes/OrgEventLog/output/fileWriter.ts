import type { LoggedEvent } from '../events/event';
import type { Manifest, WorkbookFacts } from './manifest';

/** It waits for its turn in the file as bytes, because they take less memory than text. */
export interface FileRow {
	readonly bytes: Buffer;
	/** The event's line of NDJSON, if the format sums these up besides. */
	readonly line?: Buffer;
	readonly cutCells?: number;
}

/** Writes one file of events, from its beginning to its end. */
export interface FileWriter {
	readonly extension: string;
	readonly mimeType: string;
	/** It is set if events need their own JSON text. */
	readonly needsText?: true;
	/** It is called as soon as an event arrives, even for one that the file will not have. */
	toRow(event: LoggedEvent): FileRow;
	begin(): Buffer[];
	/** Gives what comes next in the file once these rows are in it. */
	addRows(rows: readonly FileRow[]): Iterable<Buffer>;
	/** Gives what else a manifest says of such a file; it is asked for once, when all rows are in it. */
	facts?(): WorkbookFacts;
	/** @param manifest all but what is known only of the finished file */
	end(manifest: Manifest): Buffer[];
}

/** So many rows are written at once: one by one takes time, all of a large sample memory. */
const ROWS_AT_ONCE = 100;

/** Gives the bytes of rows, one behind the other. */
export function* joinRows(rows: readonly FileRow[]): Generator<Buffer> {
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
		yield Buffer.concat(rows.slice(at, at + ROWS_AT_ONCE).map(({ bytes }) => bytes));
	}
}
