import { memberOf } from '../json/jsonValues';
import type { EventsPage, LogSource, PageRequest, TimedEvent } from './page';

export const NS_PER_MS = 1_000_000n;

/** What the API sent for one event. Integers beyond 2^53 are strings of their digits. */
export type EventFields = { readonly [field: string]: unknown };

/** One event of the log with the two fields that reading depends on already checked. */
export interface LoggedEvent extends TimedEvent {
	/** The API's own object, untouched but for integers that JavaScript can't hold. */
	readonly fields: EventFields;
	/** The object's own JSON text on one line, where the client was asked for it. */
	readonly text?: string;
}

/**
 * What stands in a page like an event and has no place in time, because its `created_at` can't be
 * read or it is no object at all (it is then a field `value`). Its `createdAtMs` is NaN: reading, which
 * goes by time, passes it by, and whoever reads hands it over after all others.
 */
export interface UnplacedEvent extends LoggedEvent {
	/** What is odd about it, in our own words. */
	readonly oddity: string;
}

export interface LoggedEventsPage extends EventsPage<LoggedEvent> {
	/** Absent where every entry has its place. */
	readonly unplaced?: readonly UnplacedEvent[];
}

/** `FetchPage`, with what has no place in time beside the events. */
export type FetchLoggedEvents = (request: PageRequest) => Promise<LoggedEventsPage>;

/** Where events are read from, with what has no place in time beside them. */
export interface LoggedEventSource extends LogSource<LoggedEvent> {
	readonly fetchPage: FetchLoggedEvents;
}

/** A field of the event's device record (specification 2.2). */
export function deviceField({ user_principal: principal }: EventFields, name: string): unknown {
	return memberOf(memberOf(principal, 'device'), name);
}

/** A field of the event's user record (specification 2.2). */
export function userField({ user_principal: principal }: EventFields, name: string): unknown {
	return memberOf(memberOf(principal, 'user'), name);
}

/** The name of the service that was accessed, where an event shows it as services were seen to; undocumented. */
export function serviceNameIn({ service, link }: EventFields): unknown {
	return memberOf(service, 'name') || memberOf(memberOf(link, 'destination'), 'service_name');
}
