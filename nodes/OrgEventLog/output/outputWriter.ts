import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { ReportFindings, ReportRequest } from './manifest';

export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

export interface WrittenOutput {
	readonly items: readonly OutputItem[];
	/** The hint tells the user what the items don't. */
	readonly hint?: string;
}

export interface OperationOutput {
	readonly items: readonly OutputItem[];
	/** Hints tell the user what the items don't. */
	readonly hints: readonly string[];
	/** Only readers that see the items alone, such as AI tools, need these: the editor says the same by itself. */
	readonly hintsBesideItems?: readonly string[];
}

/** An event takes many times the memory of its output: only that is kept, with its id and time. */
export interface ConvertedEvent<Output> extends TimedEvent {
	readonly output: Output;
}

/** Events come in the order wanted, page by page. */
export type ConvertedEvents<Output> = AsyncIterable<ReadonlyArray<ConvertedEvent<Output>>>;

/**
 * Reads the events that are wanted, and converts each as soon as its page comes, before it waits for its turn. Some are
 * converted twice, or turn out not to be wanted.
 */
export type ReadConverted = <Output extends object | string>(
	convert: (event: LoggedEvent) => Output,
) => ConvertedEvents<Output>;

/** Makes items of events, and says what reading has to heed for it. */
export interface OutputWriter {
	/** True if events must keep their own JSON text. */
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
	/** The dotted paths of every documented field of the operation's events. */
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
