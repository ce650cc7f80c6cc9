import type { LoggedEvent } from '../../nodes/OrgEventLog/events/event';
import { parseEventsPage } from '../../nodes/OrgEventLog/api/parseResponse';
import { listEventText, makeDevice, makeEvent, makeUser } from '../../sandbox/service';

/** One event as List gives it, of a person who was refused. */
export function exampleEvent(): LoggedEvent {
	const event = makeEvent({
		id: '6c1f8e0a-2d55-4a07-b1d4-7e3c9f5a2b10',
		type: 'Identity',
		subType: 'UserPrincipal',
		action: 'Deny',
		severity: 'ERROR',
		result: 'ERROR',
		message: 'FAILED - Your TrustScore is low',
		externalId: 'EXT-4711',
		userPrincipal: {
			device: makeDevice({ compliance_status: 'NonCompliant' }),
			user: makeUser({ groups: ['Finance', 'Everyone'] }),
		},
	});
	return asRead(listEventText(event));
}

/** One event that names nothing and nobody. */
export function emptyEvent(): LoggedEvent {
	return asRead('{"id":"e-1","created_at":1714564800000}');
}

/** The event as the nodes read it. */
export function asRead(text: string): LoggedEvent {
	const { events } = parseEventsPage(Buffer.from(`{"data":[${text}]}`));
	const [event] = events;
	if (event === undefined) throw new Error('This is no event with a time');
	return event;
}

/** The event with another value in one of its fields, by its dotted path. */
export function withOther({ fields }: LoggedEvent, path: string): LoggedEvent {
	return asRead(JSON.stringify(changed(fields, path.split('.'))));
}

function changed(value: unknown, [name, ...names]: readonly string[]): unknown {
	if (name === undefined) return otherThan(value);
	const object = typeof value === 'object' && value !== null ? value : {};
	const member: unknown = Object.entries(object).find(([key]) => key === name)?.[1];
	return { ...object, [name]: changed(member, names) };
}

function otherThan(value: unknown): unknown {
	if (typeof value === 'number') return value + 1;
	return Array.isArray(value) ? [] : `ANOTHER ${String(value)}`;
}
