import {
	NO_DEVICE,
	NOBODY,
	makeDevice,
	makeEvent,
	makeUser,
	type EventOverrides,
	type EventRecord,
} from '../../sandbox/service';
import { EVENT_KINDS, type EventKind } from '../../sandbox/service/generator/catalogue';
import { refusalMessage } from '../../sandbox/service/generator/refusedClients';
import { type ClientRequest, requestsOf } from '../../sandbox/service/generator/requests';
import { NO_SERVICE, type ServiceEntry } from '../../sandbox/service/generator/services';

const MINUTE_MS = 60_000;

/** What a service wrote of one refusal again and again: the same happening for whoever looks at it. */
type RecordedRefusal = readonly [
	events: number,
	/** Each longer than an hour after the beginning of the one before. */
	runs: number,
	startMinute: number,
	/** From the beginning of one run to that of the next. */
	gapMinutes: number,
	/** Within a run. */
	stepMinutes: number,
	/** What is logged the nth time, at an instant. */
	record: (time: number, atMs: number) => EventOverrides,
];

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

function serviceNamed(name: string): ServiceEntry {
	const shown = {
		id: `${name.toLowerCase()}.example-org.bnn`,
		name,
		type: 'WEB_USER',
		version: '3',
	};
	return { name, containerId: '', shown };
}

/** From the same address, by another port each time. */
function requestFrom(address: string, time: number, service: string): ClientRequest {
	const [request] = requestsOf(1, time, address, [serviceNamed(service)]);
	if (request === undefined) throw new RangeError('No request');
	return request;
}

/** What stands beside every connection to a service; the time of its trust score is that of the event. */
function connectionExtras({ service, link }: ClientRequest, atMs: number) {
	const timestamp = BigInt(atMs) * 1_000_000n;
	return {
		...{ service: service.shown, link, policy: { name: 'infra', version: 8 } },
		trustscore: { id: '', score: 0, timestamp, type: '' },
	};
}

/** A client that may not reach a service: nobody is named, and every hour or two it is told again. */
function unauthorized(service: string, address: string, complaint: string) {
	return (time: number, createdAtMs: number): EventOverrides => {
		const request = requestFrom(address, time, service);
		const { client } = request;
		return {
			...{ type: 'Access', subType: 'Connection', action: 'Unauthorized', severity: 'ERROR' },
			...{ result: '', serviceName: service },
			message: refusalMessage({ requests: [], complaint }, request, createdAtMs, time % 3 === 2),
			userPrincipal: { device: NO_DEVICE, user: NOBODY, client },
			extra: connectionExtras(request, createdAtMs),
		};
	};
}

function noRole(certificate: string): string {
	return `Client ${certificate} has NO authorized role. Policy infra version 8: Client roles=[]`;
}

const NO_CERTIFICATE = 'No valid client certificate';

/** Somebody, or nobody that is known, who may not sign in. */
function denied(message: string, { email, serialNumber, address }: Partial<Person>) {
	return (time: number): EventOverrides => ({
		...{ type: 'Identity', subType: 'UserPrincipal', action: 'Deny', severity: 'ERROR' },
		...{ result: 'ERROR', message, externalId: `session-${address}-${time}` },
		userPrincipal: {
			device: { ...NO_DEVICE, serial_number: serialNumber ?? '' },
			user: email === undefined ? NOBODY : makeUser({ email }),
			client: requestFrom(address ?? '', time, '').client,
		},
		extra: { service: NO_SERVICE },
	});
}

const UNKNOWN_DEVICE = 'FAILED - unknown devices not allowed';
const LOW_TRUST = 'FAILED - Your TrustScore is low. Please contact your administrator.';

/** The 100 refusals, as 13 happenings: what an hour of suppression leaves of each is its runs. */
const REFUSALS: readonly RecordedRefusal[] = [
	[29, 10, 0, 116, 17, unauthorized('Payroll', '203.0.113.7', noRole('ManagedDevice-A1'))],
	[12, 6, 31, 190, 48, unauthorized('Wiki', '203.0.113.7', noRole('ManagedDevice-A1'))],
	[9, 5, 62, 128, 52, unauthorized('Payroll', '203.0.113.8', noRole('ManagedDevice-A2'))],
	[7, 4, 180, 65, 59, unauthorized('Payroll', '203.0.113.9', NO_CERTIFICATE)],
	[5, 3, 240, 61, 30, unauthorized('Wiki', '203.0.113.10', NO_CERTIFICATE)],
	[3, 2, 300, 400, 20, unauthorized('Build', '203.0.113.11', noRole('build-7.example.com'))],
	[2, 1, 410, 0, 58, unauthorized('Build', '203.0.113.12', noRole('build-8.example.com'))],
	[1, 1, 555, 0, 0, unauthorized('Grafana', '203.0.113.13', NO_CERTIFICATE)],
	[16, 3, 15, 360, 1.5, denied(UNKNOWN_DEVICE, { address: '203.0.113.40' })],
	[10, 2, 700, 90, 4, denied(LOW_TRUST, { address: '203.0.113.41' })],
	[3, 2, 480, 75, 10, denied(UNKNOWN_DEVICE, personAt(0))],
	[2, 1, 640, 0, 59, denied(LOW_TRUST, personAt(1))],
	[1, 1, 1079, 0, 0, denied(LOW_TRUST, personAt(2))],
];

/** The other 195 are of the kinds that the sandbox's logs are made of, as often as they were recorded. */
const OTHERS = EVENT_KINDS.slice(0, 13).filter(({ severity }) => severity !== 'ERROR');

function eventOf(kind: EventKind, index: number, atMs: number): EventOverrides {
	const { type, subType, action, severity, result, message, device } = kind;
	const { email, deviceId: id, serialNumber: serial_number, address } = personAt(index);
	const request = requestFrom(address, index, 'Wiki');
	const isForService =
		kind.service === 'always' || (kind.service === 'sometimes' && index % 3 === 0);
	const shown = {
		...(device === 'whole' ? makeDevice({ id }) : NO_DEVICE),
		...(device === 'withId' && { id }),
		serial_number,
	};
	return {
		...{ type, subType, action, severity, result, message },
		userPrincipal: {
			device: shown,
			user: makeUser({ email }),
			client: kind.showsClient ? request.client : undefined,
		},
		externalId: kind.hasSession ? `session-${index}` : undefined,
		serviceName: kind.service === 'always' ? 'Wiki' : undefined,
		extra: kind.extras.includes('link')
			? connectionExtras(request, atMs)
			: { service: isForService ? request.service.shown : NO_SERVICE },
	};
}

const MINUTES = 19 * 60;

/**
 * 295 events of 19 hours, made after what a real service of this kind logged: its vocabulary, its
 * proportions, what it leaves empty, and how it tells the same again.
 */
export function recordedEvents(startMs: number) {
	/** By the id of a refusal, which of 13 happenings it is. */
	const happenings = new Map<string, number>();
	const refusals = REFUSALS.flatMap(
		([events, runs, startMinute, gapMinutes, stepMinutes, record], happening) =>
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
	const others = OTHERS.flatMap((kind, number) =>
		Array.from({ length: kind.weight }, (_, index) => {
			const minute = ((index + 0.5) * MINUTES) / kind.weight;
			const createdAtMs = startMs + Math.round(minute * MINUTE_MS) + number;
			const id = `other-${number}-${index}`;
			return makeEvent({ ...eventOf(kind, index, createdAtMs), id, createdAtMs });
		}),
	);
	const byTime = (one: EventRecord, other: EventRecord) => one.createdAtMs - other.createdAtMs;
	return {
		/** All 295, oldest first. */
		events: [...refusals, ...others].sort(byTime),
		/** The 100 refusals of 18 hours, oldest first. */
		refusals: [...refusals].sort(byTime),
		happenings,
	};
}
