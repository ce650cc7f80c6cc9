import fc from 'fast-check';
import type { EventFields } from '../../../../nodes/OrgEventLog/events/event';
import {
	MAX_SUMMARY_LENGTH,
	toSummarySentence,
} from '../../../../nodes/OrgEventLog/events/summarySentence';
import { NO_DEVICE, NOBODY, makeDevice, makeUser } from '../../../../sandbox/service';

const from = (address: string) => ({ client: { ip_address: `${address}:52095`, user_agent: '' } });

/** As services log it: nobody is named, and who it was stands in the message. */
const unauthorized = (service: string, said: string, address = '203.0.113.7'): EventFields => ({
	...{ type: 'Access', sub_type: 'Connection', action: 'Unauthorized', severity: 'ERROR' },
	...{ result: '', message: `${said}: ${address}:52095->172.31.1.88:443` },
	user_principal: { device: NO_DEVICE, user: NOBODY, ...from(address) },
	service: { name: service },
});

const NO_ROLE =
	'Client ManagedDevice-A1 has NO authorized role. Policy infra version 8: Client roles=[]';
const SINCE = 'Since 2021-01-26 22:59:59.913098752 +0000 UTC m=+701988.636: PERIODIC';

const OF_ADA = { user: makeUser({ email: 'ada@example.com' }), ...from('198.51.100.20') };
const STRANGER = { device: NO_DEVICE, user: NOBODY, ...from('203.0.113.40') };

/** What is not known of a service is an empty text. */
const signingIn = (
	action: string,
	message: string,
	user_principal: object = OF_ADA,
	service = '',
): EventFields => ({
	...{ type: 'Identity', sub_type: 'UserPrincipal', action, message, user_principal },
	service: { name: service },
});

const ofDevice = (type: string, action: string, message: string): EventFields => ({
	...{ type, sub_type: 'Device', action, message, service: { name: '' } },
	user_principal: { user: OF_ADA.user, device: makeDevice({ friendly_name: "Ada's laptop" }) },
});

it.each<[string, EventFields]>([
	[
		'203.0.113.7 was refused Payroll: client ManagedDevice-A1 has NO authorized role',
		unauthorized('Payroll', NO_ROLE),
	],
	[
		'203.0.113.7 was refused Wiki: client ManagedDevice-A1 has NO authorized role',
		unauthorized('Wiki', `${SINCE} ${NO_ROLE}`),
	],
	[
		'203.0.113.9 was refused Payroll: no valid client certificate',
		unauthorized('Payroll', 'No valid client certificate', '203.0.113.9'),
	],
	[
		'203.0.113.40 was refused sign-in: unknown devices not allowed',
		signingIn('Deny', 'FAILED - unknown devices not allowed', STRANGER),
	],
	[
		'ada@example.com was refused sign-in from 198.51.100.20: your TrustScore is low',
		signingIn('Deny', 'FAILED - Your TrustScore is low. Please contact your administrator.'),
	],
	[
		'ada@example.com signed in to Wiki from 198.51.100.20: access token granted',
		signingIn('Grant', 'SUCCESS - access token granted', OF_ADA, 'Wiki'),
	],
	[
		'ada@example.com signed in from 198.51.100.20: access token granted',
		signingIn('Grant', 'SUCCESS - access token granted'),
	],
	[
		"ada@example.com passed the identity provider's check from 198.51.100.20: Authorization Code Generated",
		signingIn('IDP', 'SUCCESS - Authorization Code Generated'),
	],
	[
		'ada@example.com passed the certificate check from C02: certificate is not revoked',
		signingIn('OCSP', 'SUCCESS - certificate is not revoked', {
			user: OF_ADA.user,
			device: { ...NO_DEVICE, serial_number: 'C02' },
		}),
	],
	[
		'ada@example.com passed the device management check from 198.51.100.20: device is managed',
		signingIn('MDM', 'SUCCESS - device is managed'),
	],
	[
		'ada@example.com accessed Wiki from 198.51.100.20',
		{
			...{ type: 'Access', sub_type: 'Resource', action: 'Authorized', message: 'Authorized' },
			...{ user_principal: OF_ADA, service: { name: 'Wiki' } },
		},
	],
	[
		"ada@example.com got a new trust score for the device Ada's laptop",
		ofDevice('TrustScoring', 'TrustScoreCalculate', 'Trustscore calculated'),
	],
	[
		"ada@example.com registered the device Ada's laptop",
		ofDevice('Registration', 'Register', 'Device registered successfully'),
	],
	[
		"ada@example.com unregistered the device Ada's laptop",
		ofDevice('Registration', 'Unregister', 'Device unregistered successfully'),
	],
])('tells of what services log: %s', (sentence, fields) => {
	expect(toSummarySentence(fields)).toBe(sentence);
});

const ADA = { user: { email: 'ada@example.com' } };
const AT_HOME = { ...ADA, client: { ip_address: '198.51.100.20:51724' } };
const LAPTOP = { friendly_name: "Ada's laptop", serial_number: 'C02' };
const C = { friendly_name: 'C' };
const C02 = { serial_number: 'C02' };
const COMPROMISED = { ...C, compromised_status: 'TRUE' };
const SIGNED_IN = { type: 'Identity', action: 'Grant' };
const PAYROLL = { name: 'Payroll' };

it.each<[string, EventFields]>([
	[
		"ada@example.com could not register the device Ada's laptop: limit reached",
		{
			...{ type: 'Registration', action: 'Register Failed', message: 'limit reached' },
			user_principal: { ...ADA, device: LAPTOP },
		},
	],
	[
		"Ada's laptop was registered",
		{ type: 'Registration', action: 'Register', user_principal: { device: LAPTOP } },
	],
	[
		'Device C02 was refused access from 198.51.100.20',
		{
			...{ type: 'Access', action: 'ACCESS_DENIED' },
			user_principal: { device: { serial_number: 'C02', last_ip_address: '198.51.100.20' } },
		},
	],
	[
		"ada@example.com was refused Payroll from Ada's laptop",
		{
			action: 'denied',
			type: 'Access',
			service: PAYROLL,
			user_principal: { ...ADA, device: LAPTOP },
		},
	],
	['Somebody was refused registration', { type: 'Registration', action: 'Register Denied' }],
	[
		'Somebody was refused access (Threat): trojan',
		{ type: 'Threat', action: 'blocked', message: 'trojan' },
	],
	[
		'ada@example.com: Grant Failed (Identity)',
		{ type: 'Identity', action: 'Grant Failed', user_principal: ADA },
	],
	[
		'ada@example.com failed the certificate check: certificate is revoked',
		{
			type: 'Identity',
			action: 'OCSP',
			user_principal: ADA,
			message: 'FAILED - certificate is revoked',
		},
	],
	[
		'ada@example.com was refused sign-in (device not compliant)',
		{
			...{ type: 'Identity', action: 'Deny' },
			user_principal: {
				...ADA,
				device: makeDevice({
					compliance_status: 'NonCompliant',
					friendly_name: '',
					serial_number: '',
				}),
			},
		},
	],
	[
		'ada@example.com: Policy Changed (Audit) from 198.51.100.20: infra is disabled',
		{
			type: 'Audit',
			action: 'Policy Changed',
			user_principal: AT_HOME,
			message: 'infra is disabled',
		},
	],
	['Somebody: Scan at Payroll', { action: 'Scan', service: PAYROLL }],
	['Somebody: Compliance: overdue', { type: 'Compliance', message: 'overdue' }],
	['Somebody: disk full', { message: 'disk full ...' }],
	[
		'ada@example.com: Grant (Identity): limit reached',
		{
			type: 'Identity',
			action: 'Grant',
			result: 'ERROR',
			user_principal: ADA,
			message: 'limit reached',
		},
	],
	['Somebody: Not Registered (Registration)', { type: 'Registration', action: 'Not Registered' }],
	[
		'Somebody: Sync (Job): failed, disk full',
		{ type: 'Job', action: 'Sync', message: 'FAILED - disk full' },
	],
	['Somebody was granted access', { type: 'Access', action: 'Authorized' }],
	['Somebody was refused access', { type: 'Access', action: 'NOT_ALLOWED' }],
	['Somebody: Cannot authorize (Access)', { type: 'Access', action: 'Cannot authorize' }],
	['Somebody got a new trust score', { action: 'TrustScoreCalculate' }],
	['C got a new trust score', { action: 'TrustScore', user_principal: { device: C } }],
	['ada@example.com got a new trust score', { action: 'TrustScore', user_principal: ADA }],
	['Somebody registered a device', { type: 'Registration', action: 'Register' }],
	[
		'Somebody could not register a device: limit reached',
		{ type: 'Registration', action: 'Register', message: 'FAILED - limit reached' },
	],
	['Device C02 was refused access', { action: 'denied', user_principal: { device: C02 } }],
	['Somebody: Scan', { action: 'Scan', message: 'scan' }],
	[
		'C signed in (device compromised)',
		{ ...SIGNED_IN, message: 'SUCCESS - signed in', user_principal: { device: COMPROMISED } },
	],
	['Somebody: an event without details', {}],
	[
		'Somebody: an event without details',
		{ type: ' ', action: '', message: '\u200b\n', user_principal: { user: { email: '  ' } } },
	],
	['Somebody: 7 (true): {"a":1}', { type: true, action: 7, message: { a: 1 } }],
	[
		'Somebody: Sync (Job): Done for db.example.com, next',
		{
			...{ type: 'Job', action: 'Sync' },
			message:
				'Done at 2024-05-01 12:00:00.123 +0000 UTC m=+529733.68 for db.example.com:5432, next at 12:30:00',
		},
	],
	[
		'Somebody: Sync (Job): Failed. Disk full',
		{ type: 'Job', action: 'Sync', message: 'Failed. Disk full.\nPlease empty it' },
	],
	[
		'Somebody: Note (‹!channel›): (click)(https://evil.example.com)',
		{ type: '<!channel>', action: 'Note', message: '[click](https://evil.example.com)' },
	],
])('tells: %s', (sentence, fields) => {
	expect(toSummarySentence(fields)).toBe(sentence);
});

it('is one line of bounded length without ports and times, whatever an event holds', () => {
	const word = fc.oneof(
		fc.string(),
		fc.constantFrom(
			'Deny',
			'Access',
			'Identity',
			'OCSP',
			'Register',
			'',
			'  ',
			'a\nb',
			'x'.repeat(500),
		),
		fc.jsonValue(),
	);
	const anyTimes = fc
		.array(fc.constantFrom('203.0.113.7:51724', '2021-01-27 06:24:35.36 +0000 UTC m=+52.6', 'X'))
		.map((parts) => parts.join(' '));
	const principal = fc.record(
		{
			user: fc.record({ email: word }),
			device: fc.record({ friendly_name: word, serial_number: word }),
			client: fc.record({ ip_address: word }),
		},
		{ requiredKeys: [] },
	);
	const fields = fc.record(
		{
			...{
				type: word,
				sub_type: word,
				action: word,
				severity: word,
				message: fc.oneof(word, anyTimes),
			},
			...{
				service: fc.record({ name: word }),
				user_principal: fc.oneof(principal, fc.jsonValue()),
			},
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(fields, (event) => {
			const sentence = toSummarySentence(event);
			expect(sentence).toBe(sentence.trim());
			expect(sentence).toMatch(/^[^\p{C}]+$/u);
			expect([...sentence].length).toBeLessThanOrEqual(MAX_SUMMARY_LENGTH + 1);
			expect(sentence).not.toMatch(/<|\[|m=\+|203\.0\.113\.7:|06:24/);
		}),
	);
});

it('takes no time for a message of a megabyte', () => {
	const startedAt = performance.now();
	for (const part of ['.', 'a:1->', '1', 'A. ', 'Since : PERIODIC ', '2024-05-01 '])
		toSummarySentence({ message: part.repeat(1_000_000 / part.length) });
	expect(performance.now() - startedAt).toBeLessThan(2_000);
});
