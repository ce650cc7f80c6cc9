import { isPlainValue, memberOf } from '../json/jsonValues';

export const NS_PER_MS = 1_000_000n;

/** Integers beyond 2^53 are strings of their digits. */
export type EventFields = { readonly [field: string]: unknown };

/** Reading goes by these. */
export interface TimedEvent {
	/**
	 * Tells whether an event has come before. It is the service's `id`, followed by a hash of the content if another
	 * event has the same id and time, or a digest of the content if there is no `id`.
	 */
	readonly id: string;
	/**
	 * The id with a hash of the content. Events at the first and last instant of a page have it: these come again with
	 * the page beside it, and another event of the same id may join or leave them there.
	 */
	readonly contentId?: string;
	/** `created_at`, epoch milliseconds. */
	readonly createdAtMs: number;
}

export interface LoggedEvent extends TimedEvent {
	/** The API's own object, untouched but for integers that JavaScript can't hold. */
	readonly fields: EventFields;
	/** The object's own JSON text on one line, if the client was asked for it. */
	readonly text?: string;
}

/** Gives the event's id as the service wrote it; the one that reading goes by if there is none. */
export function shownIdOf({ id, fields }: LoggedEvent): string {
	return textOf(fields.id) || id;
}

/** Gives a field of the event's device record (specification 2.2). */
export function deviceField({ user_principal: principal }: EventFields, name: string): unknown {
	return memberOf(memberOf(principal, 'device'), name);
}

/** Gives a field of the event's user record (specification 2.2). */
export function userField({ user_principal: principal }: EventFields, name: string): unknown {
	return memberOf(memberOf(principal, 'user'), name);
}

/** Gives the name of the service that was accessed. Services were seen to show it so; none documents it. */
export function serviceNameIn({ service, link }: EventFields): unknown {
	return memberOf(service, 'name') || memberOf(memberOf(link, 'destination'), 'service_name');
}

/** Services write the same e-mail address in either letter case. */
export function foldCase(text: string): string {
	return text.toLowerCase();
}

/** Some services send a number or a boolean in place of a text. */
export function textOf(value: unknown): string | undefined {
	return isPlainValue(value) ? String(value) : undefined;
}
