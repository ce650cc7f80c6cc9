import type { IDataObject } from 'n8n-workflow';
import type { EventGroup } from '../../events/eventGroups';
import type { LoggedEvent } from '../../events/event';

/** An alert is an event, or the events of a burst. */
export interface Alert {
	/** The alert has the time of this one, the last of its events. */
	readonly event: LoggedEvent;
	/** The oldest comes first. */
	readonly events: readonly LoggedEvent[];
	/** Only a burst has a group. */
	readonly group?: EventGroup;
	/** This many were held back since the alert before it. */
	readonly suppressedCount: number;
	/** n8n may have been given it before. */
	readonly isRedelivered: boolean;
}

/** It is all that a poll gives n8n. */
export interface Batch {
	readonly alerts: readonly Alert[];
	/** This item stands in for alerts if there are none. */
	readonly heartbeat?: IDataObject;
	/** The first item bears this gap. */
	readonly gap?: Gap;
}

/** The log may have lost events between what was read and its oldest event; epoch milliseconds. */
export type Gap = { readonly fromMs: number; readonly toMs: number };

export function toAlert(event: LoggedEvent, isRedelivered = false): Alert {
	return { event, events: [event], suppressedCount: 0, isRedelivered };
}
