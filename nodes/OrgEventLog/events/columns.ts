import { keysOf } from '../json/jsonValues';
import { toIsoTime } from '../text/times';
import { dedupeKeyOf } from './dedupeKey';
import { type LoggedEvent, displayIdOf, messageOf, type ColumnValue, toColumnValue } from './event';
import { deviceFieldOf } from './device';
import { severityLevelOf } from '../lexicon/severities';
import { ipAddressOf, accessedServiceNameOf, userEmailOf, whoOf } from './subjects';
import { toSummarySentence } from './summarySentence';

/** A simplified event has these columns, in the order in which a person reads. A part that is missing is null. */
export const COLUMNS = {
	summary: ({ fields }) => toSummarySentence(fields),
	who: ({ fields }) => whoOf(fields)?.[1] ?? null,
	createdAt: ({ createdAtMs }) => toIsoTime(createdAtMs),
	severity: ({ fields }) => toColumnValue(fields.severity),
	message: ({ fields }) => messageOf(fields),
	userEmail: ({ fields }) => userEmailOf(fields),
	service: ({ fields }) => accessedServiceNameOf(fields),
	action: ({ fields }) => toColumnValue(fields.action),
	type: ({ fields }) => toColumnValue(fields.type),
	subType: ({ fields }) => toColumnValue(fields.sub_type),
	result: ({ fields }) => toColumnValue(fields.result),
	deviceName: ({ fields }) => toColumnValue(deviceFieldOf(fields, 'friendly_name')),
	serialNumber: ({ fields }) => toColumnValue(deviceFieldOf(fields, 'serial_number')),
	platform: ({ fields }) => toColumnValue(deviceFieldOf(fields, 'platform')),
	ipAddress: ({ fields }) => ipAddressOf(fields),
	severityLevel: ({ fields }) => severityLevelOf(fields.severity),
	id: displayIdOf,
	externalId: ({ fields }) => toColumnValue(fields.external_id),
	dedupeKey: ({ fields }) => dedupeKeyOf(fields),
} as const satisfies Record<string, (event: LoggedEvent) => ColumnValue>;

export type SimplifiedColumn = keyof typeof COLUMNS;

export const SIMPLIFIED_COLUMNS = keysOf(COLUMNS);

/** This runs for every event, and a list of pairs would take a quarter more time. */
export function simplify(event: LoggedEvent): Readonly<Record<string, ColumnValue>> {
	const simplified: Record<string, ColumnValue> = {};
	for (const name of SIMPLIFIED_COLUMNS) simplified[name] = COLUMNS[name](event);
	return simplified;
}
