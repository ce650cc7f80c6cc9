import { toRecurringText } from '../../../../nodes/OrgEventLog/lexicon/messageText';

describe('the text of a message that recurs', () => {
	it.each([
		['ports', '192.0.2.7:51724->192.0.2.9:443', '192.0.2.7:8->192.0.2.9:80'],
		[
			'the port of an IPv6 address',
			'from [2001:db8::7]:51724 to [2001:db8::9]:443',
			'from [2001:db8::7]:1 to [2001:db8::9]:2',
		],
		['the port of a host', 'db.example.com:5432 refused', 'db.example.com:5433 refused'],
		['the port of a URL', 'GET https://db.example.com:8443/a', 'GET https://db.example.com:443/a'],
		['a port by name', 'port 443, refused', 'port 80, refused'],
		['a version that stands alone', 'Policy infra version 8: no', 'Policy infra version 19: no'],
		['counts', 'failed 3 times (attempt 3/5), #17', 'failed 12 times (attempt 12/50), #8'],
		['amounts', 'after 300ms and 12KB', 'after 1.5s and 900MB'],
		['ISO times', 'at 2024-05-01T12:00:00.007Z', 'at 2025-12-31T00:00:00.1+02:00'],
		['a blank', 'at 2024-05-01 12:00:00 +0000 UTC', 'at 2025-12-31 1:02:03.123456789 +0200 UTC'],
		['times of day', 'now 12:07:09', 'now 03:04:05.678'],
		['epoch times', 'exp=1714564800', 'exp=1814564800'],
		[
			'that it is told again',
			'Client A has NO role: 192.0.2.7:51724->192.0.2.9:443',
			'Since 2021-01-27 06:24:35.361098752 +0000 UTC m=+529733.68: PERIODIC Client A has NO role: 192.0.2.7:1->192.0.2.9:443',
		],
		['line ends and blanks', 'no\r\n  role', 'no role'],
	])('takes out %s', (_what, one, other) => {
		expect(toRecurringText(one)).toBe(toRecurringText(other));
	});

	it.each([
		['addresses', 'from 192.0.2.7', 'from 192.0.2.8'],
		['networks', 'from 192.0.2.0/24', 'from 192.0.2.0/25'],
		['IPv6 addresses', 'from 2001:db8::7', 'from 2001:db8::8'],
		['hardware addresses', 'from 00:11:22:33:44:55', 'from 00:11:22:33:44:56'],
		['names with digits', 'Client ManagedDevice-1', 'Client ManagedDevice-2'],
		['names in digits', 'user 1042 refused', 'user 1043 refused'],
		['ids in digits', 'user_id=1042', 'user_id=1043'],
		['codes', 'answered with status 403', 'answered with status 500'],
		['uuids', '3f2a0b1c-1111-4222-8333-444455556666', '3f2a0b1c-1112-4222-8333-444455556666'],
		['paths', '/api/v1/clients/17', '/api/v1/clients/18'],
		['file names and dotted versions', 'agent 1.2.3', 'agent 1.2.4'],
		['words', 'no role', 'no right'],
		['what is told again', 'Since 1: PERIODIC no role', 'Since 1: PERIODIC no right'],
		['since when something else is so', 'Since Monday: no role', 'Since Tuesday: no role'],
		['words of any script', 'доступ запрещён', 'доступ разрешён'],
	])('leaves %s', (_what, one, other) => {
		expect(toRecurringText(one)).not.toBe(toRecurringText(other));
	});

	it.each([
		['dots', `${'.'.repeat(500_000)}a`],
		['digits and dots', `${'1.'.repeat(250_000)}x`],
		['hyphens', `${'a-'.repeat(250_000)} 5`],
		['being told again', 'Since : PERIODI '.repeat(30_000)],
	])('takes time in proportion to a message of half a megabyte of %s', (_what, message) => {
		const start = performance.now();
		toRecurringText(message);
		expect(performance.now() - start).toBeLessThan(2_000);
	});
});
