import type { LoggedEvent } from '../events/event';
import type { Manifest, WorkbookFacts } from './manifest';

/** An event's part of a file as it waits for its turn: bytes take less memory than text. */
export interface FileRow {
	readonly bytes: Buffer;
	/** The event's line of NDJSON, where the format adds up these besides. */
	readonly line?: Buffer;
	/** How many texts had to be cut. */
	readonly cutCells?: number;
}

/** Writes one file of events, from its beginning to its end. */
export interface FileFormat {
	readonly extension: string;
	readonly mimeType: string;
	/** Where events need their own JSON text for it. */
	readonly needsText?: true;
	/** Made as soon as an event arrives, whether it will be in the file or not. */
	toRow(event: LoggedEvent): FileRow;
	begin(): Buffer[];
	/** What comes next in the file once these rows are in it. */
	rows(rows: readonly FileRow[]): Iterable<Buffer>;
	/** What else a manifest says of such a file, once all rows are in it; to be asked for once. */
	facts?(): WorkbookFacts;
	/** @param report all but what is known only of the finished file */
	end(report: Manifest): Buffer[];
}

/** Written at once: one by one takes time, all of a large sample memory. */
const ROWS_AT_ONCE = 100;

/** The bytes of rows, one behind the other. */
export function* joinRows(rows: readonly FileRow[]): Generator<Buffer> {
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
		yield Buffer.concat(rows.slice(at, at + ROWS_AT_ONCE).map(({ bytes }) => bytes));
	}
}
