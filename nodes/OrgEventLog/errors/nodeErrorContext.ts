import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { type EventLogFailure, isEventLogFailure, retryAfterMsOf } from './failure';
import { OPERATION_FAILURES } from './kinds/operationFailures';
import { ParameterError } from './parameterError';

type NodeError = NodeApiError | NodeOperationError;

/** Makes n8n's error. Errors of n8n's requests carry the token, but none comes here: `makeRequest` replaces them. */
export function toNodeError(node: INode, thrown: unknown, itemIndex?: number): NodeError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	if (thrown instanceof ParameterError) {
		const { message, advice: description } = thrown;
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	if (isEventLogFailure(thrown)) return toFailureError(node, thrown, itemIndex);
	const cause = thrown instanceof Error ? thrown : String(thrown);
	return new NodeOperationError(node, cause, { itemIndex });
}

function toFailureError(node: INode, failure: EventLogFailure, itemIndex?: number): NodeError {
	const { message, description, facts, kind } = failure;
	const options = { description, itemIndex, failure: toDeclaration(failure) };
	if (kind in OPERATION_FAILURES) return new NodeOperationError(node, message, options);
	options.description += nameCredential(node);
	const httpCode = 'status' in facts ? facts.status.toString() : undefined;
	return new NodeApiError(node, {}, { message, httpCode, ...options });
}

/** A workflow may have several credentials, and the failure is often theirs. */
function nameCredential({ credentials = {} }: INode): string {
	const [credential] = Object.values(credentials);
	return credential === undefined ? '' : ` The credential is “${credential.name}”.`;
}

/** n8n's scheduler backs off by this declaration. */
function toDeclaration(failure: EventLogFailure) {
	const { declaredCause: cause } = failure;
	const retryAfterMs = retryAfterMsOf(failure);
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { cause };
	return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
}
