import { type EventFields, type ColumnValue, toColumnValue } from './event';
import { deviceFieldOf } from './device';
import { memberOf } from '../json/jsonValues';

/** A subject is a user, a device, a service or an address: the field that it is known by, and its value. */
export type Subject = readonly [field: string, value: ColumnValue];

export function userEmailOf(fields: EventFields): ColumnValue {
	return toColumnValue(memberOf(memberOf(fields.user_principal, 'user'), 'email'));
}

export function foldCase(text: string): string {
	return text.toLowerCase();
}

/** Services write the same email address in either letter case. */
export function foldedEmailOf(fields: EventFields): ColumnValue {
	const email = userEmailOf(fields);
	return typeof email === 'string' ? foldCase(email) : email;
}

/** Gives the user, or else the device, or else the address: most refusals name no user, but nearly all have an address. */
export function whoOf(fields: EventFields): Subject | null {
	return findSubject(['email', 'friendly_name', 'serial_number', 'ip_address'], (name) => {
		if (name === 'email') return userEmailOf(fields);
		return name === 'ip_address' ? ipAddressOf(fields) : deviceFieldOf(fields, name);
	});
}

export function deviceOf(fields: EventFields): Subject | null {
	const names = ['id', 'serial_number', 'friendly_name'];
	return findSubject(names, (name) => deviceFieldOf(fields, name));
}

/** Gives the name of the service that was accessed. Logs were seen to have these fields; no API documents them. */
export function accessedServiceNameOf({ service, link }: EventFields): ColumnValue {
	const named =
		memberOf(service, 'name') || memberOf(memberOf(link, 'destination'), 'service_name');
	return toColumnValue(named);
}

export function accessedServiceOf(fields: EventFields): Subject | null {
	return findSubject(['id', 'name'], (name) =>
		name === 'id' ? memberOf(fields.service, name) : accessedServiceNameOf(fields),
	);
}

/** Matches IPv6 in brackets, and all else that can only end in a port: IPv4, a name, eight groups of IPv6. */
const ADDRESS_WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*|.*\.\d+|(?:[^:]+:){7}[^:]+):\d+)$/;

/** Gives the client's address, or else the last one of its device, without a port. */
export function ipAddressOf(fields: EventFields): ColumnValue {
	const client = memberOf(memberOf(fields.user_principal, 'client'), 'ip_address');
	return removePort(client) ?? removePort(deviceFieldOf(fields, 'last_ip_address'));
}

function removePort(address: unknown): ColumnValue {
	if (typeof address !== 'string') return toColumnValue(address);
	const [, addressInBrackets, addressBeforePort] = ADDRESS_WITH_PORT.exec(address) ?? [];
	return toColumnValue(addressInBrackets ?? addressBeforePort ?? address);
}

/** Gives the first field that has a value. The field belongs to the subject, so that an id never passes for a name. */
function findSubject(names: readonly string[], read: (name: string) => unknown): Subject | null {
	for (const name of names) {
		const value = toColumnValue(read(name));
		if (value !== null) return [name, value];
	}
	return null;
}
