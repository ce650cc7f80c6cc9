import { memberOf } from '../json/jsonValues';
import { deviceField, serviceNameIn, userField, type EventFields } from './event';

/** From the lowest to the highest. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Where in `SEVERITIES` a severity stands, whichever letter case a log writes it in; -1 for anything else. */
export function rankOfSeverity(severity: unknown): number {
	if (typeof severity !== 'string') return -1;
	const name = severity.toUpperCase();
	return SEVERITIES.findIndex((known) => known === name);
}

/** What a filter takes, and what its value then is. */
export interface FilterValues {
	readonly one: string;
	readonly several: readonly string[];
	/** The lowest severity that passes. */
	readonly minimumSeverity: Severity;
	/** An exclusive bound, epoch nanoseconds. */
	readonly nanoseconds: bigint;
}
export type FilterTakes = keyof FilterValues;

/** What the trigger can read its events from. */
export type TriggerSource = 'feed' | 'list';

interface FilterBase {
	/** What the API calls it (specification 4.1). */
	readonly parameter: string;
	/** What the editor calls it. */
	readonly label: string;
	/** Whether the editor offers what the recent log holds. */
	readonly isOffered: boolean;
	/** Whether a comma or semicolon can be part of a value, as in names that people give. */
	readonly takesPunctuation?: boolean;
}

/** Feed has no filters: what the trigger filters it by, it finds in the event itself. */
interface FilterOfBothSources extends FilterBase {
	readonly takes: Exclude<FilterTakes, 'nanoseconds'>;
	readonly triggerSources: readonly ['feed', 'list'];
	readonly valueIn: (fields: EventFields) => unknown;
}

/** Only the service can tell which events it means. */
interface FilterOfList extends FilterBase {
	readonly takes: Exclude<FilterTakes, 'nanoseconds'>;
	readonly triggerSources: readonly ['list'];
	/** Where events tend to show it, undocumented: enough to offer values, not to filter by. */
	readonly mayBeIn: (fields: EventFields) => unknown;
	/** Whether services were seen to show it there, so that an event that does can be left out by it. */
	readonly isSeen?: true;
}

/** A bound in time; where the trigger starts is not for a filter to say. */
interface FilterByTime extends FilterBase {
	readonly takes: 'nanoseconds';
	readonly triggerSources: readonly [];
	readonly passes: (createdAt: Nanoseconds, bound: bigint) => boolean;
}

/** What is known of an event's time: all that lies between, both included. Epoch nanoseconds. */
export interface Nanoseconds {
	readonly earliest: bigint;
	readonly latest: bigint;
}

/**
 * Every filter of List and Count under the name of its field. All that is done with filters, the
 * query, the parsing, the trigger's matching and what is said of them, follows from this table.
 */
export const FILTERS = {
	type: {
		parameter: 'type',
		label: 'Type',
		isOffered: true,
		takes: 'several',
		triggerSources: ['feed', 'list'],
		valueIn: ({ type }) => type,
	},
	subType: {
		parameter: 'sub_type',
		label: 'Subtype',
		isOffered: true,
		takes: 'one',
		triggerSources: ['feed', 'list'],
		valueIn: ({ sub_type: subType }) => subType,
	},
	action: {
		parameter: 'action',
		label: 'Action',
		isOffered: true,
		takes: 'one',
		triggerSources: ['feed', 'list'],
		valueIn: ({ action }) => action,
	},
	severity: {
		parameter: 'severity',
		label: 'Minimum Severity',
		isOffered: true,
		takes: 'minimumSeverity',
		triggerSources: ['feed', 'list'],
		valueIn: ({ severity }) => severity,
	},
	userEmail: {
		parameter: 'user_email',
		label: 'User Email',
		isOffered: true,
		takes: 'several',
		triggerSources: ['feed', 'list'],
		valueIn: (fields) => userField(fields, 'email'),
	},
	deviceId: {
		parameter: 'device_id',
		label: 'Device ID',
		isOffered: true,
		takes: 'one',
		triggerSources: ['feed', 'list'],
		valueIn: (fields) => deviceField(fields, 'id'),
	},
	serialNumber: {
		parameter: 'serialnumber',
		label: 'Serial Number',
		isOffered: true,
		takes: 'several',
		triggerSources: ['feed', 'list'],
		valueIn: (fields) => deviceField(fields, 'serial_number'),
	},
	workloadContainerId: {
		parameter: 'workload_container_id',
		label: 'Workload Container ID',
		isOffered: false,
		takes: 'several',
		triggerSources: ['list'],
		mayBeIn: ({ service }) => memberOf(service, 'workload_container_id'),
	},
	serviceName: {
		parameter: 'service_name',
		label: 'Service Name',
		isOffered: true,
		takes: 'several',
		takesPunctuation: true,
		triggerSources: ['list'],
		mayBeIn: serviceNameIn,
		isSeen: true,
	},
	serviceAccountName: {
		parameter: 'service_account_name',
		label: 'Service Account Name',
		isOffered: true,
		takes: 'several',
		takesPunctuation: true,
		triggerSources: ['list'],
		mayBeIn: ({ service_account: account }) => memberOf(account, 'name'),
	},
	eventId: {
		parameter: 'id',
		label: 'Event ID',
		isOffered: false,
		takes: 'one',
		triggerSources: ['feed', 'list'],
		valueIn: ({ id }) => id,
	},
	externalId: {
		parameter: 'external_id',
		label: 'External ID',
		isOffered: false,
		takes: 'one',
		triggerSources: ['feed', 'list'],
		valueIn: ({ external_id: externalId }) => externalId,
	},
	startTime: {
		parameter: 'start_time',
		label: 'Start Time',
		isOffered: false,
		takes: 'nanoseconds',
		triggerSources: [],
		passes: ({ latest }, bound) => latest > bound,
	},
	endTime: {
		parameter: 'end_time',
		label: 'End Time',
		isOffered: false,
		takes: 'nanoseconds',
		triggerSources: [],
		passes: ({ earliest }, bound) => earliest < bound,
	},
} as const satisfies Record<string, FilterOfBothSources | FilterOfList | FilterByTime>;

type FilterTable = typeof FILTERS;
export type FilterName = keyof FilterTable;

/** What events are filtered by. A missing key does not filter. */
export type EventFilters = {
	readonly [Name in FilterName]?: FilterValues[FilterTable[Name]['takes']];
};

/** What leaves an event out, each of them by itself: the same fields, but for a severity and times. */
export type ExcludedValues = Pick<EventFilters, ExcludeName>;
export type ExcludeName = FilterTaking<'one' | 'several'>;

/** The filters that take such a value. */
export type FilterTaking<Takes extends FilterTakes> = {
	[Name in FilterName]: FilterTable[Name]['takes'] extends Takes ? Name : never;
}[FilterName];

/** Whether `name` names a filter. */
export function isFilterName(name: string): name is FilterName {
	return Object.keys(FILTERS).includes(name);
}

export const FILTER_NAMES: readonly FilterName[] = Object.keys(FILTERS).filter(isFilterName);

/** The names of the filters that take such a value. */
export function filtersTaking<Takes extends FilterTakes>(
	takes: Takes,
): ReadonlyArray<FilterTaking<Takes>> {
	return FILTER_NAMES.filter((name): name is FilterTaking<Takes> => FILTERS[name].takes === takes);
}

/** The names of the fields that leave events out. */
export const EXCLUDE_NAMES: readonly ExcludeName[] = [
	...filtersTaking('one'),
	...filtersTaking('several'),
];

/** Whether an event can be left out by it: only by what it shows itself. */
export function canExclude(name: FilterName): boolean {
	const isShown = 'valueIn' in FILTERS[name] || 'isSeen' in FILTERS[name];
	return isShown && EXCLUDE_NAMES.some((known) => known === name);
}

/** The filters whose values the editor offers from the recent log. */
export type OfferedFilter = {
	[Name in FilterName]: FilterTable[Name]['isOffered'] extends true ? Name : never;
}[FilterName];

/** Whether the editor offers the filter's values from the recent log. */
export function isOffered(name: FilterName): name is OfferedFilter {
	return FILTERS[name].isOffered;
}

export const OFFERED_FILTERS: readonly OfferedFilter[] = FILTER_NAMES.filter(isOffered);

/** The names of the filters that the trigger offers for a source. */
export function filtersOfSource(source: TriggerSource): readonly FilterName[] {
	return FILTER_NAMES.filter((name) =>
		FILTERS[name].triggerSources.some((known) => known === source),
	);
}
