import type { EventFields, LoggedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { simplify, SIMPLIFIED_COLUMNS } from '../../../../nodes/OrgEventLog/events/columns';

const CREATED_AT_MS = Date.UTC(2024, 4, 1, 12, 0, 0, 7);
const FIELDS: EventFields = {
	id: 'e-1',
	org_id: 'o-1',
	org_name: 'Example',
	severity: 'WARN',
	action: 'Unregister',
	type: 'Registration',
	sub_type: 'Device',
	message: 'Device unregistered',
	result: 'WARN',
	created_at: CREATED_AT_MS,
	created_at_ns: '1714564800007654321',
	external_id: 'x-1',
	user_principal: {
		user: { email: 'ada@example.com', groups: ['Everyone'], roles: null },
		device: {
			id: 'd-1',
			friendly_name: "Ada's laptop",
			serial_number: 'C02',
			platform: 'macOS',
			last_ip_address: '198.51.100.20',
		},
		client: { ip_address: '203.0.113.7:51724', user_agent: '' },
	},
	service: { id: 's-1', name: 'wiki' },
	link: { destination: { service_name: 'gateway' } },
};

function eventOf(fields: EventFields): LoggedEvent {
	return { id: 'e-1', createdAtMs: CREATED_AT_MS, fields };
}

describe('simplify', () => {
	it('gives the columns of the contract, in its order', () => {
		const simplified = simplify(eventOf(FIELDS));

		expect(Object.entries(simplified)).toEqual([
			['createdAt', '2024-05-01T12:00:00.007Z'],
			['severity', 'WARN'],
			['message', 'Device unregistered'],
			['userEmail', 'ada@example.com'],
			['service', 'wiki'],
			['action', 'Unregister'],
			['type', 'Registration'],
			['subType', 'Device'],
			['result', 'WARN'],
			['deviceName', "Ada's laptop"],
			['serialNumber', 'C02'],
			['platform', 'macOS'],
			['ipAddress', '203.0.113.7'],
			['severityLevel', 3],
			['id', 'e-1'],
			['externalId', 'x-1'],
			['dedupeKey', expect.stringMatching(/^[0-9a-f]{20}$/)],
		]);
		expect(Object.keys(simplified)).toEqual(SIMPLIFIED_COLUMNS);
	});

	it('gives the same for List and Feed, which name the message differently', () => {
		const { message, created_at_ns, ...shared } = FIELDS;
		const fromFeed = simplify(eventOf({ ...shared, messages: message, group_id: 'g' }));

		expect(created_at_ns).toBeDefined();
		expect(fromFeed).toEqual(simplify(eventOf(FIELDS)));
	});

	it.each<[string, EventFields]>([
		['everything is missing', {}],
		['everything is null', Object.fromEntries(Object.keys(FIELDS).map((name) => [name, null]))],
		['everything is empty', Object.fromEntries(Object.keys(FIELDS).map((name) => [name, '']))],
		[
			'user and device have empty texts',
			{
				user_principal: {
					user: { email: '' },
					device: { friendly_name: '', serial_number: '', platform: '', last_ip_address: '' },
					client: { ip_address: '' },
				},
				service: { id: '', name: '' },
				link: { destination: { service_name: '' } },
			},
		],
		['user and device are null', { user_principal: { user: null, device: null } }],
		['user and device are something else', { user_principal: { user: 'ada', device: [1] } }],
		['the principal is a list', { user_principal: [] }],
	])('leaves columns null, and all there, where %s', (_what, fields) => {
		const { id, createdAt, severityLevel, dedupeKey, ...others } = simplify(eventOf(fields));

		expect([id, createdAt, severityLevel]).toEqual(['e-1', '2024-05-01T12:00:00.007Z', 0]);
		expect(dedupeKey).toHaveLength(20);
		expect(Object.values(others)).toEqual(Array(13).fill(null));
	});

	it.each([
		['DEBUG', 1],
		['INFO', 2],
		['WARN', 3],
		['ERROR', 4],
		['error', 4],
		['FATAL', 0],
		[3, 0],
		[null, 0],
	])('gives severity %j the level %d', (severity, level) => {
		expect(simplify(eventOf({ severity })).severityLevel).toBe(level);
	});

	it.each([
		[
			'the name of the service',
			{ service: { name: 'wiki' }, link: { destination: { service_name: 'x' } } },
		],
		['the destination', { service: { name: '' }, link: { destination: { service_name: 'wiki' } } }],
		['the destination alone', { link: { destination: { service_name: 'wiki' } } }],
	])('takes the service from %s', (_what, fields: EventFields) => {
		expect(simplify(eventOf(fields)).service).toBe('wiki');
	});

	it.each([
		['203.0.113.7:51724', '203.0.113.7'],
		['203.0.113.7', '203.0.113.7'],
		['[2001:db8::7]:443', '2001:db8::7'],
		['[2001:db8::7]', '2001:db8::7'],
		['2001:db8::7', '2001:db8::7'],
		['2001:db8:0:0:0:0:0:7', '2001:db8:0:0:0:0:0:7'],
		['2001:db8:0:0:0:0:0:7:443', '2001:db8:0:0:0:0:0:7'],
		['::ffff:203.0.113.7:443', '::ffff:203.0.113.7'],
		['::', '::'],
		['client.example.com:443', 'client.example.com'],
		['nowhere', 'nowhere'],
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

	it('takes the message from whichever of its two names has one', () => {
		expect(simplify(eventOf({ message: '', messages: 'other' })).message).toBe('other');
	});

	it('puts in as JSON what is no single value', () => {
		const simplified = simplify(eventOf({ message: ['a', ''], result: { code: 7 } }));

		expect(simplified).toMatchObject({ message: '["a",""]', result: '{"code":7}' });
	});
});
