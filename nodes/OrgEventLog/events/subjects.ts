import { type EventFields, type ColumnValue, toColumnValue } from './event';
import { deviceField } from './device';
import { memberOf } from '../json/jsonValues';

/** A subject is somebody or something, known by one of its names. */
export type Subject = readonly [name: string, value: ColumnValue];

export function userEmailOf(fields: EventFields): ColumnValue {
	return toColumnValue(memberOf(memberOf(fields.user_principal, 'user'), 'email'));
}

/** Services write the same e-mail address in either letter case. */
export function foldCase(text: string): string {
	return text.toLowerCase();
}

export function foldedEmailOf(fields: EventFields): ColumnValue {
	const email = userEmailOf(fields);
	return typeof email === 'string' ? foldCase(email) : email;
}

/** Gives the user, or else the device, or else the address: most refusals name no user, but all have an address. */
export function whoOf(fields: EventFields): Subject | null {
	return findFirst(['email', 'friendly_name', 'serial_number', 'ip_address'], (name) => {
		if (name === 'email') return userEmailOf(fields);
		return name === 'ip_address' ? ipAddressOf(fields) : deviceField(fields, name);
	});
}

export function deviceOf(fields: EventFields): Subject | null {
	const names = ['id', 'serial_number', 'friendly_name'];
	return findFirst(names, (name) => deviceField(fields, name));
}

/** Gives the name of the service that was accessed. Logs were seen to name it so; no API documents it. */
export function serviceNameOf({ service, link }: EventFields): ColumnValue {
	const named =
		memberOf(service, 'name') || memberOf(memberOf(link, 'destination'), 'service_name');
	return toColumnValue(named);
}

export function serviceOf(fields: EventFields): Subject | null {
	return findFirst(['id', 'name'], (name) =>
		name === 'id' ? memberOf(fields.service, name) : serviceNameOf(fields),
	);
}

/** Matches IPv6 in brackets, or whatever else can only end in a port: IPv4, a name, eight groups of IPv6. */
const BESIDE_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*|.*\.\d+|(?:[^:]+:){7}[^:]+):\d+)$/;

/** Gives the client's address, else the one that its device had last; without a port. */
export function ipAddressOf(fields: EventFields): ColumnValue {
	const client = memberOf(memberOf(fields.user_principal, 'client'), 'ip_address');
	return removePort(client) ?? removePort(deviceField(fields, 'last_ip_address'));
}

function removePort(address: unknown): ColumnValue {
	if (typeof address !== 'string') return toColumnValue(address);
	const [, inBrackets, beforePort] = BESIDE_PORT.exec(address) ?? [];
	return toColumnValue(inBrackets ?? beforePort ?? address);
}

/** Gives the first name that has a value. The name belongs to the subject, so that an id never passes for a name. */
function findFirst(names: readonly string[], read: (name: string) => unknown): Subject | null {
	for (const name of names) {
		const value = toColumnValue(read(name));
		if (value !== null) return [name, value];
	}
	return null;
}
