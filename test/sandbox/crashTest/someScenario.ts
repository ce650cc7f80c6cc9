import type { Kill } from '../../../sandbox/crashTest/kill';
import type { PlannedKill } from '../../../sandbox/crashTest/killPlan';
import type { StoredExecution } from '../../../sandbox/crashTest/n8nDatabase';
import type { ScenarioRecord } from '../../../sandbox/crashTest/scenario';

const PLAN: PlannedKill = {
	timing: 'atFirstWrite',
	delayMs: 0,
	request: 1,
	skip: 0,
	downMs: 0,
};

/** An event that is created and visible at once, named for its minute. */
export function event(id: string, minute: number) {
	const createdAtMs = minute * 60_000;
	return { id, createdAtMs, visibleAtMs: createdAtMs };
}

/** An execution half a minute into its minute. */
export function execution(id: number, minute: number, ...eventIds: string[]): StoredExecution {
	return {
		id,
		status: 'success',
		createdAtMs: minute * 60_000 + 30_100,
		eventIds,
		redeliveredIds: [],
	};
}

interface LeftBehind {
	readonly executions: readonly StoredExecution[];
	readonly savedMinute: number;
}

/** A kill just after the poll that began half a minute into its minute, and what it left. */
export function killAt(minute: number, { executions, savedMinute }: LeftBehind): Kill {
	const pollMs = minute * 60_000 + 30_000;
	return {
		plan: PLAN,
		atMs: pollMs + 200,
		poll: {
			number: minute,
			startedAtMs: pollMs,
			requests: 1,
			lastRequestAtMs: pollMs,
			lastResponseAtMs: pollMs + 50,
		},
		snapshot: { executions, savedWatermarkMs: savedMinute * 60_000 },
	};
}

/** Three events in three minutes, each delivered by an execution of its minute, n8n left alone. */
export function someScenario(overrides: Partial<ScenarioRecord> = {}): ScenarioRecord {
	return {
		created: [event('a', 1), event('b', 2), event('c', 3)],
		executions: [execution(1, 1, 'a'), execution(2, 2, 'b'), execution(3, 3, 'c')],
		kills: [],
		polls: 3,
		...overrides,
	};
}
