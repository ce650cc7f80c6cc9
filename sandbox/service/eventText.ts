import type { EventRecord } from './eventRecord';
import { type JsonObject, jsonText, sharedJsonText } from './exactJson';

/** `created_at_ns` of an event, exact. */
export function createdAtNsOf(event: EventRecord): bigint {
	return event.createdAtNs ?? BigInt(event.createdAtMs) * 1_000_000n;
}

/** `,"name":value` for each member; many events share what the members hold, few the whole. */
function membersText(object: JsonObject): string {
	let text = '';
	for (const [name, value] of Object.entries(object)) {
		if (value !== undefined) text += `,${jsonText(name)}:${sharedJsonText(value)}`;
	}
	return text;
}

function principalMember({ userPrincipal }: EventRecord): string {
	if (userPrincipal === undefined) return '';
	if (userPrincipal === null) return ',"user_principal":null';
	return `,"user_principal":{${membersText(userPrincipal).slice(1)}}`;
}

function furtherMembers({ externalId, extra = {} }: EventRecord): string {
	const external = externalId === undefined ? '' : `,"external_id":${jsonText(externalId)}`;
	return external + membersText(extra);
}

function sharedMembers(event: EventRecord, messageField: 'message' | 'messages'): string {
	return (
		`"id":${jsonText(event.id)},"org_id":${jsonText(event.orgId)},` +
		`"org_name":${jsonText(event.orgName)},"severity":${jsonText(event.severity)},` +
		`"action":${jsonText(event.action)},"type":${jsonText(event.type)},` +
		`"sub_type":${jsonText(event.subType)},"${messageField}":${jsonText(event.message)},` +
		`"result":${jsonText(event.result)},"created_at":${event.createdAtMs}`
	);
}

/** The event as list shows it (specification 2.1), as JSON text with exact integers. */
export function listEventText(event: EventRecord): string {
	const shared = sharedMembers(event, 'message');
	return `{${shared},"created_at_ns":${createdAtNsOf(event)}${principalMember(event)}${furtherMembers(event)}}`;
}

/** The event as feed shows it: `messages`, `group_id`, no `created_at_ns`. */
export function feedEventText(event: EventRecord): string {
	const shared = sharedMembers(event, 'messages');
	const group = `,"group_id":${jsonText(event.groupId)}`;
	return `{${shared}${group}${principalMember(event)}${furtherMembers(event)}}`;
}
