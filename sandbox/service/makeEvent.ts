import { randomUUID } from 'node:crypto';
import type { DeviceRecord, EventRecord, UserPrincipal, UserRecord } from './eventRecord';
import type { JsonObject } from './exactJson';

export const DEFAULT_ORG_ID = '5f0c7d1e-2b7a-4c39-9d52-6a1f0e8b4c11';
export const DEFAULT_ORG_NAME = 'Example Organization';

/** 2024-05-14T08:30:00.123Z: when a made event happened unless told otherwise. */
const DEFAULT_CREATED_AT_MS = 1_715_675_400_123;

/** Fields of the event, and the three that lie deeper and are wanted most often. */
export interface EventOverrides extends Partial<EventRecord> {
	readonly userEmail?: string;
	readonly deviceId?: string;
	readonly serialNumber?: string;
}

/** A device with every documented field; `last_mdm_data_synced_at` has 19 telling digits. */
export function makeDevice(overrides: Partial<DeviceRecord> = {}): DeviceRecord {
	return {
		id: 'd2b6f7f0-7b1c-4f1d-8f53-0c6c1d1a9e01',
		friendly_name: "Ada's laptop",
		mac_address: '',
		serial_number: 'C02XK0AAJGH5',
		registration_status: 'TRUE',
		compromised_status: 'FALSE',
		compliance_status: '',
		oem_info: '',
		model: 'MacBookPro18,3',
		platform: 'macOS',
		ownership: 'Corporate Dedicated',
		architecture: 'arm64',
		udid: '',
		source: 'Native',
		last_mdm_data_synced_at: 1_715_671_800_987_654_321n,
		...overrides,
	};
}

/** What an event shows that tells of no device: services write empty texts for what is unknown. */
export const NO_DEVICE: DeviceRecord = {
	id: '',
	friendly_name: '',
	mac_address: '',
	serial_number: '',
	registration_status: '',
	compromised_status: '',
	compliance_status: '',
	oem_info: '',
	model: '',
	platform: '',
	ownership: '',
	architecture: '',
	udid: '',
	source: '',
	last_mdm_data_synced_at: 0n,
};

/** What an event shows that names no user. */
export const NOBODY: UserRecord = { email: '', groups: [], roles: [] };

/** A user with every documented field. */
export function makeUser(overrides: Partial<UserRecord> = {}): UserRecord {
	return { email: 'ada@example.com', groups: ['Everyone'], roles: ['User'], ...overrides };
}

/** The same for all events that are told nothing else: its text is written once. */
const DEFAULT_PRINCIPAL: UserPrincipal = { device: makeDevice(), user: makeUser() };

function makePrincipal(overrides: EventOverrides): UserPrincipal {
	const { userEmail: email, deviceId: id, serialNumber: serial } = overrides;
	const { user, device } = DEFAULT_PRINCIPAL;
	if (id === undefined && serial === undefined) {
		return email === undefined ? DEFAULT_PRINCIPAL : { device, user: makeUser({ email }) };
	}
	return {
		device: makeDevice({
			...(id === undefined ? {} : { id }),
			...(serial === undefined ? {} : { serial_number: serial }),
		}),
		user: email === undefined ? user : makeUser({ email }),
	};
}

function impliedObjects(overrides: EventOverrides): JsonObject | undefined {
	const { serviceName, workloadContainerId, serviceAccountName } = overrides;
	const service = { name: serviceName, workload_container_id: workloadContainerId };
	const hasService = serviceName !== undefined || workloadContainerId !== undefined;
	if (!hasService && serviceAccountName === undefined) return undefined;
	return {
		...(hasService ? { service } : {}),
		...(serviceAccountName === undefined ? {} : { service_account: { name: serviceAccountName } }),
	};
}

/** A whole, plausible event with a fresh id; anything can be overridden. */
export function makeEvent(overrides: EventOverrides = {}): EventRecord {
	const { userEmail, deviceId, serialNumber, ...given } = overrides;
	return {
		id: overrides.id ?? randomUUID(),
		orgId: DEFAULT_ORG_ID,
		orgName: DEFAULT_ORG_NAME,
		groupId: '7a9b6c0e-41f5-4b3e-8a77-93a2e64b1d20',
		severity: 'INFO',
		action: 'Register',
		type: 'Registration',
		subType: 'Device',
		message: 'Device registered successfully',
		result: 'INFO',
		createdAtMs: DEFAULT_CREATED_AT_MS,
		userPrincipal: makePrincipal({ userEmail, deviceId, serialNumber }),
		extra: impliedObjects(overrides),
		...given,
	};
}
