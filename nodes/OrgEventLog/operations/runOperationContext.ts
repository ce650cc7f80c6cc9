import type { IExecuteFunctions } from 'n8n-workflow';
import { createEventLogClient } from '../api/clientContext';
import { createFileStore } from '../output/fileStoreContext';
import type { OperationOutput } from '../output/output';
import { parametersOf } from '../parameters/readParameters';
import { toOneOf } from '../parameters/values';
import { OPERATION_NAMES, OPERATIONS } from './operationTable';

/**
 * Runs the operation that an input item asks for.
 * @throws ParameterError for a parameter that can't be used, before any request
 * @throws EventLogFailure where the service can't be read
 */
export async function runOperation(
	context: IExecuteFunctions,
	itemIndex: number,
	nowMs: number,
): Promise<OperationOutput> {
	const parameters = parametersOf(context, itemIndex);
	const name = toOneOf(OPERATION_NAMES, parameters.get('operation', undefined), 'Operation');
	const { run, ...options } = OPERATIONS[name](parameters, nowMs);
	const client = await createEventLogClient(context, { itemIndex, ...options });
	return await run(client, createFileStore(context));
}
