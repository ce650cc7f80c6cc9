import { type JsonObject, isPlainValue, textOf } from '../json/jsonValues';

/** The API has two operations to read events by: List, which filters, and Feed, which has everything. */
export type Source = 'feed' | 'list';

/** An event has strings of digits for integers beyond 2^53. */
export type EventFields = JsonObject;

/** Reading goes by an event's id and time alone. */
export interface TimedEvent {
	/**
	 * The id tells whether an event has come before: the service's `id`, followed by a hash of the content if another
	 * event has the same id and time, or a hash of the content if there is no `id`.
	 */
	readonly id: string;
	/**
	 * Set for events at the first and last instant of a page, which come again with the page beside it: another event of
	 * the same id and time may stand there, and only a hash of the content tells them apart.
	 */
	readonly contentId?: string;
	/** The service calls it `created_at`. */
	readonly createdAtMs: number;
}

export interface LoggedEvent extends TimedEvent {
	/** They are as the API sent them, but for integers that JavaScript can't hold. */
	readonly fields: EventFields;
	/** The client gives the event's own JSON on one line if it was asked for it. */
	readonly text?: string;
}

/** Gives the event's id as the service wrote it; the one that reading goes by if there is none. */
export function shownIdOf({ id, fields }: LoggedEvent): string {
	return textOf(fields.id) || id;
}

/** Gives the text of an event, which List calls `message` and Feed `messages`. */
export function messageOf({ message, messages }: EventFields): ColumnValue {
	return toColumnValue(message) ?? toColumnValue(messages);
}

export type ColumnValue = string | number | boolean | null;

/** An object or a list goes into a column as its JSON. Services also write nothing as an empty text. */
export function toColumnValue(value: unknown): ColumnValue {
	if (value === undefined || value === null || value === '') return null;
	return isPlainValue(value) ? value : JSON.stringify(value);
}
