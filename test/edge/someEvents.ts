import fc from 'fast-check';
import type { Fields, Json, ServedEvent, TextStyle } from './servedEvent';
import { DAY, HOUR, MINUTE } from '../support/times';

/** Type, subtype, action, severity and result, as such services log them, and in other letter cases. */
const KINDS: ReadonlyArray<readonly [Json, Json, Json, string, string]> = [
	['Identity', 'UserPrincipal', 'Grant', 'INFO', 'INFO'],
	['Access', 'Connection', 'Unauthorized', 'ERROR', ''],
	['Identity', 'UserPrincipal', 'Deny', 'ERROR', 'ERROR'],
	['Registration', 'Device', 'Register', 'INFO', 'INFO'],
	['Registration', 'Device', 'Register Failed', 'ERROR', 'ERROR'],
	['Registration', 'Device', 'Unregister', 'WARN', 'WARN'],
	['Identity', 'UserPrincipal', 'OCSP', 'DEBUG', 'DEBUG'],
	['Access', 'Connection', 'Authorized', 'INFO', ''],
	['Access', 'Resource', 'Authorized', 'WARN', 'Warn'],
	['access', 'connection', 'DENIED', 'warn', 'error'],
	['ACCESS', null, 'blocked', 'Error', 'INFO'],
	['TrustScoring', 'Device', 'TrustScoreCalculate', 'INFO', 'INFO'],
	['registration', 'device', 'registered', 'info', ''],
	['Audit', '', null, 'INFO', ''],
	['Threat', 'Connection', 'refused', 'DEBUG', 'DEBUG'],
	[null, 'Connection', 'request_rejected', 'LOUD', ''],
	['Access', 'Connection', 'Authorized', 'CRITICAL', ''],
	['Threat', 'Malware', 'Found', 'Fatal', 'NOTICE'],
	['Access', 'Resource', 'Authorized', 'Warning', 'emergency'],
];

const USERS: readonly Json[] = [
	{ email: 'ada@example.com', groups: ['Finance', 'All, really'], roles: ['User'] },
	{ email: '', groups: [], roles: [] },
	null,
	{ email: 'bob@example.com', groups: null },
	{ email: '=cmd()@example.com', groups: ['"quoted"'], roles: [] },
	{ email: 'Ada@Example.com', roles: ['User'] },
	{},
];

const DEVICES: readonly Json[] = [
	null,
	{ id: 'device-1', friendly_name: "Ada's laptop", serial_number: 'C02', platform: 'macOS' },
	{ id: '', friendly_name: '', serial_number: 'C03', compliance_status: '' },
	{ id: 'device-2', serial_number: 'C04', compliance_status: 'NonCompliant', platform: null },
	{
		friendly_name: '-2+3',
		last_ip_address: '198.51.100.20',
		compromised_status: 'TRUE',
		compliance_status: 'Compliant',
	},
	{
		id: 'device-3',
		compromised_status: 'FALSE',
		compliance_status: 'Out of compliance',
		last_mdm_data_synced_at: 1_715_671_800_987_654_321n,
	},
];

const SERVICES: ReadonlyArray<Fields | null> = [
	null,
	{ id: 'service-1', name: 'Payroll', type: '', version: 3 },
	{ id: '', name: 'wiki.example.com' },
];

/** Where a request came from, beside the user and the device. */
const CLIENTS: ReadonlyArray<Fields | undefined> = [
	undefined,
	{ ip_address: '203.0.113.7:51724', user_agent: '' },
	{ ip_address: '[2001:db8::7]:443' },
	{ ip_address: '' },
	{ ip_address: '2001:db8::7' },
];

/** Said where neither user nor device is named, they tell happenings apart; the port does not. */
const MESSAGES: ReadonlyArray<(number: number) => string | null> = [
	() => 'Authorization Code Generated',
	(number) =>
		`Client box has NO authorized role: 203.0.113.7:${51_000 + (number % 900)}->172.31.1.88:443`,
	() => 'Line one,\r\n"line two"; end',
	() => '=SUM(A1:A9)',
	() => 'übermäßig viel 漢字 😀',
	() => '',
	() => null,
	() => '＝1+1',
];

/** What events hold beside the documented fields. */
const EXTRAS: readonly Fields[] = [
	{},
	{ role: ['x', 'y,z'], trustscore: { score: 7.5, timestamp: 1_715_675_400_123_456_789n } },
	{ 'a\nb': 1, huge: 10n ** 400n },
	{ link: { source: { port: 51724 }, destination: { port: 443, service_name: 'Payroll' } }, b: 3 },
	{ 'dotted.name': 'v', nested: { 'x.y': { 'back\\slash': null } }, '=formula': '@start' },
	{ link: {}, list: [], 'say "hi"': 'two; parts', deeper: { list: [{ a: 1 }, null] } },
];

const EXTERNAL_IDS: readonly Json[] = ['EXT-4711', null, ''];
const STYLES: readonly TextStyle[] = ['compact', 'spaced', 'lines', 'escaped'];

/** How many different events there are but for their times and ids. */
const EVENT_KINDS =
	KINDS.length *
	USERS.length *
	DEVICES.length *
	SERVICES.length *
	MESSAGES.length *
	EXTRAS.length *
	(EXTERNAL_IDS.length + 1) *
	STYLES.length;

/** Takes a number apart: the least part first, so that small numbers are plain events. */
class Parts {
	constructor(private rest: number) {}

	pick<Value>(from: readonly Value[]): Value | undefined {
		const value = from[this.rest % from.length];
		this.rest = Math.floor(this.rest / from.length);
		return value;
	}
}

/** Times of an event: when it happened, and from when on the log shows it. */
export interface EventTimes {
	readonly createdAtMs: number;
	readonly visibleAtMs: number;
}

/**
 * @param kind which of the different events it is
 * @param number tells it from others of its kind
 */
function toEvent(
	kind: number,
	number: number,
	{ createdAtMs, visibleAtMs }: EventTimes,
): ServedEvent {
	const parts = new Parts(kind);
	const [type = null, subType = null, action = null, severity = '', result = ''] =
		parts.pick(KINDS) ?? [];
	const device = parts.pick(DEVICES) ?? null;
	const user = parts.pick(USERS) ?? null;
	const message = parts.pick(MESSAGES)?.(number) ?? null;
	const service = parts.pick(SERVICES) ?? null;
	// By another beat than the others, so that small numbers have one, too.
	const client = CLIENTS[Math.floor(kind / 4) % CLIENTS.length];
	const extra = parts.pick(EXTRAS) ?? {};
	const externalId = parts.pick([undefined, ...EXTERNAL_IDS]);
	const style = parts.pick(STYLES) ?? 'compact';
	const id = `event-${number}`;
	return {
		...{ id, createdAtMs, visibleAtMs, style },
		workload: service === null ? null : 'container-1',
		serviceName: typeof service?.name === 'string' ? service.name : null,
		serviceAccount: severity === 'DEBUG' ? 'build-server' : null,
		fields: {
			id,
			org_id: 'org-1',
			org_name: 'Example "Organization"',
			...{ severity, action, type, sub_type: subType, message, result },
			created_at: createdAtMs,
			user_principal:
				user === null && device === null && client === undefined
					? null
					: { device, user, ...(client && { client }) },
			...(externalId !== undefined && { external_id: externalId }),
			...(service !== null && { service }),
			...extra,
		},
	};
}

/** Values that filters can look for, as the log has them, and some that it has not. */
export const LOGGED = {
	type: ['Identity', 'Access', 'Registration', 'access', 'Nowhere'],
	subType: ['Connection', 'Device', 'UserPrincipal', 'connection', 'Nothing'],
	action: ['Grant', 'Unauthorized', 'Deny', 'Register', 'blocked'],
	userEmail: ['ada@example.com', 'bob@example.com', 'BOB@example.com'],
	deviceId: ['device-1', 'device-2', 'device-9'],
	serialNumber: ['C02', 'C03', 'C99'],
	workloadContainerId: ['container-1', 'container-2'],
	serviceName: ['Payroll', 'wiki.example.com', 'nothing'],
	serviceAccountName: ['build-server', 'nobody'],
	eventId: ['event-0', 'event-3', 'event-17', 'event-999999'],
	externalId: ['EXT-4711', 'EXT-0'],
	ipAddress: ['203.0.113.7', '198.51.100.20', '2001:db8::7', '192.0.2.1'],
	deviceName: ["Ada's laptop", '-2+3', 'nothing'],
	messageContains: ['AUTHORIZED', 'two', 'nothing of the kind'],
} as const;

/** Some of the paths that raw events have, or not. */
export const PATHS = [
	'user_principal.user.groups',
	'user_principal.device',
	'policy.version',
	'trustscore.timestamp',
	'dotted\\.name',
	'nested.x\\.y',
	'service.name',
	'created_at',
	'org_name',
	'role',
	'nowhere.at.all',
] as const;

const anyKind = fc.nat(EVENT_KINDS - 1);

/** Events that follow each other at equal distances: of one kind, or of many. */
export interface Run {
	/** Between the run before and this one. */
	readonly gapMs: number;
	readonly count: number;
	readonly stepMs: number;
	readonly kind: number;
	/** How much the number of the kind grows from event to event; 0 for the same event again and again. */
	readonly vary: number;
	/** Every third is a malformed record, or an event with the id and time of the one before. */
	readonly with?: 'malformed' | 'twins';
}

/** Sixteen of eighteen runs are plain. */
const anyOthers = (twins: Run['with']) =>
	fc.constantFrom<Array<Run['with']>>(...Array<undefined>(16).fill(undefined), 'malformed', twins);

const anyGap = fc.oneof(
	fc.constantFrom(0, 1, 2),
	fc.integer({ min: 0, max: 5000 }),
	fc.constantFrom(MINUTE, HOUR, DAY, 31 * DAY, 400 * DAY),
);
const anyStep = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(0, 1) },
	{ weight: 3, arbitrary: fc.integer({ min: 0, max: 3000 }) },
	{ weight: 2, arbitrary: fc.constantFrom(MINUTE, HOUR, DAY) },
);
const anyVariation = fc.constantFrom(0, 1, 1, 7, 17, 7919);

export function anyRun(maxCount: number): fc.Arbitrary<Run> {
	return fc.record({
		gapMs: anyGap,
		count: fc.oneof(
			{ weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
			{ weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
			{ weight: 1, arbitrary: fc.integer({ min: 1, max: maxCount }) },
		),
		stepMs: anyStep,
		kind: anyKind,
		vary: anyVariation,
		with: anyOthers('twins'),
	});
}

/** Hours and shorter, for lives go on for hours. */
export function anyShortRun(maxCount: number): fc.Arbitrary<Run> {
	return fc.record({
		gapMs: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 5000 }), fc.constant(60_000)),
		count: fc.oneof(
			{ weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
			{ weight: 3, arbitrary: fc.integer({ min: 1, max: maxCount }) },
		),
		stepMs: fc.oneof(
			{ weight: 3, arbitrary: fc.constantFrom(0, 1) },
			{ weight: 3, arbitrary: fc.integer({ min: 0, max: 3000 }) },
			{ weight: 2, arbitrary: fc.constantFrom(20_000, 60_000) },
		),
		kind: fc.oneof(fc.nat(15), fc.nat(400), fc.nat(1_000_000)),
		vary: fc.constantFrom(0, 0, 1, 1, 17),
		// Where a poll ends between two with the same id, the first comes again, as a test of its own shows.
		with: anyOthers(undefined),
	});
}

/** No readable or plausible time in milliseconds. */
const MALFORMED_TIMES: ReadonlyArray<(createdAtMs: number) => Json> = [
	() => null,
	() => '2026-07-15',
	() => ({}),
	(createdAtMs) => Math.floor(createdAtMs / 1000),
	(createdAtMs) => createdAtMs * 1000,
	(createdAtMs) => String(BigInt(createdAtMs) * 1_000_000n),
];

/** The numbers of the events of a log are given from the first one on. */
export function toEvents(
	runs: readonly Run[],
	timesOf: (offsetMs: number) => EventTimes,
	firstNumber = 0,
): ServedEvent[] {
	const events: ServedEvent[] = [];
	let offsetMs = 0;
	for (const { gapMs, count, stepMs, kind, vary, with: others } of runs) {
		offsetMs += gapMs;
		for (let index = 0; index < count; index++) {
			const number = firstNumber + events.length;
			const event = toEvent((kind + index * vary) % EVENT_KINDS, number, timesOf(offsetMs));
			const first = events.at(-1);
			if (others === 'malformed' && index % 3 === 1) {
				const toTime = MALFORMED_TIMES[number % MALFORMED_TIMES.length];
				events.push({ ...event, saysForTime: toTime?.(event.createdAtMs) });
			} else if (others === 'twins' && index % 3 === 1 && first !== undefined) {
				events.push({ ...first, fields: { ...first.fields, message: 'the twin' } });
			} else events.push(event);
			offsetMs += stepMs;
		}
	}
	return events;
}

const TOLD_EVENTS = 12;
const UNTOLD = ['id', 'created_at', 'org_id', 'org_name'];

/** The events of a failing case, for people. */
export function tellEvents(events: readonly ServedEvent[]): string[] {
	let before = '';
	const told = events.slice(0, TOLD_EVENTS).map((event) => {
		const { id, createdAtMs, visibleAtMs, fields, style } = event;
		const seen =
			visibleAtMs !== createdAtMs ? `, seen from ${new Date(visibleAtMs).toISOString()}` : '';
		const own = Object.entries(fields).filter(([name]) => !UNTOLD.includes(name));
		const text = JSON.stringify(Object.fromEntries(own), (_, value: unknown) =>
			typeof value === 'bigint' ? String(value) : value,
		);
		const shown = text === before ? 'the same' : text;
		before = text;
		return `${id} ${new Date(createdAtMs).toISOString()}${seen} (${style}) ${shown}`;
	});
	const rest = events.length - told.length;
	return rest > 0 ? [...told, `and ${rest} more`] : told;
}
