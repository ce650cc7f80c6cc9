export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every filter of List and Count (specification 4.1). A missing key does not filter. */
export interface EventFilters {
	readonly type?: readonly string[];
	readonly subType?: string;
	readonly action?: string;
	/** The lowest severity that passes. */
	readonly severity?: Severity;
	readonly userEmail?: readonly string[];
	readonly deviceId?: string;
	readonly serialNumber?: readonly string[];
	readonly workloadContainerId?: readonly string[];
	readonly serviceName?: readonly string[];
	readonly serviceAccountName?: readonly string[];
	readonly eventId?: string;
	readonly externalId?: string;
	/** Epoch nanoseconds, exclusive. */
	readonly startTimeNs?: bigint;
	/** Epoch nanoseconds, exclusive. */
	readonly endTimeNs?: bigint;
}

const SINGLE_VALUED = {
	sub_type: 'subType',
	action: 'action',
	severity: 'severity',
	device_id: 'deviceId',
	id: 'eventId',
	external_id: 'externalId',
} as const satisfies Record<string, keyof EventFilters>;

const MANY_VALUED = {
	type: 'type',
	user_email: 'userEmail',
	serialnumber: 'serialNumber',
	workload_container_id: 'workloadContainerId',
	service_name: 'serviceName',
	service_account_name: 'serviceAccountName',
} as const satisfies Record<string, keyof EventFilters>;

const NANOSECONDS = {
	start_time: 'startTimeNs',
	end_time: 'endTimeNs',
} as const satisfies Record<string, keyof EventFilters>;

/** Query parameters by the names of the API. */
export type Query = Readonly<Record<string, string>>;

/** The API's query parameters for the filters: several values joined by `|`, integers exact. */
export function toFilterQuery(filters: EventFilters): Query {
	const query: Record<string, string> = {};
	for (const [parameter, key] of Object.entries(SINGLE_VALUED)) {
		const value = filters[key];
		if (value !== undefined) query[parameter] = value;
	}
	for (const [parameter, key] of Object.entries(MANY_VALUED)) {
		const values = filters[key];
		if (values !== undefined && values.length > 0) query[parameter] = values.join('|');
	}
	for (const [parameter, key] of Object.entries(NANOSECONDS)) {
		const value = filters[key];
		if (value !== undefined) query[parameter] = value.toString();
	}
	return query;
}
