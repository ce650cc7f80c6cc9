import type { EventLogClient } from '../api/client';
import type { FileStore, OperationOutput } from '../output/output';
import type { NodeParameters } from '../parameters/readParameters';

/** An operation whose parameters are all read and found good; nothing has been requested yet. */
export interface PreparedOperation {
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	/** Whether events are to carry their own JSON text. */
	readonly keepText?: boolean;
	readonly run: (client: EventLogClient, files: FileStore) => Promise<OperationOutput>;
}

/**
 * Reads the parameters of one input item; `nowMs` is what periods and "the last hours" count from.
 * @throws ParameterError for a parameter that can't be used
 */
export type Operation = (parameters: NodeParameters, nowMs: number) => PreparedOperation;
