import type { Fault } from '../../../../sandbox/service';
import { memberOf } from '../../../../nodes/OrgEventLog/json/jsonValues';
import { everythingIn } from '../../../support/everythingIn';
import { causeOf, createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import type { TriggerWorld } from '../../../support/triggerHarness';

/** One row: what happens to a request, and what n8n is told of it. */
const FAULTS: ReadonlyArray<readonly [string, Fault, string, string | null]> = [
	['401', { status: 401 }, 'credential-invalid', '401'],
	['403', { status: 403 }, 'credential-invalid', '403'],
	['404', { status: 404 }, 'temporarily-unavailable', '404'],
	['429', { status: 429, retryAfter: '1200' }, 'rate-limited', '429'],
	['500', { status: 500 }, 'temporarily-unavailable', '500'],
	['503', { status: 503, retryAfter: '600' }, 'temporarily-unavailable', '503'],
	['a dropped connection', { drop: true }, 'temporarily-unavailable', null],
	['a body cut off', { dropAfterBytes: 20 }, 'temporarily-unavailable', null],
	['a time-out', { hang: true }, 'temporarily-unavailable', null],
	['a page of HTML', { html: 200 }, 'temporarily-unavailable', null],
	['JSON without data', { body: '{"items":[]}' }, 'temporarily-unavailable', null],
	['an error with status 200', { body: '{"error":"no"}' }, 'temporarily-unavailable', null],
	['truncated JSON', { truncateAfter: 9 }, 'temporarily-unavailable', null],
	['a redirect', { redirectTo: 'http://127.0.0.1:9/' }, 'temporarily-unavailable', null],
];

const PAGED = { options: { pageSize: 5 } };

/** Little time is left to a request only where the service falls silent. */
function pagedFor({ hang = false }: Fault, source = 'feed') {
	return { options: { ...PAGED.options, source, ...(hang && { timeout: 150 }) } };
}

const stateOf = (world: TriggerWorld) => JSON.stringify([world.stateParts(), world.host.saved]);

async function failedPoll(world: TriggerWorld): Promise<Error> {
	const before = stateOf(world);
	const thrown: unknown = await world.poll().catch((failure: unknown) => failure);
	expect(stateOf(world)).toBe(before);
	if (thrown instanceof Error) return thrown;
	throw new Error('The poll did not fail');
}

describe.each(['feed', 'list'])('a poll that fails on its first page (%s)', (source) => {
	it.each(FAULTS)('by %s', async (_name, fault, cause, httpCode) => {
		const world = await createActiveWorld({ parameters: pagedFor(fault, source) });
		await world.live(1, 3);
		world.addMany(20, { stepMs: 100 });
		world.service.failNext(fault, { times: 1000 });

		const failure = await failedPoll(world);
		expect(failure.message).not.toMatch(/problem|error/i);
		expect(failure).toMatchObject({ failure: { cause }, ...(httpCode !== null && { httpCode }) });
		const description = memberOf(failure, 'description');
		expect(description).toEqual(expect.stringMatching(/.{20}/));
		expect(description).not.toMatch(/[Rr]un again|[Tt]ry again|time range/);

		world.service.faults.clear();
		await world.pollUntilQuiet();
		expect(world.delivered).toEqual(world.logged);
	});
});

it.each(FAULTS)(
	'a poll that %s cuts short on a later page delivers what it has',
	async (_name, fault) => {
		const world = await createActiveWorld({ parameters: pagedFor(fault) });
		await world.live(3, 4);
		const ids = world.addMany(20, { stepMs: 100 });
		world.service.failNext(fault, { after: 1, times: 1000 });
		const outcome = await world.poll();
		expect(outcome.ids).toEqual(ids.slice(0, outcome.ids.length));
		expect(outcome.ids.length).toBeGreaterThan(0);
		expect(outcome.warnings).toEqual([
			expect.stringMatching(
				/^The poll could not read on, and delivers what it had read\. .*with the next poll\. .{20}/,
			),
		]);
		world.service.faults.clear();
		await world.pollUntilQuiet();
		expect(world.delivered).toEqual(world.logged);
	},
);

it('a poll that the end of its time cuts short says so, and not that Timeout is to be raised', async () => {
	const world = await createActiveWorld({ parameters: PAGED, budgetMs: 36_000 });
	world.addMany(20, { stepMs: 100 });
	world.service.failNext({ hang: true }, { after: 2, times: 1000 });
	// Of the 30.6 s for requests two, which tell how it sorts, take all but 90 ms.
	world.msPerRequest = 15_255;
	const failure = await failedPoll(world);
	expect(failure).toMatchObject({
		message: 'There was not enough time to read the log',
		description: expect.stringMatching(
			/^The service answered too slowly for n8n's time limit.*lower Late Event Window/,
		) as string,
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(memberOf(failure, 'description')).not.toMatch(/Timeout|90/);
});

it('tells n8n when the service wants it back', async () => {
	const world = await createActiveWorld();
	world.service.failNext({ status: 429, retryAfter: '120' }, { times: 9 });
	expect(memberOf(await failedPoll(world), 'failure')).toEqual({
		cause: 'rate-limited',
		retryAfterMs: 120_000,
	});
});

describe('the credential', () => {
	it.each([
		['apiKey', /API key/],
		['refreshToken', /refresh token/],
	] as const)('is named when it is no longer accepted (%s)', async (authentication, named) => {
		const world = await createActiveWorld({ authentication });
		const ids = world.addMany(3);
		const { apiKeys, refreshTokens } = world.service.accounts;
		Object.assign(world.service.accounts, { apiKeys: [], refreshTokens: [] });
		world.service.expireAccessTokens();
		const failure = await failedPoll(world);
		expect(failure.message).toMatch(named);
		expect(failure).toMatchObject({ failure: { cause: 'credential-invalid' } });
		Object.assign(world.service.accounts, { apiKeys, refreshTokens });
		expect((await world.poll()).ids).toEqual(ids);
	});
});

it.each(FAULTS)(
	'an activation that fails by %s leaves no state behind',
	async (_name, fault, cause) => {
		const world = await createTriggerWorld({ parameters: pagedFor(fault) });
		world.service.failNext(fault, { times: 1000 });
		expect(await causeOf(world.activate())).toBe(cause);
		expect(stateOf(world)).toBe('[[{},{}],"{}"]');
	},
);

it('never shows a secret: not in state, nor in its log, nor in a failure', async () => {
	const parameters = { options: { ...PAGED.options, timeout: 1_000 } };
	const world = await createActiveWorld({ authentication: 'refreshToken', parameters });
	world.addMany(20, { stepMs: 1 });
	const { logs } = await world.poll();
	const shown = [stateOf(world), everythingIn(logs)];
	const firstToken = world.credential.stored.accessToken;
	for (const [, fault] of FAULTS) {
		world.service.failNext(fault, { times: 1000 });
		shown.push(everythingIn(await failedPoll(world)));
		world.service.faults.clear();
	}
	const { refreshToken, accessToken } = world.credential.stored;
	for (const secret of [refreshToken, firstToken, accessToken]) {
		expect(secret).toEqual(expect.stringMatching(/.{10}/));
		expect(shown.join('\n')).not.toContain(secret);
	}
});
