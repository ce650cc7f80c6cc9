import { type JsonObject, isPrimitive, textOf } from '../json/jsonValues';

/** The API has two operations to read events by: List, which filters, and Feed, which has everything. */
export type Source = 'feed' | 'list';

/** Integers beyond 2^53 are strings of their digits. */
export type EventFields = JsonObject;

/** Reading needs no more of an event than its id and time. */
export interface TimedEvent {
	/**
	 * The id tells whether an event has come before: the service's `id`, followed by a hash of the content if another
	 * event has the same id and time, or a hash of the content if there is no `id`.
	 */
	readonly id: string;
	/**
	 * Events at the first and last instant of a page have this. They come again with the page beside it, where another
	 * event may have the same id and time: only a hash of the content tells them apart.
	 */
	readonly contentId?: string;
	/** The service calls it `created_at`. */
	readonly createdAtMs: number;
}

export interface LoggedEvent extends TimedEvent {
	/** These are as the API sent them, except for integers that JavaScript can't hold. */
	readonly fields: EventFields;
	/** The client gives the event's own JSON only if it is asked to. */
	readonly jsonLine?: string;
}

/** Gives the event's id as the service wrote it, or else the id that reading uses. */
export function displayIdOf({ id, fields }: LoggedEvent): string {
	return textOf(fields.id) || id;
}

/** Gives the text of an event, which List calls `message` and Feed `messages`. */
export function messageOf({ message, messages }: EventFields): ColumnValue {
	return toColumnValue(message) ?? toColumnValue(messages);
}

export type ColumnValue = string | number | boolean | null;

/** An object or a list goes into a column as its JSON. An empty text counts as no value, too. */
export function toColumnValue(value: unknown): ColumnValue {
	if (value === undefined || value === null || value === '') return null;
	return isPrimitive(value) ? value : JSON.stringify(value);
}
