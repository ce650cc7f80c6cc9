import type { LoggedEvent } from '../events/event';
import type { Choice } from '../parameters/choices';
import type { Manifest, WorkbookFacts } from './manifest';

/** A row waits for its turn in the file as bytes, because they take less memory than text. */
export interface FileRow {
	readonly bytes: Buffer;
	/** A workbook's manifest has the hash of the events' NDJSON, so its rows bring their lines. */
	readonly line?: Buffer;
	readonly cutCells?: number;
}

export interface FileWriter {
	/** Files have the format's name for their ending. */
	readonly format: Choice<'fileFormat'>;
	readonly mimeType: string;
	/** The names of the columns; null if the file is no table. */
	readonly columns: readonly string[] | null;
	/** True if events must keep their own JSON text. */
	readonly needsText?: true;
	/** Makes a row as soon as an event arrives, even of one that the file will not have. */
	toRow(event: LoggedEvent): FileRow;
	/** Gives the bytes before the first row, if there are any. */
	begin?(): Buffer[];
	/** Gives the bytes of rows; without it a row's own bytes are written. */
	addRows?(rows: readonly FileRow[]): Iterable<Buffer>;
	/** Gives what the manifest of such a file says besides; it is asked for once, when all rows are in the file. */
	toFacts?(): WorkbookFacts;
	/** Gives the last bytes. @param manifest all but what is known only of the finished file */
	end?(manifest: Manifest): Buffer[];
}
