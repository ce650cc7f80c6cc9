import type { EventFields, LoggedEvent } from '../../../../nodes/OrgEventLog/api/event';
import { simplify } from '../../../../nodes/OrgEventLog/output/columns';
import { SIMPLIFIED_COLUMNS } from '../../../../nodes/OrgEventLog/parameters/columns';

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
		},
	},
	service: { id: 's-1', name: 'wiki' },
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
			['type', 'Registration'],
			['subType', 'Device'],
			['action', 'Unregister'],
			['result', 'WARN'],
			['message', 'Device unregistered'],
			['userEmail', 'ada@example.com'],
			['deviceName', "Ada's laptop"],
			['serialNumber', 'C02'],
			['platform', 'macOS'],
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
					device: { friendly_name: '', serial_number: '', platform: '' },
				},
			},
		],
		['user and device are null', { user_principal: { user: null, device: null } }],
		['user and device are something else', { user_principal: { user: 'ada', device: [1] } }],
		['the principal is a list', { user_principal: [] }],
	])('leaves columns null, and all there, where %s', (_what, fields) => {
		const { id, createdAt, severityLevel, dedupeKey, ...others } = simplify(eventOf(fields));

		expect([id, createdAt, severityLevel]).toEqual(['e-1', '2024-05-01T12:00:00.007Z', 0]);
		expect(dedupeKey).toHaveLength(20);
		expect(Object.values(others)).toEqual(Array(11).fill(null));
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

	it('takes the message from whichever of its two names has one', () => {
		expect(simplify(eventOf({ message: '', messages: 'other' })).message).toBe('other');
	});

	it('puts in as JSON what is no single value', () => {
		const simplified = simplify(eventOf({ message: ['a', ''], result: { code: 7 } }));

		expect(simplified).toMatchObject({ message: '["a",""]', result: '{"code":7}' });
	});
});
