import type { Delivery } from '../sink/delivery';
import { findLosses, findRepetitions } from './findings';
import type { KillKind } from './killPlan';
import type { Ordeal } from './ordeal';
import type { Strike, Written } from './strike';
import { writtenOf } from './strike';

type Counts<K extends string> = Partial<Record<K, number>>;

/** What became of the events of one mode. */
export interface Verdict {
	readonly created: number;
	/** Different events, of those created, that n8n handed to an execution. */
	readonly delivered: number;
	/** Of those, how many reached the sink: an execution that is killed isn't resumed by n8n. */
	readonly reachedSink: number;
	readonly lost: number;
	/** Of the lost: n8n was killed with the state saved and the execution not yet created. */
	readonly lostByUncreatedExecution: number;
	/** Handings of an event to an execution beyond its first. */
	readonly duplicates: number;
	/** Of the duplicates: n8n was killed with the execution created and the state unsaved. */
	readonly duplicatesByUnsavedState: number;
	/** Events from before the activation that were delivered. */
	readonly uncalledFor: number;
	readonly kills: number;
	readonly killsByKind: Readonly<Counts<KillKind>>;
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

function isWritten(written: Written | undefined): written is Written {
	return written !== undefined;
}

function writtenInAimedKills(strikes: readonly Strike[], ordeal: Ordeal): Written[] {
	const aimed = strikes.filter(({ kill }) => kill.kind !== 'duringPoll');
	return aimed.map((hit) => writtenOf(hit, ordeal.created)).filter(isWritten);
}

/** Holds what was created against what was delivered. */
export function judge(ordeal: Ordeal, deliveries: readonly Delivery[]): Verdict {
	const { created, executions, strikes, polls } = ordeal;
	const ids = new Set(created.map(({ id }) => id));
	const delivered = new Set(executions.flatMap(({ eventIds }) => eventIds));
	const arrived = new Set(deliveries.flatMap(({ eventIds }) => eventIds));
	const repetitions = findRepetitions(ordeal);
	const losses = findLosses(ordeal);
	return {
		created: ids.size,
		delivered: ids.size - losses.length,
		reachedSink: [...arrived].filter((id) => ids.has(id)).length,
		lost: losses.length,
		lostByUncreatedExecution: losses.filter(({ byUncreatedExecution }) => byUncreatedExecution)
			.length,
		duplicates: repetitions.length,
		duplicatesByUnsavedState: repetitions.filter(({ byUnsavedState }) => byUnsavedState).length,
		uncalledFor: [...delivered].filter((id) => !ids.has(id)).length,
		kills: strikes.length,
		killsByKind: countBy(strikes.map(({ kill }) => kill.kind)),
		written: countBy(writtenInAimedKills(strikes, ordeal)),
		polls,
		executions: executions.filter(({ eventIds }) => eventIds.length > 0).length,
		statuses: countBy(executions.map(({ status }) => status)),
	};
}
