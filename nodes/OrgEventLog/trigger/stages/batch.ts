import type { IDataObject } from 'n8n-workflow';
import type { BurstGroupKind } from '../../events/alertGroups';
import type { LoggedEvent } from '../../events/event';
import type { ColumnValue } from '../../events/subjects';
import { memberOf } from '../../json/jsonValues';
import type { TriggerSettings } from '../../parameters/triggerSettings';

/** Something that is delivered: an event, or the events of a burst. */
export interface Alert {
	/** The last of its events, at which it counts. */
	readonly event: LoggedEvent;
	/** Oldest first. */
	readonly events: readonly LoggedEvent[];
	/** Of a burst, whose it is. */
	readonly group?: BurstGroup;
	/** How many were held back since the one before it. */
	readonly suppressed: number;
	/** Whether n8n was given it before. */
	readonly redelivered: boolean;
}

export interface BurstGroup {
	readonly per: BurstGroupKind;
	readonly value: ColumnValue;
	/** The same for the same value of the same kind, and for no other. */
	readonly key: string;
}

/** What a poll has found; the same for all stages. Times are epoch milliseconds. */
export interface PollFacts {
	/** By the service's clock, or by the host's where the service tells no time. */
	readonly presentMs: number;
	/** Events that match and were not delivered before, oldest first. */
	readonly news: readonly LoggedEvent[];
	/** Of the cursor before the poll, and after it. */
	readonly watermarksMs: readonly [before: number, after: number];
	/** Nothing older comes any more. */
	readonly floorMs: number;
	/** Why more may be waiting for the next poll. */
	readonly backlog: Backlog;
	/** Where more ids than fit fall into the window: since when late events are still noticed. */
	readonly windowShrunkToMs?: number;
	readonly lookback?: Lookback;
	/** How many characters a stage may remember. */
	readonly roomLength: number;
	/** This process of n8n. */
	readonly processId: string;
	/** Whether n8n saves the state together with the execution, so that no delivery is ever in doubt. */
	readonly savesWithExecution: boolean;
}

export type Backlog = 'none' | 'maxEvents' | 'time' | 'interrupted';

/** Events that match and were consumed before, as far back as a stage counts; in any order. */
export interface Lookback {
	readonly events: readonly LoggedEvent[];
	/** Where not all of them could be read: from when on they were, and why. */
	readonly cut?: { readonly fromMs: number; readonly by: 'time' | 'failure' };
}

/** What a poll hands on from stage to stage. */
export interface Batch {
	/** Oldest first. */
	readonly alerts: readonly Alert[];
	readonly facts: PollFacts;
	/** An item that stands in for alerts where there are none. */
	readonly heartbeat?: IDataObject;
	/** What the first item tells of. */
	readonly gap?: Gap;
	/** Warnings for n8n's log. */
	readonly notes: readonly string[];
}

/** What the log may have lost before it was read: from up to where everything was read to its oldest event; epoch milliseconds. */
export type Gap = { readonly fromMs: number; readonly toMs: number };

export type StageSettings = Pick<
	TriggerSettings,
	'suppressRepeatsMs' | 'suppressPer' | 'afterRestart' | 'heartbeatMs'
>;

/** A step of a poll: what it makes of the batch, and what it remembers for the next poll. */
export type Stage<Memory, Settings = StageSettings> = (
	batch: Batch,
	memory: Memory | undefined,
	settings: Settings,
) => readonly [Batch, Memory | undefined];

/** Whether there is anything to deliver. */
export function isDelivery({ alerts, heartbeat }: Batch): boolean {
	return alerts.length > 0 || heartbeat !== undefined;
}

export function withNote(batch: Batch, note: string): Batch {
	return { ...batch, notes: [...batch.notes, note] };
}

export function toAlert(event: LoggedEvent, redelivered = false): Alert {
	return { event, events: [event], suppressed: 0, redelivered };
}

/** For people: ISO 8601, or the number where no date can be made of it. */
export function inWords(timeMs: number): string {
	const date = new Date(timeMs);
	return Number.isNaN(date.getTime()) ? `${timeMs} ms` : date.toISOString();
}

/** Whether a stored value has a whole number for each of these names. */
export function hasIntegers(value: unknown, ...names: readonly string[]): boolean {
	return names.every((name) => Number.isSafeInteger(memberOf(value, name)));
}
