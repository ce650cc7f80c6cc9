import { isPlainValue, memberOf } from '../json/jsonValues';

export const NS_PER_MS = 1_000_000n;

/** What the API sent for one event. Integers beyond 2^53 are strings of their digits. */
export type EventFields = { readonly [field: string]: unknown };

/** What reading has to know of an event. */
export interface TimedEvent {
	/**
	 * The event is known by this wherever it could come twice. It is the service's `id`, followed by a hash of the
	 * content where another event has the same id and time, or a digest of the content where there is none.
	 */
	readonly id: string;
	/**
	 * The id with a hash of the content, of events at the first and last instant of a page: these come again with the
	 * page beside it, where another event of the same id may join or leave them.
	 */
	readonly contentId?: string;
	/** `created_at`, epoch milliseconds. */
	readonly createdAtMs: number;
}

/** One event of the log with the two fields that reading depends on already checked. */
export interface LoggedEvent extends TimedEvent {
	/** The API's own object, untouched but for integers that JavaScript can't hold. */
	readonly fields: EventFields;
	/** The object's own JSON text on one line, where the client was asked for it. */
	readonly text?: string;
}

/** The event's id as the service wrote it; what it is known by where it has none. */
export function shownIdOf({ id, fields }: LoggedEvent): string {
	return textOf(fields.id) || id;
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

/** Text as it is compared where its letter case says nothing: services write the same e-mail address in either. */
export function foldCase(text: string): string {
	return text.toLowerCase();
}

/** A text, also where a service sends a number or a boolean in its place; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
	return isPlainValue(value) ? String(value) : undefined;
}
