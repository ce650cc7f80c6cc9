import type { PollingMode } from '../n8n/settings';
import type { Delivery } from '../sink/delivery';
import { findDuplicates, findLosses } from './findings';
import type { Written } from './kill';
import { writtenAt } from './kill';
import type { KillTiming } from './killPlan';
import type { AfterRestart } from './options';
import type { ScenarioRecord } from './scenario';

type Counts<K extends string> = Partial<Record<K, number>>;

/** What became of the events of one mode. */
export interface Summary {
	readonly created: number;
	/** Different events, of those created, that n8n handed to an execution. */
	readonly delivered: number;
	/** Of those, how many reached the sink: an execution that is killed isn't resumed by n8n. */
	readonly reachedSink: number;
	readonly lost: number;
	/** Of the lost: n8n was killed with the state saved and the execution not yet created. */
	readonly lostExplained: number;
	/** How often an event was handed to an execution beyond its first. */
	readonly duplicates: number;
	/** Of the duplicates: n8n was killed with the execution created and the state unsaved. */
	readonly duplicatesExplained: number;
	/** Of the duplicates: said to be a repetition after a restart. */
	readonly redelivered: number;
	/** Events from before the activation that were delivered. */
	readonly unexpected: number;
	readonly kills: number;
	readonly killsByTiming: Readonly<Counts<KillTiming>>;
	/** What n8n had written of a poll's events when it was killed: how often. */
	readonly written: Readonly<Counts<Written>>;
	readonly polls: number;
	readonly executions: number;
	/** Executions by their status in the end. */
	readonly statuses: Readonly<Counts<string>>;
}

function countBy<K extends string>(keys: readonly K[]): Counts<K> {
	const counts: Counts<K> = {};
	for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
	return counts;
}

function countExplained(findings: ReadonlyArray<{ readonly isExplained: boolean }>): number {
	return findings.filter(({ isExplained }) => isExplained).length;
}

/** A kill during a poll comes before anything could be written. */
function writtenAfterPolls({ kills, created }: ScenarioRecord): Written[] {
	return kills
		.filter(({ plan }) => plan.timing !== 'duringPoll')
		.flatMap((kill) => writtenAt(kill, created) ?? []);
}

/** Compares what was created with what was delivered. */
export function summarize(record: ScenarioRecord, deliveries: readonly Delivery[]): Summary {
	const { created, executions, kills, polls } = record;
	const ids = new Set(created.map(({ id }) => id));
	const delivered = new Set(executions.flatMap(({ eventIds }) => eventIds));
	const arrived = new Set(deliveries.flatMap(({ eventIds }) => eventIds));
	const losses = findLosses(record);
	const duplicates = findDuplicates(record);
	return {
		created: ids.size,
		delivered: ids.size - losses.length,
		reachedSink: [...arrived].filter((id) => ids.has(id)).length,
		lost: losses.length,
		lostExplained: countExplained(losses),
		duplicates: duplicates.length,
		duplicatesExplained: countExplained(duplicates),
		redelivered: duplicates.filter(({ isRedelivered }) => isRedelivered).length,
		unexpected: [...delivered].filter((id) => !ids.has(id)).length,
		kills: kills.length,
		killsByTiming: countBy(kills.map(({ plan }) => plan.timing)),
		written: countBy(writtenAfterPolls(record)),
		polls,
		executions: executions.filter(({ eventIds }) => eventIds.length > 0).length,
		statuses: countBy(executions.map(({ status }) => status)),
	};
}

/**
 * With durable cursors nothing may be lost or delivered twice. Without them n8n writes state and
 * execution one after the other, and the cost of a kill between the two is n8n's, not the trigger's;
 * but where the trigger repeats its last delivery nothing may be lost, and all it repeats it says.
 */
export function hasPassed(
	mode: PollingMode,
	afterRestart: AfterRestart,
	summary: Summary,
): boolean {
	const { created, unexpected, lost, duplicates, redelivered } = summary;
	if (created === 0 || unexpected > 0) return false;
	if (mode === 'durableCursors') return lost === 0 && duplicates === 0;
	if (afterRestart === 'repeatLast') return lost === 0 && duplicates === redelivered;
	return lost === summary.lostExplained && duplicates === summary.duplicatesExplained;
}
