import { hash } from 'node:crypto';
import type { EventFields, LoggedEvent } from '../api/event';

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
export type SimplifiedValue = string | number | boolean | null;
export type SimplifiedEvent = Record<SimplifiedColumn, SimplifiedValue>;

const SEVERITY_LEVELS = new Map([
	['DEBUG', 1],
	['INFO', 2],
	['WARN', 3],
	['ERROR', 4],
]);
const UNKNOWN_SEVERITY_LEVEL = 0;
/** 80 bits: among a million different happenings the odds of one collision are 1 to 10^12. */
const DEDUPE_KEY_LENGTH = 20;

/**
 * One event as a flat object of ready-to-use columns, the same for List and Feed. A part that the
 * event doesn't have is null. `createdAt` is ISO 8601 in UTC with milliseconds.
 */
export function simplify(event: LoggedEvent): SimplifiedEvent {
	const { fields } = event;
	const device = partOf(partOf(fields, 'user_principal'), 'device');
	const severity = valueOf(fields, 'severity');
	return {
		id: event.id,
		createdAt: toIsoTime(event.createdAtMs),
		severity,
		severityLevel: severityLevelOf(severity),
		type: valueOf(fields, 'type'),
		subType: valueOf(fields, 'sub_type'),
		action: valueOf(fields, 'action'),
		result: valueOf(fields, 'result'),
		// List calls the text `message`, Feed `messages`.
		message: valueOf(fields, 'message') ?? valueOf(fields, 'messages'),
		userEmail: userEmailOf(fields),
		deviceName: valueOf(device, 'friendly_name'),
		serialNumber: valueOf(device, 'serial_number'),
		platform: valueOf(device, 'platform'),
		externalId: valueOf(fields, 'external_id'),
		dedupeKey: dedupeKeyOf(fields),
	};
}

/** ISO 8601 in UTC with milliseconds; null for a number that no date can be made of. */
export function toIsoTime(epochMs: number): string | null {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** 1 for DEBUG to 4 for ERROR, in either letter case; 0 for anything else. */
export function severityLevelOf(severity: unknown): number {
	if (typeof severity !== 'string') return UNKNOWN_SEVERITY_LEVEL;
	return SEVERITY_LEVELS.get(severity.toUpperCase()) ?? UNKNOWN_SEVERITY_LEVEL;
}

/** The e-mail address of the user behind an event. */
export function userEmailOf(fields: EventFields): SimplifiedValue {
	return valueOf(partOf(partOf(fields, 'user_principal'), 'user'), 'email');
}

/**
 * A stable hash of what happened to whom: type, subtype, action, user, device and service. Not of
 * time or id, so that the same happening has the same key each time.
 */
export function dedupeKeyOf(fields: EventFields): string {
	const device = partOf(partOf(fields, 'user_principal'), 'device');
	const service = partOf(fields, 'service');
	// As JSON, so that no two different lists of values read the same.
	const what = JSON.stringify([
		valueOf(fields, 'type'),
		valueOf(fields, 'sub_type'),
		valueOf(fields, 'action'),
		userEmailOf(fields),
		firstFilled(device, ['id', 'serial_number']),
		firstFilled(service, ['id', 'name']),
	]);
	return hash('sha256', what, 'hex').slice(0, DEDUPE_KEY_LENGTH);
}

/** Which of the fields has a value, and that value, so that an id never passes for a name. */
function firstFilled(
	fields: EventFields | undefined,
	names: readonly string[],
): readonly [string, SimplifiedValue] | null {
	for (const name of names) {
		const value = valueOf(fields, name);
		if (value !== null && value !== '') return [name, value];
	}
	return null;
}

function partOf(fields: EventFields | undefined, name: string): EventFields | undefined {
	const part = fields?.[name];
	return isFields(part) ? part : undefined;
}

function isFields(value: unknown): value is EventFields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A column holds one value: what unexpectedly comes as an object or a list goes in as its JSON. */
function valueOf(fields: EventFields | undefined, name: string): SimplifiedValue {
	const value = fields?.[name];
	if (value === undefined || value === null) return null;
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		return value;
	}
	return JSON.stringify(value) ?? null;
}
