import { type EventFields, toColumnValue } from '../../../../nodes/OrgEventLog/events/event';
import fc from 'fast-check';
import { parseEventsPage } from '../../../../nodes/OrgEventLog/api/parseResponse';
import {
	MAX_SUMMARY_LETTERS,
	toSummarySentence,
} from '../../../../nodes/OrgEventLog/events/summarySentence';
import { listEventText, makeDevice } from '../../../../sandbox/service';
import { recordedEvents } from '../../../support/recordedEvents';

const { events } = recordedEvents(Date.UTC(2021, 0, 27));

/** The sentences of all recorded events, each once, by type, subtype and action. */
function recordedSentences(): Map<string, Set<string>> {
	const body = `{"data":[${events.map(listEventText).join()}]}`;
	const sentences = new Map<string, Set<string>>();
	for (const { fields } of parseEventsPage(Buffer.from(body)).events) {
		const kind = [fields.type, fields.sub_type, fields.action].map(toColumnValue).join(' / ');
		sentences.set(kind, (sentences.get(kind) ?? new Set()).add(toSummarySentence(fields)));
	}
	return sentences;
}

it.each([
	[
		'Access / Connection / Unauthorized',
		[
			'203.0.113.7 was refused Payroll: client ManagedDevice-A1 has NO authorized role',
			'203.0.113.7 was refused Wiki: client ManagedDevice-A1 has NO authorized role',
			'203.0.113.8 was refused Payroll: client ManagedDevice-A2 has NO authorized role',
			'203.0.113.9 was refused Payroll: no valid client certificate',
			'203.0.113.10 was refused Wiki: no valid client certificate',
			'203.0.113.11 was refused Build: client build-7.example.com has NO authorized role',
			'203.0.113.12 was refused Build: client build-8.example.com has NO authorized role',
			'203.0.113.13 was refused Grafana: no valid client certificate',
		],
	],
	[
		'Identity / UserPrincipal / Deny',
		[
			'203.0.113.40 was refused sign-in: unknown devices not allowed',
			'203.0.113.41 was refused sign-in: your TrustScore is low',
			'ada@example.com was refused sign-in from 198.51.100.20: unknown devices not allowed',
			'grace@example.com was refused sign-in from 198.51.100.21: your TrustScore is low',
			'alan@example.com was refused sign-in from 198.51.100.22: your TrustScore is low',
		],
	],
])('tells what was recorded of %s', (kind, sentences) => {
	expect([...(recordedSentences().get(kind) ?? [])].sort()).toEqual(sentences.sort());
});

it.each([
	[
		'Identity / UserPrincipal / Grant',
		'ada@example.com signed in to Wiki from 198.51.100.20: access token granted',
	],
	[
		'Identity / UserPrincipal / Grant',
		'grace@example.com signed in from 198.51.100.21: access token granted',
	],
	[
		'Identity / UserPrincipal / IDP',
		"grace@example.com passed the identity provider's check from 198.51.100.21: Authorization Code Generated",
	],
	[
		'Identity / UserPrincipal / OCSP',
		'grace@example.com passed the certificate check from C02XK0AAJGH1: certificate is not revoked',
	],
	[
		'Identity / UserPrincipal / MDM',
		'grace@example.com passed the device management check from 198.51.100.21: device is managed',
	],
	['Access / Connection / Authorized', 'ada@example.com accessed Wiki from 198.51.100.20'],
	['Access / Resource / Authorized', 'ada@example.com accessed Wiki from 198.51.100.20'],
	[
		'TrustScoring / Device / TrustScoreCalculate',
		"ada@example.com got a new trust score for the device Ada's laptop",
	],
	['Registration / Device / Register', "ada@example.com registered the device Ada's laptop"],
	['Registration / Device / Unregister', "ada@example.com unregistered the device Ada's laptop"],
])('tells what was recorded of %s: %s', (kind, sentence) => {
	expect([...(recordedSentences().get(kind) ?? [])]).toContain(sentence);
});

const ADA = { user: { email: 'ada@example.com' } };
const AT_HOME = { ...ADA, client: { ip_address: '198.51.100.20:51724' } };
const LAPTOP = { friendly_name: "Ada's laptop", serial_number: 'C02' };
const C = { friendly_name: 'C' };
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
	['Somebody: disk full', { message: 'disk full' }],
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
	['Somebody got a new trust score', { action: 'TrustScoreCalculate' }],
	[
		'C signed in (device compromised)',
		{ ...SIGNED_IN, message: 'SUCCESS - signed in', user_principal: { device: COMPROMISED } },
	],
	['Somebody: an event without details', {}],
	[
		'Somebody: an event without details',
		{ type: ' ', action: '', message: '\n', user_principal: { user: { email: '  ' } } },
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
		'Somebody: Sync (Job): Failed. Disk is full',
		{ type: 'Job', action: 'Sync', message: 'Failed. Disk is full.\nPlease empty it' },
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
			expect([...sentence].length).toBeLessThanOrEqual(MAX_SUMMARY_LETTERS + 1);
			expect(sentence).not.toMatch(/<|\[|m=\+|203\.0\.113\.7:|06:24/);
		}),
	);
});

it('takes no time for a message of a megabyte', () => {
	const startedAt = performance.now();
	for (const part of ['.', 'a:1->', '1', 'A. ', 'Since : PERIODIC ', '2024-05-01 ']) {
		toSummarySentence({ message: part.repeat(1_000_000 / part.length) });
	}
	expect(performance.now() - startedAt).toBeLessThan(2_000);
});
