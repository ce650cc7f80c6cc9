import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { isEventLogFailure, type EventLogFailure } from './failures';
import { FAILURE_TEXTS } from './failureTexts';

function toDeclaration({ kind, facts: { retryAfterMs } }: EventLogFailure) {
	const { cause } = FAILURE_TEXTS[kind];
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { cause };
	return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
}

/**
 * What n8n shows, for whatever was thrown below. It is built anew from nothing but our own words:
 * the errors of n8n's helpers carry the request with its token and query.
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	if (!isEventLogFailure(thrown)) {
		return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), {
			itemIndex,
		});
	}
	const { message, description, facts } = thrown;
	return new NodeApiError(
		node,
		{},
		{
			message,
			description,
			httpCode: facts.status?.toString(),
			itemIndex,
			failure: toDeclaration(thrown),
		},
	);
}
