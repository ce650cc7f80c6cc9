import type { EventFields } from '../api/event';
import type { EventFilters } from '../api/eventFilters';
import { SEVERITIES } from '../api/eventFilters';

/**
 * Whether an event of the feed passes the filters as the service applies them on List: exact
 * values, one of several, a least severity. A field that the event lacks passes no filter.
 */
export function matchesFilters(fields: EventFields, filters: EventFilters): boolean {
	const principal = fields['user_principal'];
	const device = partOf(principal, 'device');
	return (
		isOneOf(fields['type'], filters.type) &&
		isOneOf(fields['sub_type'], only(filters.subType)) &&
		isOneOf(fields['action'], only(filters.action)) &&
		isAtLeast(fields['severity'], filters.severity) &&
		isOneOf(partOf(partOf(principal, 'user'), 'email'), filters.userEmail) &&
		isOneOf(partOf(device, 'id'), only(filters.deviceId)) &&
		isOneOf(partOf(device, 'serial_number'), filters.serialNumber) &&
		isOneOf(fields['id'], only(filters.eventId)) &&
		isOneOf(fields['external_id'], only(filters.externalId))
	);
}

function only(value: string | undefined): readonly string[] | undefined {
	return value === undefined ? undefined : [value];
}

function isOneOf(value: unknown, wanted: readonly string[] | undefined): boolean {
	return wanted === undefined || wanted.some((one) => one === value);
}

function isAtLeast(value: unknown, least: EventFilters['severity']): boolean {
	if (least === undefined) return true;
	const level = SEVERITIES.findIndex((severity) => severity === value);
	return level >= SEVERITIES.indexOf(least);
}

function partOf(value: unknown, name: string): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	return new Map<string, unknown>(Object.entries(value)).get(name);
}
