import fc from 'fast-check';
import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import { dedupeKeyOf } from '../../../../nodes/OrgEventLog/events/dedupeKey';

const FIELDS: EventFields = {
	id: 'e-1',
	severity: 'WARN',
	action: 'Unregister',
	type: 'Registration',
	sub_type: 'Device',
	message: 'Device unregistered',
	result: 'WARN',
	created_at: Date.UTC(2024, 4, 1, 12, 0, 0, 7),
	created_at_ns: '1714564800007654321',
	external_id: 'x-1',
	user_principal: {
		user: { email: 'ada@example.com', groups: ['Everyone'], roles: null },
		device: { id: 'd-1', friendly_name: "Ada's laptop", serial_number: 'C02' },
	},
	service: { id: 's-1', name: 'wiki' },
};

const key = dedupeKeyOf(FIELDS);

function withDevice(device: EventFields): EventFields {
	return { ...FIELDS, user_principal: { user: { email: 'ada@example.com' }, device } };
}

it('stays as it is from release to release, for workflows store it', () => {
	expect(key).toBe('3b42cde2272b5c521bbd');
});

it.each(['id', 'created_at', 'created_at_ns', 'message', 'result', 'severity', 'external_id'])(
	'does not depend on %s where a user or a device is named',
	(name) => {
		expect(dedupeKeyOf({ ...FIELDS, [name]: 'another' })).toBe(key);
	},
);

it.each<[string, EventFields]>([
	['type', { ...FIELDS, type: 'Access' }],
	['subtype', { ...FIELDS, sub_type: 'User' }],
	['action', { ...FIELDS, action: 'Register' }],
	[
		'user',
		{ ...FIELDS, user_principal: { device: { id: 'd-1' }, user: { email: 'b@example.com' } } },
	],
	['device', withDevice({ id: 'd-2' })],
	['service', { ...FIELDS, service: { id: 's-2', name: 'wiki' } }],
	['destination', { ...FIELDS, service: {}, link: { destination: { service_name: 'wiki' } } }],
	['being without a service', { ...FIELDS, service: undefined }],
])('depends on the %s', (_what, fields) => {
	expect(dedupeKeyOf(fields)).not.toBe(key);
});

it('knows a device by its id, or else its serial number, or else its name, never mixing them', () => {
	expect(dedupeKeyOf(withDevice({ id: 'd-1', serial_number: 'other' }))).toBe(key);
	const keys = ['id', 'serial_number', 'friendly_name'].map((name) =>
		dedupeKeyOf(withDevice({ [name]: 'd-1' })),
	);
	expect(new Set(keys).size).toBe(3);
});

it.each(['type', 'sub_type', 'action', 'service'])('takes an empty %s for none', (name) => {
	expect(dedupeKeyOf({ ...FIELDS, [name]: '' })).toBe(dedupeKeyOf({ ...FIELDS, [name]: null }));
});

it('takes an empty user and an empty device for none', () => {
	const nobody = { email: '' };
	const nothing = { id: '', serial_number: '', friendly_name: '' };
	const keys = [
		dedupeKeyOf({ ...FIELDS, user_principal: { user: nobody, device: nothing } }),
		dedupeKeyOf({ ...FIELDS, user_principal: { user: null, device: null } }),
		dedupeKeyOf({ ...FIELDS, user_principal: undefined }),
	];
	expect(new Set(keys).size).toBe(1);
	expect(dedupeKeyOf(withDevice({ id: '', serial_number: 'C02' }))).toBe(
		dedupeKeyOf(withDevice({ serial_number: 'C02' })),
	);
});

describe('where neither a user nor a device is named', () => {
	const saying = (message: string) => dedupeKeyOf({ type: 'Access', action: 'deny', message });

	it('is the same for one client from two ports, at two times, under two policy versions', () => {
		const role = (version: number, port: number) =>
			saying(
				`Client ManagedDevice-A1 has NO authorized role. Policy infra version ${version}: denied 192.0.2.7:${port}->192.0.2.9:443`,
			);
		expect(role(8, 51724)).toBe(role(12, 60001));
		const certificate = (port: number) =>
			saying(`No valid client certificate: 192.0.2.7:${port}->192.0.2.9:443`);
		expect(certificate(53825)).toBe(certificate(1024));
	});

	it('is another for another client or another address', () => {
		const messages = [
			'Client ManagedDevice-A1 has NO authorized role: 192.0.2.7:51724->192.0.2.9:443',
			'Client ManagedDevice-A2 has NO authorized role: 192.0.2.7:51724->192.0.2.9:443',
			'Client ManagedDevice-A1 has NO authorized role: 192.0.2.8:51724->192.0.2.9:443',
			'Client ManagedDevice-A1 has NO authorized role: 192.0.2.7:51724->192.0.2.10:443',
		];
		expect(new Set(messages.map(saying)).size).toBe(4);
	});

	it('is another for another service account', () => {
		const rejected = (name: string) =>
			dedupeKeyOf({ type: 'Token', message: 'Token rejected', service_account: { name } });
		expect(rejected('backup')).not.toBe(rejected('deploy'));
		expect(rejected('backup')).toBe(rejected('backup'));
	});

	it('is the same from List and from Feed, and for a message that is empty or absent', () => {
		expect(dedupeKeyOf({ type: 'Access', messages: 'No' })).toBe(
			dedupeKeyOf({ type: 'Access', message: 'No' }),
		);
		expect(dedupeKeyOf({ type: 'Access', message: '' })).toBe(dedupeKeyOf({ type: 'Access' }));
	});
});

it('is different wherever what happened differs, however the values are cut', () => {
	const word = fc.constantFrom('', 'a', 'b', 'ab', '"', '","', 'null', '|', ',', '\u0000');
	const what = fc.tuple(word, word, word, fc.option(word), fc.option(word));
	fc.assert(
		fc.property(what, what, (one, other) => {
			const keyOf = ([type, sub_type, action, email, message]: typeof one) =>
				dedupeKeyOf({ type, sub_type, action, message, user_principal: { user: { email } } });
			const partsOf = ([type, sub_type, action, email, message]: typeof one) =>
				[type, sub_type, action, email, email ? '' : message].map((part) => part ?? '');
			const alike = partsOf(one).join('\n') === partsOf(other).join('\n');

			expect(keyOf(one) === keyOf(other)).toBe(alike);
		}),
		{ numRuns: 2_000, seed: 4 },
	);
});
