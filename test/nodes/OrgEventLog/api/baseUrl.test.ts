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
	['  ', 'It is empty'],
	['""', 'It is empty'],
	['"https://a.example.com', 'not a complete address'],
	['a.example.com', 'Enter it with https:// in front'],
	['127.0.0.1:8080', 'Enter it with http:// in front'],
	['localhost:8080', 'Enter it with http:// in front'],
	['[::1]:8080/api', 'Enter it with http:// in front'],
	['localhost.evil.example:8080', 'must start with https://'],
	['http://a.example.com', 'must start with https://'],
	['http://127.0.0.1.evil.example', 'must start with https://'],
	['http://localhost.evil.example', 'must start with https://'],
	['http://128.0.0.1', 'must start with https://'],
	['ftp://a.example.com', 'must start with https://'],
	['javascript:alert(1)', 'must start with https://'],
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
