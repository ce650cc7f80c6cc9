import type { IExecuteFunctions } from 'n8n-workflow';
import { Hash } from 'node:crypto';
import { createEventLogClient } from '../api/clientContext';
import { keysOf } from '../json/jsonValues';
import { toAllowedValue } from '../parameters/readField';
import { countEvents } from './count';
import type { RunOutput } from './operation';
import { createItemsOperation, exportEvents, summarize } from './readingOperations';

/** Workflows store these names. */
export const OPERATIONS = {
	list: createItemsOperation('list'),
	count: countEvents,
	feed: createItemsOperation('feed'),
	summarize,
	export: exportEvents,
};

/**
 * Runs the operation that an input item asks for.
 *
 * @param nowMs must be the same for all items, so that their periods and relative ranges are the same, too
 * @throws ParameterError or EventLogFailure, as the operation does
 */
export async function runItem(
	context: IExecuteFunctions,
	itemIndex: number,
	nowMs: number,
): Promise<RunOutput> {
	const parameters = {
		get: (name: string, fallback?: unknown): unknown =>
			context.getNodeParameter(name, itemIndex, fallback),
		stored: context.getNode().parameters,
		timezone: context.getTimezone(),
	};
	const name = toAllowedValue(keysOf(OPERATIONS), parameters.get('operation'), 'Operation');
	const { id, name: workflowName } = context.getWorkflow();
	return await OPERATIONS[name](parameters, nowMs, async (request, needsJsonLines) => {
		const { timeoutMs, firstPageLimit } = request;
		const maxParallelRequests = request.limit === undefined ? request.maxParallelRequests : 1;
		const settings = { itemIndex, timeoutMs, firstPageLimit, maxParallelRequests, needsJsonLines };
		return {
			client: await createEventLogClient(context, settings),
			// `Hash` inherits the static `Duplex.from`: verified nodes may not import `node:stream`.
			saveFile: async (chunks, fileName, mimeType) =>
				await context.helpers.prepareBinaryData(Hash.from(chunks), fileName, mimeType),
			workflow: { id: id ?? null, name: workflowName ?? null },
			execution: { id: context.getExecutionId() || null },
		};
	});
}
