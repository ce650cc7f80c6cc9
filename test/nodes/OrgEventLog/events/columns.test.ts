import type { EventFields, LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { SIMPLIFIED_COLUMNS, simplify } from '../../../../nodes/OrgEventLog/events/columns';

const CREATED_AT_MS = Date.UTC(2024, 4, 1, 12, 0, 0, 7);

function eventOf(fields: EventFields): LoggedEvent {
	return { id: 'e-1', createdAtMs: CREATED_AT_MS, fields };
}

describe('simplify', () => {
	it('has nineteen columns in the order in which a person reads', () => {
		expect(SIMPLIFIED_COLUMNS).toEqual([
			...['summary', 'who', 'createdAt', 'severity', 'message', 'userEmail', 'service', 'action'],
			...['type', 'subType', 'result', 'deviceName', 'serialNumber', 'platform', 'ipAddress'],
			...['severityLevel', 'id', 'externalId', 'dedupeKey'],
		]);
	});

	it.each<[string, EventFields]>([
		['everything is missing', {}],
		['user and device are something else', { user_principal: { user: 'ada', device: [1] } }],
		['the principal is a list', { user_principal: [] }],
	])('leaves columns null, and all there, where %s', (_what, fields) => {
		const { summary, id, createdAt, severityLevel, dedupeKey, ...others } = simplify(
			eventOf(fields),
		);

		expect(summary).toBe('Somebody: an event without details');

		expect([id, createdAt, severityLevel]).toEqual(['e-1', '2024-05-01T12:00:00.007Z', 0]);
		expect(dedupeKey).toHaveLength(20);
		expect(Object.values(others)).toEqual(Array(14).fill(null));
	});

	it.each([
		[{ message: 'a', messages: 'b' }, 'a'],
		[{ messages: 'b' }, 'b'],
	])('takes the message from where List or Feed has it: %j', (fields, message) => {
		expect(simplify(eventOf(fields)).message).toBe(message);
	});

	it.each([
		['203.0.113.7:51724', '203.0.113.7'],
		['203.0.113.7', '203.0.113.7'],
		['[2001:db8::7]:443', '2001:db8::7'],
		['2001:db8::7', '2001:db8::7'],
		['2001:db8:0:0:0:0:0:7', '2001:db8:0:0:0:0:0:7'],
		['2001:db8:0:0:0:0:0:7:443', '2001:db8:0:0:0:0:0:7'],
		['::ffff:203.0.113.7:443', '::ffff:203.0.113.7'],
		['client.example.com:443', 'client.example.com'],
		[':443', null],
		[['203.0.113.7'], '["203.0.113.7"]'],
	])('gives the address of the client %j as %j', (address, expected) => {
		const fields = { user_principal: { client: { ip_address: address } } };
		expect(simplify(eventOf(fields)).ipAddress).toBe(expected);
	});

	it.each([undefined, null, '', ':443'])(
		'gives the last address of the device where that of the client is %j',
		(address) => {
			const device = { last_ip_address: '198.51.100.20:9' };
			const fields = { user_principal: { device, client: { ip_address: address } } };
			expect(simplify(eventOf(fields)).ipAddress).toBe('198.51.100.20');
		},
	);

	it('takes no time for an address that is none', () => {
		const fields = { user_principal: { client: { ip_address: `${'.1'.repeat(500_000)}` } } };
		const startedAt = performance.now();
		simplify(eventOf(fields));
		expect(performance.now() - startedAt).toBeLessThan(2000);
	});
});
