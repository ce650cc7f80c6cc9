import type { JsonObject } from './exactJson';

/** A device as the API shows it (specification 2.2). */
export type DeviceRecord = {
	readonly id: string;
	readonly friendly_name: string;
	readonly mac_address: string;
	readonly serial_number: string;
	readonly registration_status: string;
	readonly compromised_status: string;
	readonly compliance_status: string;
	readonly oem_info: string;
	readonly model: string;
	readonly platform: string;
	readonly ownership: string;
	readonly architecture: string;
	readonly udid: string;
	readonly source: string;
	/** Epoch nanoseconds. */
	readonly last_mdm_data_synced_at: bigint;
};

/** A user as the API shows it; real logs hold `null` for the lists now and then. */
export type UserRecord = {
	readonly email: string;
	readonly groups: readonly string[] | null;
	readonly roles: readonly string[] | null;
};

/** Where a request came from, as services show it beside the documented fields: `203.0.113.7:51724`. */
export type ClientRecord = {
	readonly ip_address: string;
	readonly user_agent: string;
};

/** The principal behind an event; a part that is `undefined` is not written at all. */
export type UserPrincipal = {
	readonly device?: DeviceRecord | null;
	readonly user?: UserRecord | null;
	readonly client?: ClientRecord;
};

/** One event of the simulated log: what the API shows of it, and when it may be seen. */
export interface EventRecord {
	readonly id: string;
	readonly orgId: string;
	readonly orgName: string;
	/** Shown by feed only. */
	readonly groupId: string;
	readonly severity: string;
	readonly action: string;
	readonly type: string;
	readonly subType: string;
	readonly message: string;
	readonly result: string;
	/** Epoch milliseconds. */
	readonly createdAtMs: number;
	/** What `created_at_ns` shows; `createdAtMs` × 10⁶ unless given. Filters go by `createdAtMs`. */
	readonly createdAtNs?: bigint;
	/** No operation shows the event before the service's clock reaches this. */
	readonly visibleAtMs?: number;
	/** `undefined`: the field is missing. */
	readonly userPrincipal?: UserPrincipal | null;
	readonly externalId?: string;
	readonly serviceName?: string;
	readonly workloadContainerId?: string;
	readonly serviceAccountName?: string;
	/** Fields beyond the documented ones, written as they are. */
	readonly extra?: JsonObject;
}

/** What a query can filter by, under the names that our own code uses. */
export type FilterName =
	| 'type'
	| 'subType'
	| 'action'
	| 'severity'
	| 'userEmail'
	| 'deviceId'
	| 'serialNumber'
	| 'workloadContainerId'
	| 'serviceName'
	| 'serviceAccountName'
	| 'id'
	| 'externalId';

/** The value that a filter compares with; `undefined` where the event has none, or an empty text. */
export function attributeOf(event: EventRecord, name: FilterName): string | undefined {
	switch (name) {
		case 'userEmail':
			return event.userPrincipal?.user?.email || undefined;
		case 'deviceId':
			return event.userPrincipal?.device?.id || undefined;
		case 'serialNumber':
			return event.userPrincipal?.device?.serial_number || undefined;
		default:
			return event[name] || undefined;
	}
}
