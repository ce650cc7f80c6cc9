import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { ReportFindings, ReportRequest } from './manifest';

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

export interface WrittenOutput {
	readonly items: readonly OutputItem[];
	/** It tells the user how they were made. */
	readonly hint?: string;
}

export interface OperationOutput {
	readonly items: readonly OutputItem[];
	/** They tell the user what the items don't. */
	readonly hints: readonly string[];
	/** Only readers that see the items alone, such as AI tools, need these: the editor says the same by itself. */
	readonly hintsBesideItems?: readonly string[];
}

/** Nothing is kept of the event but what it was made into. */
export interface ConvertedEvent<Output> extends TimedEvent {
	readonly output: Output;
}

/** They come in the order wanted, page by page. */
export type ConvertedEvents<Output> = AsyncIterable<ReadonlyArray<ConvertedEvent<Output>>>;

/**
 * Reads the events that are wanted, each made into something as its page comes, before it waits for its
 * turn; also some that are not wanted, or twice.
 */
export type ReadConverted = <Output extends object | string>(
	convert: (event: LoggedEvent) => Output,
) => ConvertedEvents<Output>;

/** Makes events into items, and says what reading has to heed for it. */
export interface EventOutput {
	/** It is set if events need their own JSON text. */
	readonly needsText?: true;
	/**
	 * @param readReportFindings reads what a manifest tells besides its file, once that is written
	 * @throws what reading throws; then there is no output
	 */
	write(
		read: ReadConverted,
		files: FileStore,
		readReportFindings: () => Promise<ReportFindings>,
	): Promise<WrittenOutput>;
}

export interface OutputRequest extends ReportRequest {
	/** Every documented field of the operation's events, by its dotted path. */
	readonly documentedPaths: readonly string[];
}

/** Keeps files as n8n's binary data. */
export interface FileStore {
	/**
	 * Writes a file as its chunks come, waiting where writing is slower.
	 * @throws what `chunks` throws; then there is no file
	 */
	save(chunks: AsyncIterable<Buffer>, fileName: string, mimeType: string): Promise<IBinaryData>;
}
