import { MAX_WAIT_MS, waitBeforeRetry } from '../../../../nodes/OrgEventLog/api/retryPolicy';
import { readRetryAfterMs, readServiceTimeMs } from '../../../../nodes/OrgEventLog/api/headerTimes';
import { EventLogFailure } from '../../../../nodes/OrgEventLog/errors/failure';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');

describe('Retry-After', () => {
	it.each([
		['0', 0],
		['7', 7000],
		[' 7 ', 7000],
		['1.5', 1500],
		['86400', 86_400_000],
		['9'.repeat(400), 604_800_000],
		['1767225630', 30_000],
		['1767225630000', 30_000],
		['1767225599', 0],
		['Thu, 01 Jan 9998 00:00:00 GMT', 604_800_000],
		['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
		['Wed, 31 Dec 2025 23:59:00 GMT', 0],
		['soon', undefined],
		['', undefined],
		['-5', undefined],
		[undefined, undefined],
	])('%j asks for %s ms', (text, expected) => {
		expect(readRetryAfterMs({ 'retry-after': text }, NOW_MS, true)).toBe(expected);
	});

	it("holds a date against the service's clock, not that of a host that is hours off", () => {
		const headers = {
			date: 'Thu, 01 Jan 2026 00:00:00 GMT',
			'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT',
		};
		expect(readRetryAfterMs(headers, NOW_MS - 5 * 3_600_000, true)).toBe(5000);
	});
});

describe('where nothing else is said', () => {
	it.each(['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'])(
		'%s tells how long to wait, in seconds or as an epoch',
		(name) => {
			expect(readRetryAfterMs({ [name]: '30' }, NOW_MS, true)).toBe(30_000);
			expect(readRetryAfterMs({ [name]: '1767225630' }, NOW_MS, true)).toBe(30_000);
			expect(readRetryAfterMs({ [name]: 'soon' }, NOW_MS, true)).toBeUndefined();
			expect(readRetryAfterMs({ [name]: '30', 'retry-after': '7' }, NOW_MS, true)).toBe(7_000);
		},
	);
});

it("reads the service's clock from Date, and nothing from a Date that is none", () => {
	expect(readServiceTimeMs({ date: 'Thu, 01 Jan 2026 00:00:01 GMT' })).toBe(NOW_MS + 1000);
	expect(readServiceTimeMs({ date: 'now' })).toBeUndefined();
	expect(readServiceTimeMs({})).toBeUndefined();
});

describe('a failed request', () => {
	const after = (
		failure: EventLogFailure,
		{ retries = 0, hasProgress = false, isPoll = false, random = 0, backoffMs = 500 } = {},
	) => {
		const failedBefore = Array<typeof failure.kind>(retries).fill(failure.kind);
		return waitBeforeRetry(failure, { failedBefore, hasProgress, isPoll, random, backoffMs });
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

	it('of a poll is made again three times at most where nothing is said, for the next poll comes soon', () => {
		const isPoll = true;
		expect(after(overloaded(), { retries: 2, isPoll })).toBe(250);
		expect(after(overloaded(), { retries: 3, isPoll })).toBeUndefined();
		expect(after(overloaded(5_000), { retries: 3, isPoll })).toBe(5_000);
	});

	it('waits at least as long as the service asks, and jitter on top of it', () => {
		expect(after(overloaded(3000))).toBe(3000);
		expect(after(overloaded(3000), { random: 0.999 })).toBeGreaterThan(3000);
		expect(after(overloaded(MAX_WAIT_MS), { random: 0.5 })).toBe(MAX_WAIT_MS + 250);
	});

	it('waits for the next minute, which reads 61 s where both ends are told in whole seconds', () => {
		expect(after(overloaded(61_000))).toBe(61_000);
	});
});
