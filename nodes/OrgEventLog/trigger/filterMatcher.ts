import type { EventFields, LoggedEvent } from '../api/event';
import type { EventFilters } from '../api/eventFilters';
import { SEVERITIES } from '../api/eventFilters';

type Check = (fields: EventFields) => boolean;

/**
 * Tells which events of the feed pass the filters, as the service applies them on List: exact
 * values, one of several, a least severity. A field that an event lacks passes no filter.
 */
export function createMatcher(filters: EventFilters): (event: LoggedEvent) => boolean {
	const checks = [
		isOneOf(filters.type, ({ type }) => type),
		isOneOf(only(filters.subType), ({ sub_type }) => sub_type),
		isOneOf(only(filters.action), ({ action }) => action),
		isAtLeast(filters.severity),
		isOneOf(filters.userEmail, (fields) => partOf(principalPart(fields, 'user'), 'email')),
		isOneOf(only(filters.deviceId), (fields) => partOf(principalPart(fields, 'device'), 'id')),
		isOneOf(filters.serialNumber, (fields) =>
			partOf(principalPart(fields, 'device'), 'serial_number'),
		),
		isOneOf(only(filters.eventId), ({ id }) => id),
		isOneOf(only(filters.externalId), ({ external_id }) => external_id),
	].filter((check) => check !== undefined);
	return ({ fields }) => checks.every((check) => check(fields));
}

function only(value: string | undefined): readonly string[] | undefined {
	return value === undefined ? undefined : [value];
}

function isOneOf(
	wanted: readonly string[] | undefined,
	read: (fields: EventFields) => unknown,
): Check | undefined {
	if (wanted === undefined) return undefined;
	const values = new Set<unknown>(wanted);
	return (fields) => values.has(read(fields));
}

function isAtLeast(least: EventFilters['severity']): Check | undefined {
	if (least === undefined) return undefined;
	return isOneOf(SEVERITIES.slice(SEVERITIES.indexOf(least)), ({ severity }) => severity);
}

function principalPart(fields: EventFields, name: 'user' | 'device'): unknown {
	return partOf(fields['user_principal'], name);
}

function partOf(value: unknown, name: string): unknown {
	return isFields(value) ? value[name] : undefined;
}

function isFields(value: unknown): value is EventFields {
	return typeof value === 'object' && value !== null;
}
