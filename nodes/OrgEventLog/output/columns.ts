import { type LoggedEvent, deviceField } from '../api/event';
import { SEVERITIES } from '../api/filters';
import type { SimplifiedColumn } from '../parameters/columns';
import { type ColumnValue, toColumnValue } from './columnValue';
import { dedupeKeyOf } from './dedupeKey';
import { messageOf, userEmailOf } from './subjects';

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
		type: toColumnValue(fields.type),
		subType: toColumnValue(fields.sub_type),
		action: toColumnValue(fields.action),
		result: toColumnValue(fields.result),
		message: messageOf(fields),
		userEmail: userEmailOf(fields),
		deviceName: toColumnValue(deviceField(fields, 'friendly_name')),
		serialNumber: toColumnValue(deviceField(fields, 'serial_number')),
		platform: toColumnValue(deviceField(fields, 'platform')),
		severityLevel: severityLevelOf(fields.severity),
		id: event.id,
		externalId: toColumnValue(fields.external_id),
		dedupeKey: dedupeKeyOf(fields),
	};
}

/** 1 for DEBUG to 4 for ERROR, in either letter case; 0 for anything else. */
function severityLevelOf(severity: unknown): number {
	if (typeof severity !== 'string') return 0;
	return SEVERITIES.findIndex((known) => known === severity.toUpperCase()) + 1;
}

/** ISO 8601 in UTC with milliseconds; null for a number that no date can be made of. */
export function toIsoTime(epochMs: number): string | null {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
