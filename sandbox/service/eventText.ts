import type { EventRecord } from './eventRecord';
import type { JsonObject } from './exactJson';
import { textOfObject } from './exactJson';

/** `created_at_ns` of an event, exact. */
export function createdAtNsOf(event: EventRecord): bigint {
	return event.createdAtNs ?? BigInt(event.createdAtMs) * 1_000_000n;
}

function eventText(event: EventRecord, message: JsonObject, own: JsonObject): string {
	return textOfObject({
		id: event.id,
		org_id: event.orgId,
		org_name: event.orgName,
		severity: event.severity,
		action: event.action,
		type: event.type,
		sub_type: event.subType,
		...message,
		result: event.result,
		created_at: event.createdAtMs,
		...own,
		user_principal: event.userPrincipal,
		external_id: event.externalId,
		...event.extra,
	});
}

/** The event as list shows it (specification 2.1), as JSON text with exact integers. */
export function listEventText(event: EventRecord): string {
	return eventText(event, { message: event.message }, { created_at_ns: createdAtNsOf(event) });
}

/** The event as feed shows it: `messages`, `group_id`, no `created_at_ns`. */
export function feedEventText(event: EventRecord): string {
	return eventText(event, { messages: event.message }, { group_id: event.groupId });
}
