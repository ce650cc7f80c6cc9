import type { GroupKind } from '../../../../nodes/OrgEventLog/events/eventGroups';
import { groupOf, suppressionKeyOf } from '../../../../nodes/OrgEventLog/events/eventGroups';
import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';

const eventOf = (fields: EventFields) => ({ id: 'e', createdAtMs: 0, fields });

const by = (user_principal: object, service = 'Payroll'): EventFields => ({
	...{ user_principal, service: { name: service } },
});
const ADA = { user: { email: 'ada@example.com' } };
const NOBODY = { user: { email: '' } };
const from = (ip_address: string) => ({ client: { ip_address } });
const on = (device: object) => ({ device });

it.each<[GroupKind, string, EventFields, EventFields, boolean]>([
	['who', 'two addresses', by(from('203.0.113.7')), by(from('203.0.113.8')), false],
	['who', 'one address', by(from('203.0.113.7:1')), by(from('203.0.113.7:2')), true],
	['who', 'an e-mail address', by(ADA), by({ user: { email: 'Ada@example.com' } }), true],
	['user', 'an e-mail address', by(ADA), by({ user: { email: 'Ada@example.com' } }), true],
	['userAndService', 'two services', by(ADA), by(ADA, 'Wiki'), false],
	['userAndService', 'one service', by(ADA), by(ADA), true],
	['device', 'one id', by(on({ id: 'a', friendly_name: 'b' })), by(on({ id: 'a' })), true],
	['device', 'an id and a name', by(on({ id: 'a' })), by(on({ friendly_name: 'a' })), false],
	['address', 'two addresses', by(from('203.0.113.7')), by(from('203.0.113.8')), false],
	['happening', 'two types', { type: 'a' }, { type: 'b' }, false],
	['all', 'two types', { type: 'a' }, { type: 'b' }, true],
])('per %s, of %s: %j, %j', (groupKind, _what, one, other, isSame) => {
	const [first, second] = [one, other].map((fields) => groupOf(groupKind, eventOf(fields)));
	expect(first?.key).toEqual(expect.any(String));
	expect(first?.key === second?.key).toBe(isSame);
});

it.each<[GroupKind, EventFields]>([
	['who', {}],
	['user', by(NOBODY)],
	['userAndService', by(NOBODY)],
	['userAndService', { user_principal: ADA }],
	['device', by(ADA)],
	['address', by(ADA)],
])('per %s, %j is of no group, and holds back its own happening', (groupKind, fields) => {
	const event = eventOf(fields);
	expect(groupOf(groupKind, event)).toBeUndefined();
	expect(suppressionKeyOf(groupKind, event)).toBe(groupOf('happening', event)?.key);
});

it('has the value as the event has it, and none for all events', () => {
	const kinds: GroupKind[] = ['who', 'device', 'address', 'all'];
	const event = eventOf(by({ ...on({ id: 'a', friendly_name: 'b' }), ...from('203.0.113.7') }));
	expect(kinds.map((kind) => groupOf(kind, event)?.value)).toEqual(['b', 'a', '203.0.113.7', null]);
});
