import type { PollingMode } from '../n8n/settings';
import type { CourseRecord } from './course';

/** What became of the events of one mode. */
export interface Verdict {
	readonly created: number;
	readonly lost: number;
	/** How often an event was delivered beyond its first time, and did not say so. */
	readonly repeated: number;
	/** How often an event was delivered that said to be a repetition. */
	readonly redelivered: number;
	/** Delivered, though the filter drops it or it is older than the trigger. */
	readonly unexpected: number;
	/** What n8n said of the publication during an outage. */
	readonly publication: string;
}

/** Compares what was created with what n8n handed to executions. */
export function judge({ created, executions, publication }: CourseRecord): Verdict {
	const expected = new Set(created);
	const firsts = executions.flatMap(({ eventIds, redeliveredIds }) => {
		const again = new Set(redeliveredIds);
		return eventIds.filter((id) => !again.has(id));
	});
	const delivered = new Set(executions.flatMap(({ eventIds }) => eventIds));
	return {
		created: created.length,
		lost: created.filter((id) => !delivered.has(id)).length,
		repeated: firsts.length - new Set(firsts).size,
		redelivered: executions.flatMap(({ redeliveredIds }) => redeliveredIds).length,
		unexpected: [...delivered].filter((id) => !expected.has(id)).length,
		publication,
	};
}

/** Each event at least once, each repetition saying so, and none of them with durable cursors. */
export function hasPassed(mode: PollingMode, verdict: Verdict): boolean {
	const { created, lost, repeated, redelivered, unexpected, publication } = verdict;
	if (created === 0 || lost + repeated + unexpected > 0 || publication !== 'published')
		return false;
	return mode === 'durableCursors' ? redelivered === 0 : redelivered > 0;
}
