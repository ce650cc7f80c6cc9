import type { IExecuteFunctions } from 'n8n-workflow';
import { createEventLogClient } from '../api/clientContext';
import { createFileStore } from '../output/fileStoreContext';
import type { OperationOutput } from '../output/output';
import { leftOutAsEmpty } from '../parameters/leftOut';
import { toOneOf } from '../parameters/values';
import { count } from './count';
import { feed } from './feed';
import { list } from './list';
import type { Operation } from './operation';
import { isToolRun } from './toolContext';

/** Every operation of the resource Event, by the name that workflows store. */
export const OPERATIONS = { list, count, feed } as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

const OPERATION_NAMES: readonly OperationName[] = ['list', 'count', 'feed'];

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
	const read = (name: string, fallback?: unknown): unknown =>
		context.getNodeParameter(name, itemIndex, fallback);
	const parameters = {
		get: isToolRun(context)
			? (name: string, fallback?: unknown) => leftOutAsEmpty(read(name, fallback))
			: read,
		timezone: context.getTimezone(),
	};
	const name = toOneOf(OPERATION_NAMES, parameters.get('operation'), 'Operation');
	const { run, ...options } = OPERATIONS[name](parameters, nowMs);
	const client = await createEventLogClient(context, { itemIndex, ...options });
	return await run(client, createFileStore(context));
}
