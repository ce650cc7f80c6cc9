import { count } from './count';
import { feed } from './feed';
import { list } from './list';
import type { Operation } from './operation';

/** Every operation of the resource Event, by the name that workflows store. */
export const OPERATIONS = { list, count, feed } as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES: readonly OperationName[] = Object.keys(OPERATIONS).filter(
	(name): name is OperationName => name in OPERATIONS,
);
