import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { IncompleteReadError, type IncompleteReadReason } from './incompleteRead';

const ADVICE: Record<IncompleteReadReason, string> = {
	noAdvance:
		'Nothing was returned, because it would not be complete. Check that Base URL in the credential points at the event log itself; if it does, report this to the service.',
	instantTooWide:
		'Nothing was returned, because it would not be complete. Raise Page Size, or use List with filters that leave fewer events of that instant.',
	instantInChangingOrder:
		'Nothing was returned, because it would not be complete. Raise Page Size, so that the events of that instant fit into one page.',
};

/** What n8n shows of a failure to read; errors that are n8n's already stay as they are. */
export function toReadingError(
	node: INode,
	failure: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	if (!(failure instanceof IncompleteReadError)) {
		return new NodeOperationError(node, failure instanceof Error ? failure : String(failure), {
			itemIndex,
		});
	}
	const at = failure.atMs === undefined ? '' : ` (${new Date(failure.atMs).toISOString()})`;
	return new NodeOperationError(node, `${failure.message}${at}`, {
		description: ADVICE[failure.reason],
		itemIndex,
		failure: { cause: 'temporarily-unavailable' },
	});
}
