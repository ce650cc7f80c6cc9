import type { EventFields, LoggedEvent, ColumnValue } from './event';
import { dedupeKeyOf } from './dedupeKey';
import {
	deviceOf,
	foldedEmailOf,
	ipAddressOf,
	accessedServiceOf,
	userEmailOf,
	whoOf,
} from './subjects';

export interface EventGroup {
	/** Events with one key are one group. If several fields can give the value, the key also names the one that did. */
	readonly key: string;
	/** People see the value as the event has it; it is null if all events are one group. */
	readonly value: ColumnValue;
}

type Grouping = (fields: EventFields) => EventGroup | undefined;

/** A burst counts the events of one group; an alert holds back later ones of its group. */
const GROUPINGS = {
	who(fields) {
		const [name, value] = whoOf(fields) ?? ['', null];
		return toGroup(value, [name, name === 'email' ? foldedEmailOf(fields) : value]);
	},
	user: (fields) => toGroup(userEmailOf(fields), foldedEmailOf(fields)),
	userAndService(fields) {
		const service = accessedServiceOf(fields);
		return toGroup(service && userEmailOf(fields), [foldedEmailOf(fields), service]);
	},
	device(fields) {
		const device = deviceOf(fields);
		return toGroup(device && device[1], device);
	},
	address: (fields) => toGroup(ipAddressOf(fields)),
	happening(fields) {
		const key = dedupeKeyOf(fields);
		return { key, value: key };
	},
	all: () => ({ key: '', value: null }),
} satisfies Record<string, Grouping>;

export type GroupKind = keyof typeof GROUPINGS;

function toGroup(value: ColumnValue, keyParts: unknown = value): EventGroup | undefined {
	return value === null ? undefined : { key: JSON.stringify(keyParts), value };
}

/** Gives undefined if the event has no value to group by. */
export function groupOf(groupKind: GroupKind, { fields }: LoggedEvent): EventGroup | undefined {
	return GROUPINGS[groupKind](fields);
}

/** Gives the key of the event's group, or its `dedupeKey` if it has no group. */
export function suppressionKeyOf(groupKind: GroupKind, event: LoggedEvent): string {
	return groupOf(groupKind, event)?.key ?? dedupeKeyOf(event.fields);
}
