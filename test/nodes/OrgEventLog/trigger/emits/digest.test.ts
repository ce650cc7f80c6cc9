import type { EventFields, LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { TOP_USERS, toDigest } from '../../../../../nodes/OrgEventLog/trigger/emits/digest';
import type { ItemSettings } from '../../../../../nodes/OrgEventLog/trigger/emits/emit';
import { toAlert } from '../../../../../nodes/OrgEventLog/trigger/stages/alert';

const NOON_MS = Date.UTC(2024, 4, 1, 12);

function eventBy(email: string | null, minute: number, fields: EventFields = {}): LoggedEvent {
	return {
		id: `e-${minute}`,
		createdAtMs: NOON_MS + minute * 60_000,
		fields: { severity: 'INFO', type: 'Access', user_principal: { user: { email } }, ...fields },
	};
}

const SETTINGS: ItemSettings = {
	shape: { kind: 'raw' },
	wording: { noun: 'event', timezone: 'Europe/Berlin' },
	...{ suppressRepeatsMs: 0, afterRestart: 'goOn' },
};

function digestOf(events: readonly LoggedEvent[], noun = 'event') {
	const alerts = events.map((event) => toAlert(event));
	return toDigest(alerts, { ...SETTINGS, wording: { ...SETTINGS.wording, noun } });
}

it('counts events by severity, type and user, and names their first and last time', () => {
	const events = [
		eventBy('ada@example.com', 1, { type: '' }),
		eventBy(null, 2, { severity: 'odd', type: null, user_principal: null }),
		eventBy('Bob@example.com', 3, { severity: 'ERROR' }),
		eventBy('eve@example.com', 4),
		eventBy('bob@example.com', 5, { type: 'Identity' }),
	];

	expect(digestOf(events)).toEqual({
		summary:
			'5 events between 2024-05-01 14:01 and 14:05 (Europe/Berlin): 1 ERROR, 3 INFO, 1 odd; most often Bob@example.com (2)',
		count: 5,
		from: '2024-05-01T12:01:00.000Z',
		to: '2024-05-01T12:05:00.000Z',
		bySeverity: { ERROR: 1, WARN: 0, INFO: 3, DEBUG: 0, odd: 1 },
		byType: { Access: 2, unknown: 2, Identity: 1 },
		topUsers: [
			{ userEmail: 'Bob@example.com', count: 2 },
			{ userEmail: 'ada@example.com', count: 1 },
			{ userEmail: 'eve@example.com', count: 1 },
		],
		events: events.map(({ fields }) => fields),
	});
	const byType = Object.keys(digestOf(events).byType ?? {});
	expect(byType).toEqual(['Access', 'unknown', 'Identity']);
});

it.each<[readonly LoggedEvent[], string]>([
	[
		[eventBy('ada@example.com', 0, { severity: 'ERROR' })],
		'1 refusal at 2024-05-01 14:00 (Europe/Berlin): 1 ERROR; only ada@example.com',
	],
	[
		[eventBy(null, 0), eventBy('', 24 * 60)],
		'2 refusals between 2024-05-01 14:00 and 2024-05-02 14:00 (Europe/Berlin): 2 INFO',
	],
	[
		[eventBy('ada@example.com', 0), eventBy('bob@example.com', 0)],
		'2 refusals at 2024-05-01 14:00 (Europe/Berlin): 2 INFO',
	],
	[
		[eventBy('ada@example.com', 0), eventBy(null, 0)],
		'2 refusals at 2024-05-01 14:00 (Europe/Berlin): 2 INFO',
	],
	[
		['ada@example.com', 'ada@example.com', null].map((email) => eventBy(email, 0)),
		'3 refusals at 2024-05-01 14:00 (Europe/Berlin): 3 INFO; most often ada@example.com (2)',
	],
	[
		['A', 'B', 'C', 'D', 'E', 'F', 'F'].map((severity) => eventBy(null, 0, { severity })),
		'7 refusals at 2024-05-01 14:00 (Europe/Berlin): 1 A, 1 B, 1 C, 1 D, 1 E, 2 others',
	],
])('says in a sentence of what there is the most (%#)', (events, sentence) => {
	expect(digestOf(events, 'refusal').summary).toBe(sentence);
});

it('says it on one short line, whatever the log holds', () => {
	const odd = `a\nb<b>${'x'.repeat(100_000)}`;
	const events = Array.from({ length: 12_000 }, (_, at) =>
		eventBy(odd, 0, { severity: `${at % 100}${odd}` }),
	);
	expect(digestOf(events).summary).toMatch(/^12,000 events at [^\n<]{1,700}$/);
});

it('says how many were held back before all of its events, and that one comes again', () => {
	const settings: ItemSettings = { ...SETTINGS, suppressRepeatsMs: 1, afterRestart: 'repeatLast' };
	const [one, other] = [toAlert(eventBy(null, 0), true), toAlert(eventBy(null, 1))];
	const digest = toDigest(
		[
			{ ...one, suppressedCount: 2 },
			{ ...other, suppressedCount: 3 },
		],
		settings,
	);
	expect(digest).toMatchObject({ suppressed: 5, redelivered: true });
});

it('names only the busiest users', () => {
	const events = Array.from({ length: 30 }, (_, index) => eventBy(`user${index % 15}`, index));
	expect(digestOf(events).topUsers).toHaveLength(TOP_USERS);
});

it('counts a type by any name, also one that objects have of their own', () => {
	const { byType } = digestOf([eventBy('a', 0, { type: '__proto__' })]);
	expect(Object.entries(byType ?? {})).toEqual([['__proto__', 1]]);
});
