import type { EventFields, LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import type { Wording } from '../../../../../nodes/OrgEventLog/parameters/parseTriggerSettings';
import { TOP_USERS, toDigest } from '../../../../../nodes/OrgEventLog/trigger/emits/digestContents';

const WORDING: Wording = { noun: 'event', timezone: 'Europe/Berlin' };
const NOON_MS = Date.UTC(2024, 4, 1, 12);

function eventBy(email: string | null, minute: number, fields: EventFields = {}): LoggedEvent {
	return {
		id: `e-${minute}`,
		createdAtMs: NOON_MS + minute * 60_000,
		fields: { severity: 'INFO', type: 'Access', user_principal: { user: { email } }, ...fields },
	};
}

describe('toDigest', () => {
	it('counts events by severity, type and user, and names their first and last time', () => {
		const events = [
			eventBy('bob@example.com', 3, { severity: 'ERROR' }),
			eventBy('ada@example.com', 1),
			eventBy(null, 2, { severity: 'odd', type: null, user_principal: null }),
			eventBy('bob@example.com', 5, { type: 'Identity' }),
			eventBy('eve@example.com', 4),
		];

		expect(toDigest(events, ({ id }) => id, WORDING)).toEqual({
			summary:
				'5 events between 2024-05-01 14:01 and 14:05 (Europe/Berlin): 1 ERROR, 3 INFO, 1 odd; most often bob@example.com (2)',
			count: 5,
			from: '2024-05-01T12:01:00.000Z',
			to: '2024-05-01T12:05:00.000Z',
			bySeverity: { ERROR: 1, WARN: 0, INFO: 3, DEBUG: 0, odd: 1 },
			byType: { Access: 3, Identity: 1, unknown: 1 },
			topUsers: [
				{ userEmail: 'bob@example.com', count: 2 },
				{ userEmail: 'ada@example.com', count: 1 },
				{ userEmail: 'eve@example.com', count: 1 },
			],
			events: ['e-3', 'e-1', 'e-2', 'e-5', 'e-4'],
		});
	});

	it.each<[string, readonly LoggedEvent[], string]>([
		[
			'refusal',
			[eventBy('ada@example.com', 0, { severity: 'ERROR' })],
			'1 refusal at 2024-05-01 14:00 (Europe/Berlin): 1 ERROR; only ada@example.com',
		],
		[
			'refusal',
			[eventBy(null, 0), eventBy('', 24 * 60)],
			'2 refusals between 2024-05-01 14:00 and 2024-05-02 14:00 (Europe/Berlin): 2 INFO',
		],
		[
			'refusal',
			[eventBy('ada@example.com', 0), eventBy('bob@example.com', 0)],
			'2 refusals at 2024-05-01 14:00 (Europe/Berlin): 2 INFO',
		],
		[
			'refusal',
			[eventBy('ada@example.com', 0), eventBy(null, 0)],
			'2 refusals at 2024-05-01 14:00 (Europe/Berlin): 2 INFO',
		],
		['event', [{ ...eventBy(null, 0), createdAtMs: Number.MAX_SAFE_INTEGER }], '1 event: 1 INFO'],
	])('says in a sentence of what there is the most (%s)', (noun, events, sentence) => {
		expect(toDigest(events, () => null, { ...WORDING, noun }).summary).toBe(sentence);
	});

	it('says it on one short line, whatever the log holds', () => {
		const odd = `a\nb<b>${'x'.repeat(100_000)}`;
		const events = Array.from({ length: 300 }, (_, at) =>
			eventBy(odd, 0, { severity: `${at % 100}${odd}` }),
		);
		const { summary } = toDigest(events, () => null, WORDING);
		expect(summary).toMatch(/^300 events at [^\n<]{1,700}$/);
	});

	it('names only the busiest users', () => {
		const events = Array.from({ length: 30 }, (_, index) => eventBy(`user${index % 15}`, index));

		expect(toDigest(events, () => null, WORDING).topUsers).toHaveLength(TOP_USERS);
	});

	it('counts a type by any name, also one that objects have of their own', () => {
		const { byType } = toDigest([eventBy('a', 0, { type: '__proto__' })], () => null, WORDING);

		expect(Object.entries(byType)).toEqual([['__proto__', 1]]);
	});

	it('is a digest also of nothing', () => {
		expect(toDigest([], () => null, WORDING)).toMatchObject({
			count: 0,
			from: null,
			to: null,
			events: [],
		});
	});

	it('takes a poll of 200,000 events', () => {
		const events = Array.from({ length: 200_000 }, () => eventBy('a', 0));

		expect(toDigest(events, () => null, WORDING).count).toBe(200_000);
	});
});
