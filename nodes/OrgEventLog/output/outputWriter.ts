import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { Choice } from '../parameters/choiceFields';
import type { Manifest, ManifestFacts } from './manifest';

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** Only an event's output is kept, with its id and time, because the event itself takes many times the memory. */
export interface ConvertedEvent<Output> extends TimedEvent {
	readonly output: Output;
}

/** The events come page by page, in the order that was asked for. */
export type ConvertedPages<Output> = AsyncIterable<ReadonlyArray<ConvertedEvent<Output>>>;

/** Reads a range, and converts each event as its page comes, also if a page is read again or isn't needed. */
export type ReadConverted = <Output extends object | string>(
	convert: (event: LoggedEvent) => Output,
) => ConvertedPages<Output>;

/** Makes items of events, and says what it needs of each event. */
export interface OutputWriter {
	/** This is set if events must keep the JSON text that the service sent. */
	readonly needsJsonLines?: true;
	/** @param readManifestFacts reads what a manifest says of the log and the execution, after all events are read */
	write(
		read: ReadConverted,
		saveFile: SaveFile,
		readManifestFacts: () => Promise<ManifestFacts>,
	): Promise<readonly OutputItem[]>;
}

/** Writes a file as n8n's binary data, as its chunks come. @throws what `chunks` throws; then there is no file */
export type SaveFile = (
	chunks: AsyncIterable<Buffer>,
	fileName: string,
	mimeType: string,
) => Promise<IBinaryData>;

/** A row waits for its turn in the file as bytes, because they take less memory than text. */
export interface FileRow {
	readonly bytes: Buffer;
	readonly cutCellCount?: number;
}

export interface FileWriter extends Pick<OutputWriter, 'needsJsonLines'> {
	/** The file's name ends with the name of its format. */
	readonly format: Choice<'fileFormat'>;
	readonly mimeType: string;
	/** This is null for a file that is no table. */
	readonly columns: readonly string[] | null;
	/** This is called as soon as an event arrives, even for an event that the file will not have. */
	toRow(event: LoggedEvent): FileRow;
	/** Gives the bytes before the first row, if there are any. */
	begin?(): Buffer[];
	/** Gives the bytes of rows; without this method a row's own bytes are written. */
	addRows?(rows: readonly FileRow[]): Iterable<Buffer>;
	/** Gives the bytes after the last row. @param manifest without what is known only of the finished file */
	end?(manifest: Manifest): Buffer[];
}
