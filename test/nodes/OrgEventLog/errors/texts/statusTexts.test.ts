import { inSeconds } from '../../../../../nodes/OrgEventLog/errors/texts/facts';
import { timedOut } from '../../../../../nodes/OrgEventLog/errors/texts/responseTexts';
import { unauthorized } from '../../../../../nodes/OrgEventLog/errors/texts/statusTexts';

it('tells whoever pasted the one into the field of the other to change the mode', () => {
	expect(unauthorized({ status: 401, authentication: 'apiKey' }).description).toMatch(
		/set Authentication to Refresh Token\.$/,
	);
	expect(
		unauthorized({ status: 401, authentication: 'refreshToken', duringExchange: true }).description,
	).toMatch(/set Authentication to API Key\.$/);
});

it('advises no option for the exchange, which has none', () => {
	const facts = { timeoutMs: 30_000 };
	expect(timedOut(facts).description).toMatch(/^30 seconds .* raise Timeout/);
	expect(timedOut({ ...facts, duringExchange: true }).description).not.toMatch(/Timeout|Page Size/);
});

it.each([
	[1, '1 second'],
	[1000, '1 second'],
	[1001, '2 seconds'],
])('says %s milliseconds as a person does, rounded up', (ms, text) => {
	expect(inSeconds(ms)).toBe(text);
});
