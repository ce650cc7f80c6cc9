import type { EventLogClient } from '../api/client';
import type { FileStore, OperationOutput } from '../output/output';
import type { NodeParameters } from '../parameters/values';

/** An operation whose parameters are all read and found good; nothing has been requested yet. */
export interface PreparedOperation {
	/** For one request, milliseconds. */
	readonly timeoutMs: number;
	readonly maxParallelRequests: number;
	readonly firstPageSize?: number;
	/** Whether events are to carry their own JSON text. */
	readonly keepText?: boolean;
	readonly run: (given: OperationMeans) => Promise<OperationOutput>;
}

/** What an operation is run with. */
export interface OperationMeans {
	readonly client: EventLogClient;
	readonly files: FileStore;
	/** What n8n calls the workflow and this run of it. */
	readonly workflow: { readonly id: string | null; readonly name: string | null };
	readonly execution: { readonly id: string | null };
}

/**
 * Reads the parameters of one input item; `nowMs` is what periods and "the last hours" count from.
 * @throws ParameterError for a parameter that can't be used
 */
export type Operation = (parameters: NodeParameters, nowMs: number) => PreparedOperation;
