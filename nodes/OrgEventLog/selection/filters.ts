import { memberOf, keysOf } from '../json/jsonValues';
import { deviceField } from '../events/device';
import { type EventFields, messageOf, type Source } from '../events/event';
import { ipAddressOf, serviceNameOf, userEmailOf } from '../events/subjects';

export interface FilterDefinition {
	/** The API has this name for it (specification 4.1), or none if n8n itself applies the filter. */
	readonly parameter?: string;
	readonly label: string;
	/** Takes a text, texts, the lowest severity that passes, or an exclusive bound in epoch nanoseconds. */
	readonly takes: 'one' | 'several' | 'minimumSeverity' | 'nanoseconds';
	/** The editor lists values of the recent log for the filter unless this is set. */
	readonly hasNoValueList?: true;
	/** Gives the event's own value, for all that the service does not filter. Times have none. */
	readonly readValue?: (fields: EventFields) => unknown;
	/** An undocumented field can't filter Feed. One that was only `guessed`, never `seen`, can't exclude values either. */
	readonly undocumented?: 'seen' | 'guessed';
	readonly ignoresLetterCase?: true;
	/** If set, the event's value only has to contain the filter's. */
	readonly isPart?: true;
	/** If set, commas, semicolons and blanks separate values of a typed text, as pipes do. */
	readonly isSplitAtPunctuation?: true;
}

/** All that is done with filters follows from their rows. The most used come first. */
const ROWS = {
	userEmail: {
		parameter: 'user_email',
		label: 'User Email',
		takes: 'several',
		isSplitAtPunctuation: true,
		ignoresLetterCase: true,
		readValue: userEmailOf,
	},
	severity: {
		parameter: 'severity',
		label: 'Minimum Severity',
		takes: 'minimumSeverity',
		readValue: ({ severity }) => severity,
	},
	type: { parameter: 'type', label: 'Type', takes: 'several', readValue: ({ type }) => type },
	action: { parameter: 'action', label: 'Action', takes: 'one', readValue: ({ action }) => action },
	serviceName: {
		parameter: 'service_name',
		label: 'Service Name',
		takes: 'several',
		undocumented: 'seen',
		readValue: serviceNameOf,
	},
	ipAddress: {
		label: 'IP Address',
		takes: 'several',
		isSplitAtPunctuation: true,
		readValue: ipAddressOf,
	},
	deviceName: {
		label: 'Device Name',
		takes: 'several',
		readValue: (fields) => deviceField(fields, 'friendly_name'),
	},
	serialNumber: {
		parameter: 'serialnumber',
		label: 'Serial Number',
		takes: 'several',
		isSplitAtPunctuation: true,
		readValue: (fields) => deviceField(fields, 'serial_number'),
	},
	messageContains: {
		label: 'Message Contains',
		takes: 'one',
		hasNoValueList: true,
		isPart: true,
		ignoresLetterCase: true,
		readValue: messageOf,
	},
	subType: {
		parameter: 'sub_type',
		label: 'Subtype',
		takes: 'one',
		readValue: ({ sub_type: subType }) => subType,
	},
	deviceId: {
		parameter: 'device_id',
		label: 'Device ID',
		takes: 'one',
		readValue: (fields) => deviceField(fields, 'id'),
	},
	eventId: {
		parameter: 'id',
		label: 'Event ID',
		takes: 'one',
		hasNoValueList: true,
		readValue: ({ id }) => id,
	},
	externalId: {
		parameter: 'external_id',
		label: 'External ID',
		takes: 'one',
		hasNoValueList: true,
		readValue: ({ external_id: externalId }) => externalId,
	},
	serviceAccountName: {
		parameter: 'service_account_name',
		label: 'Service Account Name',
		takes: 'several',
		undocumented: 'guessed',
		readValue: ({ service_account: account }) => memberOf(account, 'name'),
	},
	workloadContainerId: {
		parameter: 'workload_container_id',
		label: 'Workload Container ID',
		takes: 'several',
		hasNoValueList: true,
		undocumented: 'guessed',
		readValue: ({ service }) => memberOf(service, 'workload_container_id'),
	},
	startTime: {
		parameter: 'start_time',
		label: 'Later Than (Nanoseconds)',
		takes: 'nanoseconds',
		hasNoValueList: true,
	},
	endTime: {
		parameter: 'end_time',
		label: 'Earlier Than (Nanoseconds)',
		takes: 'nanoseconds',
		hasNoValueList: true,
	},
} as const satisfies Record<string, FilterDefinition>;

export type FilterName = keyof typeof ROWS;
export const FILTERS: Readonly<Record<FilterName, FilterDefinition>> = ROWS;
export const FILTER_NAMES: readonly FilterName[] = keysOf(ROWS);

export type EventFilters = Readonly<Partial<Record<FilterName, FilterValue>>>;
export type FilterValue = string | readonly string[] | bigint;

/** Exclude has the fields of the filters, but no severity and no times. */
export const EXCLUDABLE_FILTERS = FILTER_NAMES.filter((name) => {
	return FILTERS[name].takes === 'one' || FILTERS[name].takes === 'several';
});

export const FILTERS_WITH_VALUE_LIST = FILTER_NAMES.filter((name) => !FILTERS[name].hasNoValueList);

export function triggerFiltersOf(source: Source): readonly FilterName[] {
	return FILTER_NAMES.filter((name) => {
		const { readValue, undocumented } = FILTERS[name];
		return readValue !== undefined && (source === 'list' || undocumented === undefined);
	});
}

/** Gives the API's query parameters for the filters: several values joined by `|`, integers exact. */
export function toFilterQuery(filters: EventFilters): Readonly<Record<string, string>> {
	const query: Record<string, string> = {};
	for (const name of FILTER_NAMES) {
		const { parameter } = FILTERS[name];
		const value = filters[name];
		if (value === undefined || parameter === undefined) continue;
		const text = typeof value === 'object' ? value.join('|') : value.toString();
		if (text !== '') query[parameter] = text;
	}
	return query;
}
