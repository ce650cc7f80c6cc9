import { type LoggedEvent, deviceField } from '../api/event';
import { rankOfSeverity } from '../api/filters';
import type { SimplifiedColumn } from '../parameters/columns';
import { type ColumnValue, toColumnValue } from './columnValue';
import { dedupeKeyOf } from './dedupeKey';
import { ipAddressOf, messageOf, serviceNameOf, userEmailOf } from './subjects';

export type SimplifiedEvent = Record<SimplifiedColumn, ColumnValue>;

/**
 * One event as a flat object of ready-to-use columns, the same for List and Feed. A part that the
 * event doesn't have, or has as an empty text, is null. `createdAt` is ISO 8601 in UTC with
 * milliseconds.
 */
export function simplify(event: LoggedEvent): SimplifiedEvent {
	const { fields } = event;
	return {
		createdAt: toIsoTime(event.createdAtMs),
		severity: toColumnValue(fields.severity),
		message: messageOf(fields),
		userEmail: userEmailOf(fields),
		service: serviceNameOf(fields),
		action: toColumnValue(fields.action),
		type: toColumnValue(fields.type),
		subType: toColumnValue(fields.sub_type),
		result: toColumnValue(fields.result),
		deviceName: toColumnValue(deviceField(fields, 'friendly_name')),
		serialNumber: toColumnValue(deviceField(fields, 'serial_number')),
		platform: toColumnValue(deviceField(fields, 'platform')),
		ipAddress: ipAddressOf(fields),
		severityLevel: rankOfSeverity(fields.severity) + 1,
		id: event.id,
		externalId: toColumnValue(fields.external_id),
		dedupeKey: dedupeKeyOf(fields),
	};
}

/** ISO 8601 in UTC with milliseconds; null for a number that no date can be made of. */
export function toIsoTime(epochMs: number): string | null {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
