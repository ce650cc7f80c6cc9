import type { EventFields, LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import type { BurstGroupKind } from '../../../../../nodes/OrgEventLog/events/alertGroups';
import { toBurstSentence } from '../../../../../nodes/OrgEventLog/trigger/emits/burst';

const ADA = { user: { email: 'ada@example.com' } };
const PAYROLL = { service: { name: 'Payroll' }, type: 'Access' };

function eventsOf(count: number, stepMs: number, last: EventFields): LoggedEvent[] {
	return Array.from({ length: count }, (_, at) => ({
		id: `e-${at}`,
		createdAtMs: at * stepMs,
		fields: at === count - 1 ? last : {},
	}));
}

function sentenceOf(
	per: BurstGroupKind,
	value: string | null,
	last: EventFields,
	[count, stepMs, noun]: readonly [number, number, string] = [5, 45_000, 'refusal'],
): string {
	const events = eventsOf(count, stepMs, last);
	return toBurstSentence({ groupKind: per, value, events }, noun);
}

it.each<[BurstGroupKind, string | null, EventFields, string]>([
	[
		'user',
		'ada@example.com',
		{ user_principal: ADA, ...PAYROLL },
		'ada@example.com: 5 refusals within 3 minutes (last at Payroll)',
	],
	[
		'user',
		'ada@example.com',
		{ user_principal: ADA, type: 'Identity' },
		'ada@example.com: 5 refusals within 3 minutes',
	],
	['who', '203.0.113.7', {}, '203.0.113.7: 5 refusals within 3 minutes'],
	[
		'device',
		'C02',
		{ user_principal: ADA, ...PAYROLL },
		'Device C02: 5 refusals within 3 minutes (last: ada@example.com at Payroll)',
	],
	[
		'happening',
		'd0293afc37c75618d6e8',
		{ user_principal: { client: { ip_address: '203.0.113.7:51724' } }, ...PAYROLL },
		'5 refusals of the same kind within 3 minutes (last from 203.0.113.7 at Payroll)',
	],
	['all', null, { user_principal: ADA }, '5 refusals within 3 minutes (last: ada@example.com)'],
])('says what a burst per %s of %j is', (per, value, last, sentence) => {
	expect(sentenceOf(per, value, last)).toBe(sentence);
});

it.each<[number, number, string, string]>([
	[2, 0, 'event', '2 events within 1 second'],
	[2, 1_500, 'event', '2 events within 2 seconds'],
	[3, 60_000, 'registration', '3 registrations within 120 seconds'],
	[1000, 121, 'event', '1,000 events within 3 minutes'],
])('%d events, %d ms apart', (count, stepMs, noun, sentence) => {
	expect(sentenceOf('all', null, {}, [count, stepMs, noun])).toBe(sentence);
});

it('is one short line, whatever the log holds', () => {
	const odd = `a\nb<b>${'x'.repeat(100_000)}`;
	const last = { user_principal: { user: { email: odd } }, service: { name: odd }, type: odd };
	for (const per of ['user', 'device', 'happening', 'all'] as const) {
		expect(sentenceOf(per, odd, last)).toMatch(/^[^\n<]{1,380}$/);
	}
});
