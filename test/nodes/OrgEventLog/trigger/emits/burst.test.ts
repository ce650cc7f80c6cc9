import type { EventFields } from '../../../../../nodes/OrgEventLog/events/event';
import type { GroupKind } from '../../../../../nodes/OrgEventLog/events/eventGroups';
import { toBurstSentence } from '../../../../../nodes/OrgEventLog/trigger/emits/burst';

const NOON_MS = Date.UTC(2024, 4, 1, 12);
const REFUSED: EventFields = {
	...{ type: 'Access', action: 'deny', service: { name: 'Payroll' } },
	user_principal: { user: { email: 'ada@example.com' } },
};

function sentenceOf(
	groupKind: GroupKind,
	value: string | null,
	{ count = 5, stepMs = 45_000, noun = 'refusal', fields = REFUSED } = {},
): string {
	const events = Array.from({ length: count }, (_, at) => ({
		...{ id: `e-${at}`, createdAtMs: NOON_MS + at * stepMs, fields },
	}));
	const event = { id: 'last', createdAtMs: NOON_MS + (count - 1) * stepMs, fields };
	const alert = {
		event,
		events,
		group: { key: '', value },
		suppressedCount: 0,
		isRedelivered: false,
	};
	return toBurstSentence(alert, groupKind, noun);
}

const LAST = '5 refusals within 3 minutes, the last: ada@example.com was refused Payroll';

it.each<[GroupKind, string | null, string]>([
	['user', 'ada@example.com', 'ada@example.com: 5 refusals within 3 minutes'],
	['who', '203.0.113.7', '203.0.113.7: 5 refusals within 3 minutes'],
	['device', 'C02', 'Device C02: 5 refusals within 3 minutes'],
	['happening', 'd0293afc37c75618d6e8', LAST],
	['all', null, LAST],
])('says what a burst per %s of %j is', (groupKind, value, sentence) => {
	expect(sentenceOf(groupKind, value)).toBe(sentence);
});

it.each<[number, number, string, string]>([
	[2, 0, 'event', 'Eve: 2 events within 1 second'],
	[2, 1_500, 'event', 'Eve: 2 events within 2 seconds'],
	[3, 60_000, 'registration', 'Eve: 3 registrations within 120 seconds'],
	[1000, 121, 'event', 'Eve: 1,000 events within 3 minutes'],
])('%d events, %d ms apart', (count, stepMs, noun, sentence) => {
	expect(sentenceOf('user', 'Eve', { count, stepMs, noun })).toBe(sentence);
});

it('is one short line, whatever the log holds', () => {
	const odd = `a\nb<b>${'x'.repeat(100_000)}`;
	const fields = { user_principal: { user: { email: odd } }, service: { name: odd }, type: odd };
	for (const groupKind of ['user', 'device', 'happening', 'all'] as const)
		expect(sentenceOf(groupKind, odd, { fields })).toMatch(/^[^\n<]{1,380}$/);
});
