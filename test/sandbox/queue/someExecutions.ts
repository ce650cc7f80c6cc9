import type { QueueExecution } from '../../../sandbox/queue/n8nTables';

/** An event that is created and visible at once. */
export function event(id: string) {
	return { id, createdAtMs: 1_000, visibleAtMs: 1_000 };
}

/** An execution of the trigger's workflow that succeeded. */
export function execution(
	id: number,
	eventIds: readonly string[],
	overrides: Partial<QueueExecution> = {},
): QueueExecution {
	return {
		id,
		status: 'success',
		createdAtMs: 1_000,
		eventIds,
		redeliveredIds: [],
		isDelivery: true,
		...overrides,
	};
}
