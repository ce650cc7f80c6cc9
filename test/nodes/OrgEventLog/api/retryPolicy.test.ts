import { MAX_WAIT_MS, retryWaitMsOf } from '../../../../nodes/OrgEventLog/api/retryPolicy';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';

describe('a failed request', () => {
	const after = (
		failure: EventLogFailure,
		{ retries = 0, hasProgress = false, random = 0, backoffMs = 500 } = {},
	) => {
		const previousFailureKinds = Array<typeof failure.kind>(retries).fill(failure.kind);
		return retryWaitMsOf(failure, { previousFailureKinds, hasProgress, random, backoffMs });
	};
	const overloaded = (retryAfterMs?: number) =>
		new EventLogFailure('overloaded', { status: 503, retryAfterMs });

	it('is made again anywhere between at once and a bound that doubles', () => {
		const failure = new EventLogFailure('connectionLost', {});
		const waits = (random: number) =>
			[0, 1, 2].map((retries) => after(failure, { retries, random }));
		expect(waits(0)).toEqual([0, 0, 0]);
		expect(waits(1)).toEqual([500, 1000, 2000]);
	});

	it.each([
		['rateLimited', 8],
		['overloaded', 8],
		['serverError', 3],
		['internalError', 1],
		['connectionRefused', 3],
		['connectionLost', 3],
		['timedOut', 1],
		['brokenJson', 1],
		['errorInBody', 1],
		['badRequest', 0],
		['unauthorized', 0],
		['accessTokenRefused', 3],
		['forbidden', 0],
		['notFound', 0],
		['redirected', 0],
		['htmlPage', 1],
		['noData', 0],
		['unexpectedShape', 0],
		['certificateRefused', 0],
		['hostNotFound', 0],
		['stopped', 0],
	] as const)('by %s is made again %d times', (kind, times) => {
		const failure = new EventLogFailure(kind, { status: 0, detail: '' });
		let retries = 0;
		while (after(failure, { retries }) !== undefined) retries++;
		expect(retries).toBe(times);
	});

	it('waits at least as long as the service asks, and jitter on top of it', () => {
		expect(after(overloaded(3000))).toBe(3000);
		expect(after(overloaded(3000), { random: 0.999 })).toBeGreaterThan(3000);
		expect(after(overloaded(MAX_WAIT_MS), { random: 0.5 })).toBe(MAX_WAIT_MS + 250);
	});
});
