import { count } from './count';
import { feed } from './feed';
import { list } from './list';
import type { Operation } from './operation';

/** Every operation of the resource Event, by the name that workflows store. */
export const OPERATIONS = { list, count, feed } as const satisfies Record<string, Operation>;

/** Whether there is an operation of that name. */
export function isOperationName(name: unknown): name is keyof typeof OPERATIONS {
	return Object.keys(OPERATIONS).some((known) => known === name);
}
