import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { Choice } from '../parameters/choiceFields';
import type { Manifest, ReportFindings } from './manifest';

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** An event takes many times the memory of its output: only that is kept, with its id and time. */
export interface ConvertedEvent<Output> extends TimedEvent {
	readonly output: Output;
}

/** Events come in the order wanted, page by page. */
export type ConvertedEvents<Output> = AsyncIterable<ReadonlyArray<ConvertedEvent<Output>>>;

/** Converts each event as its page comes; some twice or for nothing, if a page is read again or is not needed. */
export type ReadConverted = <Output extends object | string>(
	convert: (event: LoggedEvent) => Output,
) => ConvertedEvents<Output>;

/** Makes items of events, and says what reading has to heed for it. */
export interface OutputWriter {
	/** It is set if events must keep their own JSON text. */
	readonly needsText?: true;
	/** @param readReportFindings reads what a manifest tells besides its file, once that is written */
	write(
		read: ReadConverted,
		saveFile: SaveFile,
		readReportFindings: () => Promise<ReportFindings>,
	): Promise<readonly OutputItem[]>;
}

/** Writes a file as its chunks come, as n8n's binary data. @throws what `chunks` throws; then there is no file */
export type SaveFile = (
	chunks: AsyncIterable<Buffer>,
	fileName: string,
	mimeType: string,
) => Promise<IBinaryData>;

/** A row waits for its turn in the file as bytes, because they take less memory than text. */
export interface FileRow {
	readonly bytes: Buffer;
	readonly cutCells?: number;
}

export interface FileWriter extends Pick<OutputWriter, 'needsText'> {
	/** Files have the format's name for their ending. */
	readonly format: Choice<'fileFormat'>;
	readonly mimeType: string;
	/** These name the columns of a table; null stands for a file that is none. */
	readonly columns: readonly string[] | null;
	/** Makes a row as soon as an event arrives, even of one that the file will not have. */
	toRow(event: LoggedEvent): FileRow;
	/** Gives the bytes before the first row, if there are any. */
	begin?(): Buffer[];
	/** Gives the bytes of rows; without it a row's own bytes are written. */
	addRows?(rows: readonly FileRow[]): Iterable<Buffer>;
	/** Gives the last bytes. @param manifest all but what is known only of the finished file */
	end?(manifest: Manifest): Buffer[];
}
