import fc from 'fast-check';
import {
	PLAIN_KNOBS,
	type Fields,
	type Json,
	type Knobs,
	type ServedEvent,
	type TextStyle,
} from './service';

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
];

const USERS: readonly Json[] = [
	{ email: 'ada@example.com', groups: ['Finance', 'All, really'], roles: ['User'] },
	{ email: '', groups: [], roles: [] },
	null,
	{ email: 'bob@example.com', groups: null },
	{ email: '=cmd()@example.com', groups: ['"quoted"'], roles: [] },
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
	() => '\tindented; and more',
	() => '-5.25',
	() => '＝1+1',
];

const LONG_NAME = 'n'.repeat(300);

/** Fields that are there or not, in any combination. */
const OPTIONAL = [...'abcdefghij'];

function someOf(number: number): Fields {
	const present = OPTIONAL.filter((_, bit) => (number >> bit) % 2 === 1);
	return Object.fromEntries(present.map((name) => [`optional_${name}`, number]));
}

/** What events hold beside the documented fields. */
const EXTRAS: ReadonlyArray<Fields | 'some'> = [
	{},
	'some',
	{ policy: { id: 'p1', name: 'Default', version: 8, enabled: true } },
	{ role: ['x', 'y,z'], trustscore: { score: 7.5, timestamp: 1_715_675_400_123_456_789n } },
	{ 'a\nb': 1, huge: 10n ** 400n },
	{ link: { source: { port: 51724 }, destination: { port: 443, service_name: 'Payroll' } }, b: 3 },
	{ 'dotted.name': 'v', nested: { 'x.y': { 'back\\slash': null } }, '=formula': '@start' },
	{ link: {}, list: [], 'say "hi"': 'two; parts', deeper: { list: [{ a: 1 }, null] } },
	{ negative: -3, flag: false, text: '+49 30 1234', 'with, comma': 'x\ty' },
	{ l1: { l2: { l3: { l4: { l5: { l6: { l7: { l8: { l9: { l10: { l11: 'deep' } } } } } } } } } } },
	{ [LONG_NAME]: 'long', other: 'short' },
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
 * @param user somebody of their own for this event, if any
 */
export function toEvent(
	kind: number,
	number: number,
	{ createdAtMs, visibleAtMs }: EventTimes,
	user?: number,
): ServedEvent {
	const parts = new Parts(kind);
	const [type = null, subType = null, action = null, severity = '', result = ''] =
		parts.pick(KINDS) ?? [];
	const device = parts.pick(DEVICES) ?? null;
	const named = parts.pick(USERS) ?? null;
	const message = parts.pick(MESSAGES)?.(number) ?? null;
	const service = parts.pick(SERVICES) ?? null;
	// By another beat than the others, so that small numbers have one, too.
	const client = CLIENTS[Math.floor(kind / 4) % CLIENTS.length];
	const extra = parts.pick(EXTRAS) ?? {};
	const externalId = parts.pick([undefined, ...EXTERNAL_IDS]);
	const style = parts.pick(STYLES) ?? 'compact';
	const id = `event-${number}`;
	const principal = user === undefined ? named : { email: `user-${user}@example.com` };
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
				principal === null && device === null && client === undefined
					? null
					: { device, user: principal, ...(client && { client }) },
			...(externalId !== undefined && { external_id: externalId }),
			...(service !== null && { service }),
			...(extra === 'some' ? someOf(number) : extra),
		},
	};
}

/** Values that filters can look for, as the log has them, and some that it has not. */
export const LOGGED = {
	type: ['Identity', 'Access', 'Registration', 'access', 'Nowhere'],
	subType: ['Connection', 'Device', 'UserPrincipal', 'connection', 'Nothing'],
	action: ['Grant', 'Unauthorized', 'Deny', 'Register', 'blocked'],
	userEmail: ['ada@example.com', 'bob@example.com', 'eve@example.com'],
	deviceId: ['device-1', 'device-2', 'device-9'],
	serialNumber: ['C02', 'C03', 'C99'],
	workloadContainerId: ['container-1', 'container-2'],
	serviceName: ['Payroll', 'wiki.example.com', 'nothing'],
	serviceAccountName: ['build-server', 'nobody'],
	eventId: ['event-0', 'event-3', 'event-17', 'event-999999'],
	externalId: ['EXT-4711', 'EXT-0'],
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

export const anyKind = fc.nat(EVENT_KINDS - 1);

/** Events that follow each other at equal distances: of one kind, or of many. */
export interface Run {
	/** Between the run before and this one. */
	readonly gapMs: number;
	readonly count: number;
	readonly stepMs: number;
	readonly kind: number;
	/** How much the number of the kind grows from event to event; 0 for the same event again and again. */
	readonly vary: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
	});
}

/** The numbers of the events of a log are given from the first one on. */
export function toEvents(
	runs: readonly Run[],
	timesOf: (offsetMs: number) => EventTimes,
	firstNumber = 0,
): ServedEvent[] {
	const events: ServedEvent[] = [];
	let offsetMs = 0;
	for (const { gapMs, count, stepMs, kind, vary } of runs) {
		offsetMs += gapMs;
		for (let index = 0; index < count; index++) {
			const number = firstNumber + events.length;
			events.push(toEvent((kind + index * vary) % EVENT_KINDS, number, timesOf(offsetMs)));
			offsetMs += stepMs;
		}
	}
	return events;
}

const anyMaxLimit = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(1000, 200, 50) },
	{ weight: 5, arbitrary: fc.constantFrom(30, 14, 10) },
);

/** Any service that must be read right: design.md, section 4. */
export const anyKnobs: fc.Arbitrary<Knobs> = fc.record({
	listMaxLimit: anyMaxLimit,
	feedMaxLimit: anyMaxLimit,
	overMaxLimit: fc.constantFrom<Knobs['overMaxLimit'][]>('cap', 'cap', 'refuse'),
	listAfterInclusive: fc.boolean(),
	listBeforeInclusive: fc.boolean(),
	countAfterInclusive: fc.boolean(),
	countBeforeInclusive: fc.boolean(),
	feedAfterInclusive: fc.boolean(),
	feedBeforeInclusive: fc.boolean(),
	feedOrder: fc.constantFrom<Knobs['feedOrder'][]>(
		'honoured',
		'honoured',
		'ignored',
		'lowerCaseOnly',
		'sortsPage',
	),
	feedDefaultOrder: fc.constantFrom<Knobs['feedDefaultOrder'][]>('DESC', 'ASC'),
	ties: fc.constantFrom<Knobs['ties'][]>('insertion', 'mirrored', 'shuffled'),
	loneSubType: fc.constantFrom<Knobs['loneSubType'][]>('filters', 'ignored'),
	hasDate: fc.boolean(),
	maxSkip: fc.constantFrom(Infinity, Infinity, 1000, 20),
	countCap: fc.constantFrom(Infinity, Infinity, 10, 100, 150),
	countLag: fc.constantFrom(0, 0, 0, 1, 3),
	msPerRequest: fc.constantFrom(0, 1, 40, 60, 60),
	bytesPerChunk: fc.constantFrom(1_000_000, 1_000_000, 1021, 37),
	seed: fc.nat(1000),
});

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

/** Where a service differs from a plain one. */
export function tellKnobs(knobs: Knobs): string {
	const differing = Object.entries(knobs).filter(([name, value]) =>
		Object.entries(PLAIN_KNOBS).every(([known, plain]) => known !== name || plain !== value),
	);
	return differing.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}
