import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { createEventLogClient } from '../api/eventLogContext';
import { createFileStore } from './fileStoreContext';
import type { OperationOutput } from './operation';
import { OPERATIONS, isOperationName } from './operationTable';

/**
 * Runs the operation that an input item asks for.
 * @throws NodeOperationError for a parameter that can't be used, before any request
 * @throws NodeApiError where the service can't be read
 */
export async function runOperation(
	context: IExecuteFunctions,
	itemIndex: number,
	nowMs: number,
): Promise<OperationOutput> {
	const name: unknown = context.getNodeParameter('operation', itemIndex);
	if (!isOperationName(name)) {
		throw new NodeOperationError(context.getNode(), "'Operation' is none of this node's", {
			itemIndex,
			description: `Choose one of the list, or let the expression deliver one of: ${Object.keys(OPERATIONS).join(', ')}`,
		});
	}
	const operation = OPERATIONS[name](context, itemIndex, nowMs);
	const client = await createEventLogClient(context, {
		itemIndex,
		timeoutMs: operation.timeoutMs,
		keepText: operation.keepText,
	});
	return await operation.run(client, createFileStore(context));
}
