import type { DeviceRecord, UserRecord } from '../eventRecord';
import { NO_DEVICE, makeDevice } from '../makeEvent';
import { pick, shareSequence } from './randomness';
import { type ClientRequest, requestsOf } from './requests';
import type { ServiceEntry } from './services';
import { uuidFrom } from './uuid';

/** How much an event shows of a device: most show no more than its serial number. */
export type DeviceView = 'none' | 'serialOnly' | 'withId' | 'whole' | 'nonCompliant';

/** A user at one of their devices. */
export interface Seat {
	readonly user: UserRecord;
	/** One object each for all events of this seat. */
	readonly device: Readonly<Record<DeviceView, DeviceRecord>>;
	readonly requests: readonly ClientRequest[];
}

const FIRST_NAMES = 'ada,grace,alan,edsger,barbara,donald,frances,ken,radia,linus'.split(',');
const LAST_NAMES = 'novak,okafor,lind,müller,sato,garcia,kowalska,silva,haddad,nguyen'.split(',');
const GROUPS = ['Everyone', 'Engineering', 'Finance', 'Contractors', 'Ops, on call', 'Vertrieb'];
const ROLES = ['User', 'Admin', 'Auditor', 'ServiceOwner'];
const MODELS: ReadonlyArray<readonly [platform: string, model: string, architecture: string]> = [
	['macOS', 'MacBookPro18,3', 'arm64'],
	['Windows', 'Latitude 7430', 'x86_64'],
	['Linux', 'ThinkPad X1 Carbon', 'x86_64'],
	['iOS', 'iPhone15,2', 'arm64'],
	['Android', 'Pixel 8', 'arm64'],
];
const OWNERSHIPS = ['Corporate Dedicated', 'Corporate Shared', 'Employee Owned', 'Other'];
const FIRST_SYNC_NS = 1_700_000_000_000_000_000n;

function userOf(index: number, next: () => number): UserRecord {
	const name = `${pick(FIRST_NAMES, next())}.${pick(LAST_NAMES, next())}`;
	const plus = next() < 0.05 ? '+admin' : '';
	return {
		email: `${name.normalize('NFD').replace(/[^a-z.]/g, '')}${index}${plus}@example.com`,
		groups: GROUPS.filter((_, rank) => rank === 0 || next() < 0.25),
		roles: next() < 0.1 ? [] : [pick(ROLES, next())],
	};
}

function deviceOf(owner: UserRecord, index: number, next: () => number): DeviceRecord {
	const [platform, model, architecture] = pick(MODELS, next());
	const digits = BigInt(Math.floor(next() * 1e9)) * 31_000_003n + BigInt(Math.floor(next() * 1e9));
	const isManaged = next() < 0.6;
	return makeDevice({
		id: uuidFrom(next() * 2 ** 32, index, 7),
		friendly_name: `${owner.email.split(/[.@]/)[0] ?? ''}'s ${model}`,
		mac_address: isManaged ? '' : '02:42:ac:11:00:02',
		serial_number: `SN${(index * 7919 + 100_003).toString(36).toUpperCase()}`,
		registration_status: next() < 0.95 ? 'TRUE' : 'FALSE',
		compromised_status: next() < 0.03 ? 'TRUE' : 'FALSE',
		compliance_status: isManaged ? 'Compliant' : '',
		model,
		platform,
		architecture,
		ownership: pick(OWNERSHIPS, next()),
		source: isManaged ? 'MDM' : 'Native',
		last_mdm_data_synced_at: isManaged ? FIRST_SYNC_NS + digits : 0n,
	});
}

/** Users with one device or two each. */
export function seatsOf(seed: number, count: number, services: readonly ServiceEntry[]): Seat[] {
	const next = shareSequence(seed);
	const seats: Seat[] = [];
	// Whom the documentation and the examples ask about: the first seat is the busiest.
	let user: UserRecord = { ...userOf(0, next), email: 'ada@example.com' };
	for (let index = 0; index < count; index++) {
		if (index > 0 && next() < 0.7) user = userOf(index, next);
		const whole = deviceOf(user, index, next);
		const serialOnly = { ...NO_DEVICE, serial_number: whole.serial_number };
		const withId = { ...serialOnly, id: whole.id };
		const nonCompliant = { ...whole, compliance_status: 'NonCompliant' };
		const device = { none: NO_DEVICE, serialOnly, withId, whole, nonCompliant };
		const address = `198.51.${100 + (index >>> 8)}.${index & 0xff}`;
		const requests = requestsOf(seed, 1_000 + index, address, services);
		seats.push({ user, device, requests });
	}
	return seats;
}
