import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { ReportFindings } from './manifest';

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

/** Converts each event as soon as its page comes. Some are converted twice, or for nothing: a page may be read again, or not be needed. */
export type ReadConverted = <Output extends object | string>(
	convert: (event: LoggedEvent) => Output,
) => ConvertedEvents<Output>;

/** Makes items of events, and says what reading has to heed for it. */
export interface OutputWriter {
	/** True if events must keep their own JSON text. */
	readonly needsText?: true;
	/** @param readReportFindings reads what a manifest tells besides its file, once that is written */
	write(
		read: ReadConverted,
		files: FileStore,
		readReportFindings: () => Promise<ReportFindings>,
	): Promise<readonly OutputItem[]>;
}

/** Keeps files as n8n's binary data. */
export interface FileStore {
	/** Writes a file as its chunks come. @throws what `chunks` throws; then there is no file */
	save(chunks: AsyncIterable<Buffer>, fileName: string, mimeType: string): Promise<IBinaryData>;
}
