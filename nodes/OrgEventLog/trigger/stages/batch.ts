import type { IDataObject } from 'n8n-workflow';
import type { AlertGroup } from '../../events/alertGroups';
import type { LoggedEvent } from '../../events/event';
import type { TriggerSettings } from '../../parameters/parseTriggerSettings';

/** An alert is an event, or the events of a burst. */
export interface Alert {
	/** The alert counts at this one, the last of its events. */
	readonly event: LoggedEvent;
	/** The oldest comes first. */
	readonly events: readonly LoggedEvent[];
	/** Only a burst has a group. */
	readonly group?: AlertGroup;
	/** This many were held back since the alert before it. */
	readonly suppressed: number;
	/** True if n8n was given it before. */
	readonly redelivered: boolean;
}

/** The same for all stages; times are epoch milliseconds. */
export interface PollFacts {
	readonly presentMs: number;
	/** The oldest new event is this much older than the newest that was consumed before; `-Infinity` if there is none. */
	readonly latenessMs: number;
	/** No older event is delivered any more. */
	readonly floorMs: number;
	readonly lookback?: Lookback;
	readonly gapFound?: Gap;
	/** Suppression may remember this many characters. */
	readonly freeCharacters: number;
	/** Undefined if n8n saves the state together with the execution, so that no delivery is ever in doubt. */
	readonly processId?: string;
}

/** Events that match and were consumed before, in any order, as far back as bursts count. */
export interface Lookback {
	readonly events: readonly LoggedEvent[];
	/** Set if only those from then on could be read, epoch milliseconds. */
	readonly cutToMs?: number;
}

export interface Batch {
	/** The oldest comes first. */
	readonly alerts: readonly Alert[];
	readonly facts: PollFacts;
	/** The item that stands in for alerts if there are none. */
	readonly heartbeat?: IDataObject;
	/** The first item bears this gap. */
	readonly gap?: Gap;
	/** For n8n's log. */
	readonly warnings: readonly string[];
}

/** The log may have lost events between what was read and its oldest event; epoch milliseconds. */
export type Gap = { readonly fromMs: number; readonly toMs: number };

/** A stage gives what it makes of the batch, and what it remembers for the next poll. */
export type Stage<Memory, Name extends keyof TriggerSettings = never> = (
	batch: Batch,
	memory: Memory | undefined,
	settings: Pick<TriggerSettings, Name>,
) => readonly [Batch, Memory | undefined];

export function isDelivery({ alerts, heartbeat }: Batch): boolean {
	return alerts.length > 0 || heartbeat !== undefined;
}

export function toAlert(event: LoggedEvent, redelivered = false): Alert {
	return { event, events: [event], suppressed: 0, redelivered };
}
