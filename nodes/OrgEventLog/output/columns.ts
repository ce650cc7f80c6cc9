import { hash } from 'node:crypto';
import { type EventFields, type LoggedEvent, deviceField, userField } from '../api/event';
import { SEVERITIES } from '../api/filters';
import { memberOf } from '../json/jsonValues';

/** The columns of a simplified event, in the order in which items and CSV files have them. */
export const SIMPLIFIED_COLUMNS = [
	'id',
	'createdAt',
	'severity',
	'severityLevel',
	'type',
	'subType',
	'action',
	'result',
	'message',
	'userEmail',
	'deviceName',
	'serialNumber',
	'platform',
	'externalId',
	'dedupeKey',
] as const;

export type SimplifiedColumn = (typeof SIMPLIFIED_COLUMNS)[number];
export type ColumnValue = string | number | boolean | null;
export type SimplifiedEvent = Record<SimplifiedColumn, ColumnValue>;

/** 80 bits: among a million different happenings the odds of one collision are 1 to 10^12. */
const DEDUPE_KEY_LENGTH = 20;

/**
 * One event as a flat object of ready-to-use columns, the same for List and Feed. A part that the
 * event doesn't have is null. `createdAt` is ISO 8601 in UTC with milliseconds.
 */
export function simplify(event: LoggedEvent): SimplifiedEvent {
	const { fields } = event;
	return {
		id: event.id,
		createdAt: toIsoTime(event.createdAtMs),
		severity: toColumnValue(fields.severity),
		severityLevel: severityLevelOf(fields.severity),
		type: toColumnValue(fields.type),
		subType: toColumnValue(fields.sub_type),
		action: toColumnValue(fields.action),
		result: toColumnValue(fields.result),
		// List calls the text `message`, Feed `messages`.
		message: toColumnValue(fields.message ?? fields.messages),
		userEmail: userEmailOf(fields),
		deviceName: toColumnValue(deviceField(fields, 'friendly_name')),
		serialNumber: toColumnValue(deviceField(fields, 'serial_number')),
		platform: toColumnValue(deviceField(fields, 'platform')),
		externalId: toColumnValue(fields.external_id),
		dedupeKey: dedupeKeyOf(fields),
	};
}

/** 1 for DEBUG to 4 for ERROR, in either letter case; 0 for anything else. */
function severityLevelOf(severity: unknown): number {
	if (typeof severity !== 'string') return 0;
	return SEVERITIES.findIndex((known) => known === severity.toUpperCase()) + 1;
}

/** The e-mail address of the user behind an event. */
export function userEmailOf(fields: EventFields): ColumnValue {
	return toColumnValue(userField(fields, 'email'));
}

/**
 * A stable hash of what happened to whom: type, subtype, action, user, device and service. Not of
 * time or id, so that the same happening has the same key each time.
 */
export function dedupeKeyOf(fields: EventFields): string {
	const { service } = fields;
	// As JSON, so that no two different lists of values read the same.
	const what = JSON.stringify([
		toColumnValue(fields.type),
		toColumnValue(fields.sub_type),
		toColumnValue(fields.action),
		userEmailOf(fields),
		firstFilled(['id', 'serial_number'], (name) => deviceField(fields, name)),
		firstFilled(['id', 'name'], (name) => memberOf(service, name)),
	]);
	return hash('sha256', what, 'hex').slice(0, DEDUPE_KEY_LENGTH);
}

/** Which of the names has a value, and that value, so that an id never passes for a name. */
function firstFilled(
	names: readonly string[],
	read: (name: string) => unknown,
): readonly [string, ColumnValue] | null {
	for (const name of names) {
		const value = toColumnValue(read(name));
		if (value !== null && value !== '') return [name, value];
	}
	return null;
}

/** A column holds one value: what unexpectedly comes as an object or a list goes in as its JSON. */
export function toColumnValue(value: unknown): ColumnValue {
	if (value === undefined || value === null) return null;
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		return value;
	}
	return JSON.stringify(value) ?? null;
}

/** ISO 8601 in UTC with milliseconds; null for a number that no date can be made of. */
export function toIsoTime(epochMs: number): string | null {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
