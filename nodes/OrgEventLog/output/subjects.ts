import { type EventFields, deviceField, userField } from '../api/event';
import { memberOf } from '../json/jsonValues';
import { type ColumnValue, toColumnValue } from './columnValue';

/** What something is known by: which of its names has a value, and that value. */
export type Subject = readonly [name: string, value: ColumnValue];

/** The e-mail address of the user behind an event. */
export function userEmailOf(fields: EventFields): ColumnValue {
	return toColumnValue(userField(fields, 'email'));
}

/** The device behind an event. */
export function deviceOf(fields: EventFields): Subject | null {
	const names = ['id', 'serial_number', 'friendly_name'];
	return firstFilled(names, (name) => deviceField(fields, name));
}

/** The service that an event is about. */
export function serviceOf({ service }: EventFields): Subject | null {
	return firstFilled(['id', 'name'], (name) => memberOf(service, name));
}

/** The service account behind an event, where one stands beside the documented fields. */
export function serviceAccountOf({ service_account: account }: EventFields): Subject | null {
	return firstFilled(['id', 'name'], (name) => memberOf(account, name));
}

/** The text of an event, which List calls `message` and Feed `messages`. */
export function messageOf({ message, messages }: EventFields): ColumnValue {
	return toColumnValue(message) ?? toColumnValue(messages);
}

/** With the name, so that an id never passes for a name. */
function firstFilled(names: readonly string[], read: (name: string) => unknown): Subject | null {
	for (const name of names) {
		const value = toColumnValue(read(name));
		if (value !== null) return [name, value];
	}
	return null;
}
