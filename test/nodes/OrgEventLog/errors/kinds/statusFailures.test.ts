import { inSeconds } from '../../../../../nodes/OrgEventLog/errors/kinds/facts';
import { RESPONSE_FAILURES } from '../../../../../nodes/OrgEventLog/errors/kinds/responseFailures';
import { STATUS_FAILURES } from '../../../../../nodes/OrgEventLog/errors/kinds/statusFailures';

const { timedOut } = RESPONSE_FAILURES;
const { unauthorized } = STATUS_FAILURES;

it('tells whoever pasted the one into the field of the other to change the mode', () => {
	expect(unauthorized.text({ status: 401, authentication: 'apiKey' }).description).toMatch(
		/set Authentication to Refresh Token\.$/,
	);
	expect(
		unauthorized.text({ status: 401, authentication: 'refreshToken', duringExchange: true })
			.description,
	).toMatch(/set Authentication to API Key\.$/);
});

it('advises no option for the exchange, which has none', () => {
	const facts = { timeoutMs: 30_000 };
	expect(timedOut.text(facts).description).toMatch(/^30 seconds .* raise Timeout/);
	expect(timedOut.text({ ...facts, duringExchange: true }).description).not.toMatch(
		/Timeout|Page Size/,
	);
});

it.each([
	[1, '1 second'],
	[1000, '1 second'],
	[1001, '2 seconds'],
])('says %s milliseconds as a person does, rounded up', (ms, text) => {
	expect(inSeconds(ms)).toBe(text);
});
