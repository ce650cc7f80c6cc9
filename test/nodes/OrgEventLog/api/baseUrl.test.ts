import { parseBaseUrl } from '../../../../nodes/OrgEventLog/api/credentialFields';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';

it.each([
	['https://a.example.com', 'https://a.example.com'],
	[' https://A.Example.com/ \n', 'https://a.example.com'],
	['https://a.example.com:443//', 'https://a.example.com'],
	['https://a.example.com/api', 'https://a.example.com'],
	['"https://a.example.com/"', 'https://a.example.com'],
	["' https://a.example.com/api/v1 '", 'https://a.example.com'],
	['“https://a.example.com”', 'https://a.example.com'],
	['https://a.example.com/api/v1/', 'https://a.example.com'],
	['https://a.example.com/api/v2/events/feed', 'https://a.example.com'],
	['https://a.example.com/Org1/api/v1', 'https://a.example.com/Org1'],
	['https://a.example.com/api/gateway/api/v1', 'https://a.example.com/api/gateway'],
	['https://a.example.com/apiary', 'https://a.example.com/apiary'],
	['http://localhost:8080', 'http://localhost:8080'],
	['http://127.0.0.1:8080/api', 'http://127.0.0.1:8080'],
	['http://127.1:8080', 'http://127.0.0.1:8080'],
	['http://[::1]:8080', 'http://[::1]:8080'],
])('%j is %s', (pasted, href) => {
	const { origin } = new URL(href);

	expect(parseBaseUrl(pasted)).toEqual({ href, origin });
});

it.each([
	[undefined, 'It is empty'],
	['""', 'It is empty'],
	['a.example.com', 'must be a complete address that starts with https://'],
	['localhost:8080', 'http:// only for localhost'],
	['127.0.0.1:8080', 'http:// only for localhost'],
	['localhost.evil.example:8080', 'starts with https://'],
	['http://a.example.com', 'starts with https://'],
	['http://127.0.0.1.evil.example', 'starts with https://'],
	['http://localhost.evil.example', 'starts with https://'],
	['http://128.0.0.1', 'starts with https://'],
	['ftp://a.example.com', 'starts with https://'],
	['javascript:alert(1)', 'starts with https://'],
	['https://ada:secret@a.example.com', 'user name or password'],
	['https://a.example.com/?token=secret', '“?” or “#”'],
	['https://a.example.com/#secret', '“?” or “#”'],
	['https://a.example.com/?', '“?” or “#”'],
])('%j is refused: %s', (pasted, reason) => {
	let failure: unknown;
	try {
		parseBaseUrl(pasted);
	} catch (thrown) {
		failure = thrown;
	}
	expect(failure).toBeInstanceOf(EventLogFailure);
	const { message, description } = failure as EventLogFailure;
	expect(message).toBe('Base URL in the credential cannot be used');
	expect(description).toContain(reason);
	expect(description).not.toContain('secret');
});
