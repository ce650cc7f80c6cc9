import fc from 'fast-check';
import { dedupeKeyOf } from '../../../../nodes/OrgEventLog/events/dedupeKey';

it('stays as it is from release to release, for workflows store it', () => {
	const user = { email: 'ada@example.com' };
	const service = { id: 's-1', name: 'wiki' };
	const what = { type: 'Registration', sub_type: 'Device', action: 'Unregister' };
	const fields = { ...what, service, user_principal: { user, device: { id: 'd-1' } } };
	expect(dedupeKeyOf(fields)).toBe('3b42cde2272b5c521bbd');
});

describe('where neither a user nor a device is named', () => {
	const saying = (message: string) => dedupeKeyOf({ type: 'Access', action: 'deny', message });

	it('is another for another client or another address', () => {
		const messages = [
			'Client ManagedDevice-A1 has NO authorized role: 192.0.2.7:51724->192.0.2.9:443',
			'Client ManagedDevice-A2 has NO authorized role: 192.0.2.7:51724->192.0.2.9:443',
			'Client ManagedDevice-A1 has NO authorized role: 192.0.2.8:51724->192.0.2.9:443',
			'Client ManagedDevice-A1 has NO authorized role: 192.0.2.7:51724->192.0.2.10:443',
		];
		expect(new Set(messages.map(saying)).size).toBe(4);
	});
});

it.each([{ user: { email: 'ada@example.com' } }, { device: { id: 'd-1', serial_number: 'S-1' } }])(
	'is the same whatever is said where %j is named',
	(user_principal) => {
		const keyOf = (message: string) => dedupeKeyOf({ type: 'Access', user_principal, message });
		expect(keyOf('no role')).toBe(keyOf('no right'));
	},
);

it('is another for another service, also where only the link names it', () => {
	const keyOf = (service_name: string) => dedupeKeyOf({ link: { destination: { service_name } } });
	expect(keyOf('Payroll')).not.toBe(keyOf('Wiki'));
});

it('is another one where nothing is said than where null is', () => {
	expect(dedupeKeyOf({ type: 'Access' })).not.toBe(
		dedupeKeyOf({ type: 'Access', message: 'null' }),
	);
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
		{ numRuns: 500, seed: 4 },
	);
});
