import {
	NO_DEVICE,
	NOBODY,
	makeDevice,
	makeEvent,
	makeUser,
	type EventOverrides,
	type EventRecord,
} from '../../sandbox/service';

const MINUTE_MS = 60_000;
const NS_PER_MS = 1_000_000;

/** What a service wrote of one refusal again and again: the same happening for whoever looks at it. */
interface RecordedRefusal {
	/** How often it was recorded. */
	readonly events: number;
	/** In how many runs, each longer than an hour after the beginning of the one before. */
	readonly runs: number;
	/** Of the first run, from the beginning of the log. */
	readonly startMinute: number;
	/** From the beginning of one run to that of the next. */
	readonly gapMinutes: number;
	/** Within a run. */
	readonly stepMinutes: number;
	/** What is logged the nth time, at an instant. */
	readonly record: (time: number, atMs: number) => EventOverrides;
}

const NO_SERVICE = { id: '', name: '', type: '', version: '' };

interface Person {
	readonly email: string;
	readonly deviceId: string;
	readonly serialNumber: string;
	readonly address: string;
}

const PEOPLE: readonly Person[] = ['ada', 'grace', 'alan', 'radia', 'linus'].map((name, index) => ({
	email: `${name}@example.com`,
	deviceId: `6a1e7b20-5d0c-4f7e-9b1e-00000000000${index}`,
	serialNumber: `C02XK0AAJGH${index}`,
	address: `198.51.100.${20 + index}`,
}));

function personAt(index: number): Person {
	const person = PEOPLE[index % PEOPLE.length];
	if (person === undefined) throw new RangeError('Nobody');
	return person;
}

/** The port differs each time. */
function clientOf(address: string, time: number) {
	const port = 1024 + ((time * 7919 + address.length * 104_729) % 64_000);
	return { ip_address: `${address}:${port}`, user_agent: '' };
}

/** A device that shows its serial number alone, as most events do. */
function serialOnly({ email, serialNumber, address }: Person, time: number): EventOverrides {
	return {
		userPrincipal: {
			device: { ...NO_DEVICE, serial_number: serialNumber },
			user: makeUser({ email }),
			client: clientOf(address, time),
		},
	};
}

function serviceNamed(name: string) {
	return { id: `${name.toLowerCase()}.example-org.bnn`, name, type: 'WEB_USER', version: '3' };
}

const POLICY = {
	id: 'c0ffee00-0000-4000-8000-000000000001',
	name: 'infra',
	version: 8,
	enabled: true,
	attached_at: 1_611_700_000_000,
	attached_by: 'ops@example.com',
};

/** What stands beside every connection to a service. */
function connectionExtras(service: string, client: string, atMs: number) {
	const [ip = '', port = ''] = client.split(':');
	return {
		service: serviceNamed(service),
		policy: POLICY,
		role: { id: '', name: '' },
		trustscore: { id: '', score: 0, timestamp: BigInt(atMs) * 1_000_000n, type: '' },
		link: {
			source: { ip, port: Number(port), service_name: '' },
			destination: { ip: '172.31.1.88', port: 443, service_name: service },
		},
		channel: { request_data: '' },
		workload_principal: { workload_set: '', host: 'gateway-1' },
	};
}

/** A client that may not reach a service: nobody is named, and every hour or two it is told again. */
function unauthorized(service: string, address: string, says: (link: string) => string) {
	return (time: number, atMs: number): EventOverrides => {
		const client = clientOf(address, time);
		const told = says(`${client.ip_address}->172.31.1.88:443`);
		return {
			type: 'Access',
			subType: 'Connection',
			action: 'Unauthorized',
			severity: 'ERROR',
			result: '',
			message: time % 3 === 2 ? `${sinceOf(time, atMs)}: PERIODIC ${told}` : told,
			userPrincipal: { device: NO_DEVICE, user: NOBODY, client },
			serviceName: service,
			extra: connectionExtras(service, client.ip_address, atMs),
		};
	};
}

/** As a Go program writes a time: nanoseconds, zone and the monotonic clock. */
function sinceOf(time: number, atMs: number): string {
	const at = new Date(atMs - 70 * MINUTE_MS - time * 1_003).toISOString();
	const nanoseconds = String((time * 7_919_003) % NS_PER_MS).padStart(6, '0');
	const clock = (529_733.68 + time * 61.25).toFixed(time % 4);
	return `Since ${at.slice(0, 10)} ${at.slice(11, 23)}${nanoseconds} +0000 UTC m=+${clock}`;
}

function noRole(certificate: string) {
	return (link: string) =>
		`Client ${certificate} has NO authorized role. Policy infra version 8: Client roles=[]: ${link}`;
}

const noCertificate = (link: string) => `No valid client certificate: ${link}`;

/** Somebody, or nobody that is known, who may not sign in. */
function denied(message: string, address: string, person?: Person) {
	return (time: number): EventOverrides => ({
		type: 'Identity',
		subType: 'UserPrincipal',
		action: 'Deny',
		severity: 'ERROR',
		result: 'ERROR',
		message,
		...(person === undefined
			? { userPrincipal: { device: NO_DEVICE, user: NOBODY, client: clientOf(address, time) } }
			: serialOnly(person, time)),
		externalId: `session-${address}-${time}`,
		extra: { service: NO_SERVICE, policy: POLICY, role: { id: '', name: '' } },
	});
}

function refusal(
	[events, runs, startMinute, gapMinutes, stepMinutes]: readonly [
		number,
		number,
		number,
		number,
		number,
	],
	record: RecordedRefusal['record'],
): RecordedRefusal {
	return { events, runs, startMinute, gapMinutes, stepMinutes, record };
}

const UNKNOWN_DEVICE = 'FAILED - unknown devices not allowed';
const LOW_TRUST = 'FAILED - Your TrustScore is low. Please contact your administrator.';

/** The 100 refusals, as 13 happenings: what an hour of suppression leaves of each is its runs. */
const REFUSALS: readonly RecordedRefusal[] = [
	refusal([29, 10, 0, 116, 17], unauthorized('Payroll', '203.0.113.7', noRole('ManagedDevice-A1'))),
	refusal([12, 6, 31, 190, 48], unauthorized('Wiki', '203.0.113.7', noRole('ManagedDevice-A1'))),
	refusal([9, 5, 62, 128, 52], unauthorized('Payroll', '203.0.113.8', noRole('ManagedDevice-A2'))),
	refusal([7, 4, 180, 65, 59], unauthorized('Payroll', '203.0.113.9', noCertificate)),
	refusal([5, 3, 240, 61, 30], unauthorized('Wiki', '203.0.113.10', noCertificate)),
	refusal(
		[3, 2, 300, 400, 20],
		unauthorized('Build', '203.0.113.11', noRole('build-7.example.com')),
	),
	refusal([2, 1, 410, 0, 58], unauthorized('Build', '203.0.113.12', noRole('build-8.example.com'))),
	refusal([1, 1, 555, 0, 0], unauthorized('Grafana', '203.0.113.13', noCertificate)),
	refusal([16, 3, 15, 360, 1.5], denied(UNKNOWN_DEVICE, '203.0.113.40')),
	refusal([10, 2, 700, 90, 4], denied(LOW_TRUST, '203.0.113.41')),
	refusal([3, 2, 480, 75, 10], denied(UNKNOWN_DEVICE, '', personAt(0))),
	refusal([2, 1, 640, 0, 59], denied(LOW_TRUST, '', personAt(1))),
	refusal([1, 1, 1079, 0, 0], denied(LOW_TRUST, '', personAt(2))),
];

/** A step of signing in, or its end. */
function identity(action: string, severity: string, message: string) {
	return (index: number): EventOverrides => {
		const person = personAt(index);
		return {
			type: 'Identity',
			subType: 'UserPrincipal',
			action,
			severity,
			result: severity,
			message,
			...serialOnly(person, index),
			externalId: action === 'OCSP' ? undefined : `session-${index}`,
			extra: {
				service: index % 3 === 0 ? serviceNamed('Wiki') : NO_SERVICE,
				...(action === 'Grant' && {
					policy: POLICY,
					role: { id: 'role-1', name: 'Everyone' },
					trustscore: { id: person.serialNumber, score: 87.5, timestamp: 0n, type: 'device' },
				}),
			},
		};
	};
}

function authorized(subType: string) {
	return (index: number, atMs: number): EventOverrides => {
		const { email, deviceId, serialNumber, address } = personAt(index);
		const client = clientOf(address, index);
		return {
			type: 'Access',
			subType,
			action: 'Authorized',
			severity: 'INFO',
			result: '',
			message: 'Authorized',
			userPrincipal: {
				device: { ...NO_DEVICE, id: deviceId, serial_number: serialNumber },
				user: makeUser({ email }),
				client,
			},
			serviceName: 'Wiki',
			extra:
				subType === 'Connection'
					? connectionExtras('Wiki', client.ip_address, atMs)
					: { service: serviceNamed('Wiki') },
		};
	};
}

function ofDevice(type: string, action: string, severity: string, message: string) {
	return (index: number): EventOverrides => {
		const { email, deviceId: id, serialNumber } = personAt(index);
		return {
			type,
			subType: 'Device',
			action,
			severity,
			result: severity,
			message,
			userPrincipal: {
				device: makeDevice({ id, serial_number: serialNumber }),
				user: makeUser({ email }),
			},
		};
	};
}

/** The other 195, by how many. */
const OTHERS: ReadonlyArray<
	readonly [count: number, record: (index: number, atMs: number) => EventOverrides]
> = [
	[60, identity('IDP', 'DEBUG', 'SUCCESS - Authorization Code Generated')],
	[42, identity('OCSP', 'DEBUG', 'SUCCESS - certificate is not revoked')],
	[36, identity('MDM', 'DEBUG', 'SUCCESS - device is managed')],
	[30, identity('Grant', 'INFO', 'SUCCESS - signed in')],
	[16, authorized('Connection')],
	[3, authorized('Resource')],
	[6, ofDevice('TrustScoring', 'TrustScoreCalculate', 'INFO', 'Trustscore calculated')],
	[1, ofDevice('Registration', 'Register', 'INFO', 'Device registered successfully')],
	[1, ofDevice('Registration', 'Unregister', 'WARN', 'Device unregistered successfully')],
];

const MINUTES = 19 * 60;

/** What `recordedEvents` makes. */
export interface RecordedEvents {
	/** All 295, oldest first. */
	readonly events: readonly EventRecord[];
	/** The 100 refusals of 18 hours, oldest first. */
	readonly refusals: readonly EventRecord[];
	/** By the id of a refusal, which of 13 happenings it is. */
	readonly happenings: ReadonlyMap<string, number>;
}

/**
 * 295 events of 19 hours, made after what a real service of this kind logged: its vocabulary, its
 * proportions, what it leaves empty, and how it tells the same again.
 */
export function recordedEvents(startMs: number): RecordedEvents {
	const happenings = new Map<string, number>();
	const refusals = REFUSALS.flatMap(
		({ events, runs, startMinute, gapMinutes, stepMinutes, record }, happening) =>
			Array.from({ length: events }, (_, time) => {
				const run = time % runs;
				const step = Math.floor(time / runs);
				const minute = startMinute + run * gapMinutes + step * stepMinutes;
				const createdAtMs = startMs + Math.round(minute * MINUTE_MS) + happening;
				const id = `refusal-${happening}-${time}`;
				happenings.set(id, happening);
				return makeEvent({ ...record(time, createdAtMs), id, createdAtMs });
			}),
	);
	const others = OTHERS.flatMap(([count, record], kind) =>
		Array.from({ length: count }, (_, index) => {
			const minute = ((index + 0.5) * MINUTES) / count;
			const createdAtMs = startMs + Math.round(minute * MINUTE_MS) + kind;
			return makeEvent({
				...record(index, createdAtMs),
				id: `other-${kind}-${index}`,
				createdAtMs,
			});
		}),
	);
	const byTime = (one: EventRecord, other: EventRecord) => one.createdAtMs - other.createdAtMs;
	return {
		events: [...refusals, ...others].sort(byTime),
		refusals: [...refusals].sort(byTime),
		happenings,
	};
}
