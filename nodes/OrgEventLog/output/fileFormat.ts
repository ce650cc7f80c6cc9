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
	/** Where it has any. */
	readonly columns: readonly string[] | null;
	/** Where events need their own JSON text for it. */
	readonly needsText?: true;
	/** Made as soon as an event arrives, whether it will be in the file or not. */
	toRow(event: LoggedEvent): FileRow;
	begin(): Buffer[];
	/** What comes next in the file once these rows are in it. */
	rows(rows: readonly FileRow[]): Buffer[];
	/** What else a manifest says of such a file, once all rows are in it; to be asked for once. */
	facts?(): WorkbookFacts;
	/** @param report all but what is known only of the finished file */
	end(report: Manifest): Buffer[];
	/** What the user should know of the file, once it has been written. */
	hint?(): string | undefined;
}

/** Written at once. */
const CHUNK_BYTES = 64 * 1024;

/** The bytes of rows, one behind the other, in pieces that are worth writing. */
export function joinRows(rows: readonly FileRow[]): Buffer[] {
	const chunks: Buffer[] = [];
	let pending: Buffer[] = [];
	let length = 0;
	for (const { bytes } of rows) {
		pending.push(bytes);
		length += bytes.length;
		if (length < CHUNK_BYTES) continue;
		chunks.push(Buffer.concat(pending, length));
		pending = [];
		length = 0;
	}
	if (length > 0) chunks.push(Buffer.concat(pending, length));
	return chunks;
}
