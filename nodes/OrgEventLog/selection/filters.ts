import { memberOf, keysOf } from '../json/jsonValues';
import { deviceFieldOf } from '../events/device';
import { type EventFields, messageOf, type Source } from '../events/event';
import { ipAddressOf, accessedServiceNameOf, userEmailOf } from '../events/subjects';

export interface FilterDefinition {
	/** The API calls the filter by this name. Without one, the node itself applies the filter. */
	readonly queryName?: string;
	readonly label: string;
	/** A filter takes one text, several texts, the lowest severity, or an exclusive bound in epoch nanoseconds. */
	readonly kind: 'one' | 'several' | 'minimumSeverity' | 'nanoseconds';
	/** The editor lists values of the recent log for the filter unless this is set. */
	readonly hasNoValueList?: true;
	/** Gives the event's value, so that the node can filter, too. Times have none: they bound the event's own time. */
	readonly readValue?: (fields: EventFields) => unknown;
	/** It is set if no API documents the field, so the trigger doesn't filter a feed by it, nor Exclude by a `guess`. */
	readonly fieldKnownBy?: 'logs' | 'guess';
	readonly isCaseInsensitive?: true;
	/** If set, the event's value only has to contain the filter's. */
	readonly isSubstringMatch?: true;
	/** If set, commas, semicolons and blanks separate values of a typed text, as pipes do. */
	readonly isSplitAtPunctuation?: true;
}

/** The editor, the query and the checks of events all follow from these rows. The most used filters come first. */
const FILTER_DEFINITIONS = {
	userEmail: {
		queryName: 'user_email',
		label: 'User Email',
		kind: 'several',
		isSplitAtPunctuation: true,
		isCaseInsensitive: true,
		readValue: userEmailOf,
	},
	severity: {
		queryName: 'severity',
		label: 'Minimum Severity',
		kind: 'minimumSeverity',
		readValue: ({ severity }) => severity,
	},
	type: { queryName: 'type', label: 'Type', kind: 'several', readValue: ({ type }) => type },
	action: { queryName: 'action', label: 'Action', kind: 'one', readValue: ({ action }) => action },
	serviceName: {
		queryName: 'service_name',
		label: 'Service Name',
		kind: 'several',
		fieldKnownBy: 'logs',
		readValue: accessedServiceNameOf,
	},
	ipAddress: {
		label: 'IP Address',
		kind: 'several',
		isSplitAtPunctuation: true,
		readValue: ipAddressOf,
	},
	deviceName: {
		label: 'Device Name',
		kind: 'several',
		readValue: (fields) => deviceFieldOf(fields, 'friendly_name'),
	},
	serialNumber: {
		queryName: 'serialnumber',
		label: 'Serial Number',
		kind: 'several',
		isSplitAtPunctuation: true,
		readValue: (fields) => deviceFieldOf(fields, 'serial_number'),
	},
	messageContains: {
		label: 'Message Contains',
		kind: 'one',
		hasNoValueList: true,
		isSubstringMatch: true,
		isCaseInsensitive: true,
		readValue: messageOf,
	},
	subType: {
		queryName: 'sub_type',
		label: 'Subtype',
		kind: 'one',
		readValue: ({ sub_type: subType }) => subType,
	},
	deviceId: {
		queryName: 'device_id',
		label: 'Device ID',
		kind: 'one',
		readValue: (fields) => deviceFieldOf(fields, 'id'),
	},
	eventId: {
		queryName: 'id',
		label: 'Event ID',
		kind: 'one',
		hasNoValueList: true,
		readValue: ({ id }) => id,
	},
	externalId: {
		queryName: 'external_id',
		label: 'External ID',
		kind: 'one',
		hasNoValueList: true,
		readValue: ({ external_id: externalId }) => externalId,
	},
	serviceAccountName: {
		queryName: 'service_account_name',
		label: 'Service Account Name',
		kind: 'several',
		fieldKnownBy: 'guess',
		readValue: ({ service_account: account }) => memberOf(account, 'name'),
	},
	workloadContainerId: {
		queryName: 'workload_container_id',
		label: 'Workload Container ID',
		kind: 'several',
		hasNoValueList: true,
		fieldKnownBy: 'guess',
		readValue: ({ service }) => memberOf(service, 'workload_container_id'),
	},
	startTime: {
		queryName: 'start_time',
		label: 'Later Than (Nanoseconds)',
		kind: 'nanoseconds',
		hasNoValueList: true,
	},
	endTime: {
		queryName: 'end_time',
		label: 'Earlier Than (Nanoseconds)',
		kind: 'nanoseconds',
		hasNoValueList: true,
	},
} as const satisfies Record<string, FilterDefinition>;

export type FilterName = keyof typeof FILTER_DEFINITIONS;
export const FILTERS: Readonly<Record<FilterName, FilterDefinition>> = FILTER_DEFINITIONS;
export const FILTER_NAMES: readonly FilterName[] = keysOf(FILTER_DEFINITIONS);

export type EventFilters = Readonly<Partial<Record<FilterName, FilterValue>>>;
export type FilterValue = string | readonly string[] | bigint;

/** The editor offers these to exclude by. Guessed ones are refused, not hidden, or n8n drops a stored value. */
export const EXCLUDE_FIELDS = FILTER_NAMES.filter((name) => {
	return FILTERS[name].kind === 'one' || FILTERS[name].kind === 'several';
});

export const FILTERS_WITH_VALUE_LIST = FILTER_NAMES.filter((name) => !FILTERS[name].hasNoValueList);

export function triggerFiltersOf(source: Source): readonly FilterName[] {
	return FILTER_NAMES.filter((name) => {
		const { readValue, fieldKnownBy } = FILTERS[name];
		return readValue !== undefined && (source === 'list' || fieldKnownBy === undefined);
	});
}

/** Gives the API's query parameters for the filters: several values joined by `|`, integers exact. */
export function toFilterQuery(filters: EventFilters): Readonly<Record<string, string>> {
	const query: Record<string, string> = {};
	for (const name of FILTER_NAMES) {
		const { queryName } = FILTERS[name];
		const value = filters[name];
		if (value === undefined || queryName === undefined) continue;
		const text = typeof value === 'object' ? value.join('|') : value.toString();
		if (text !== '') query[queryName] = text;
	}
	return query;
}
