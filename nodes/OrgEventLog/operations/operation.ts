import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { EventLogClient } from '../api/eventLogClient';
import type { ParametersContext } from '../parameters/parametersContext';
import type { FileStore } from './fileStore';

/** One item that an operation gives. */
export interface OutputItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

export interface OperationOutput {
	readonly items: readonly OutputItem[];
	/** What the user should know beside the items. */
	readonly note?: string;
}

/** An operation whose parameters are all read and found good; nothing has been requested yet. */
export interface PreparedOperation {
	/** For one request, milliseconds. */
	readonly timeoutMs?: number;
	/** Whether events are to carry their own JSON text. */
	readonly keepText?: boolean;
	run(client: EventLogClient, files: FileStore): Promise<OperationOutput>;
}

/**
 * Reads the parameters of one input item; `nowMs` is what periods and "the last hours" count from.
 * @throws NodeOperationError for a parameter that can't be used
 */
export type Operation = (
	parameters: ParametersContext,
	itemIndex: number,
	nowMs: number,
) => PreparedOperation;
