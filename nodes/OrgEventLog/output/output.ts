import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { ReportFindings, ReportRequest } from './manifest';

/** One item that an operation gives. */
export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** What events were made into. */
export interface WrittenOutput {
	readonly items: readonly OutputItem[];
	/** What the user should know of how they were made. */
	readonly hint?: string;
}

/** What an operation gives. */
export interface OperationOutput {
	readonly items: readonly OutputItem[];
	/** What the user should know beside the items. */
	readonly hints: readonly string[];
	/** Hints only for readers that see the items alone, such as AI tools: the editor says the same by itself. */
	readonly hintsBesideItems?: readonly string[];
}

/** An event of which nothing is kept but what it was made into. */
export interface MadeEvent<Made> extends TimedEvent {
	readonly made: Made;
}

/** Events in the order wanted, batch by batch. */
export type MadeEvents<Made> = AsyncIterable<ReadonlyArray<MadeEvent<Made>>>;

/**
 * Reads the events that are wanted, each made into something as its page comes, before it waits for its
 * turn; also some that are not wanted, or twice.
 */
export type ReadMadeEvents = <Made extends object | string>(
	make: (event: LoggedEvent) => Made,
) => MadeEvents<Made>;

/**
 * What a manifest says beside the file, found out when it has been written.
 *
 * @param ends the first and the last event of the file
 */
export type FindOut = (ends: readonly TimedEvent[]) => Promise<ReportFindings>;

/** What becomes of events, and what reading them has to heed for it. */
export interface EventOutput {
	/** Where events need their own JSON text. */
	readonly needsText?: true;
	/** @throws what reading throws; then there is no output */
	write(read: ReadMadeEvents, files: FileStore, findOut: FindOut): Promise<WrittenOutput>;
}

/** What the outputs of an operation have in common. */
export interface OutputRequest extends ReportRequest {
	/** Every documented field of the operation's events, by its dotted path. */
	readonly documentedPaths: readonly string[];
}

/** Where files are kept: n8n's binary data. */
export interface FileStore {
	/**
	 * Writes a file as its chunks come, waiting where writing is slower.
	 * @throws what `chunks` throws; then there is no file
	 */
	save(chunks: AsyncIterable<Buffer>, fileName: string, mimeType: string): Promise<IBinaryData>;
}
