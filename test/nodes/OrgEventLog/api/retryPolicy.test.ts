import {
	LONGEST_WAIT_MS,
	waitBeforeRetry,
	type FailedTry,
} from '../../../../nodes/OrgEventLog/api/retryPolicy';
import {
	backoffMs,
	readRetryAfterMs,
	readServiceTimeMs,
} from '../../../../nodes/OrgEventLog/api/retryTiming';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');

describe('Retry-After', () => {
	it.each([
		['0', 0],
		['7', 7000],
		[' 7 ', 7000],
		['1.5', 1500],
		['86400', 86_400_000],
		['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
		['Wed, 31 Dec 2025 23:59:00 GMT', 0],
		['soon', undefined],
		['', undefined],
		['-5', undefined],
		[undefined, undefined],
	])('%j asks for %s ms', (text, expected) => {
		expect(readRetryAfterMs({ 'retry-after': text }, NOW_MS)).toBe(expected);
	});

	it("holds a date against the service's clock, not that of a host that is hours off", () => {
		const headers = {
			date: 'Thu, 01 Jan 2026 00:00:00 GMT',
			'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT',
		};
		expect(readRetryAfterMs(headers, NOW_MS - 5 * 3_600_000)).toBe(5000);
	});
});

it("reads the service's clock from Date, and nothing from a Date that is none", () => {
	expect(readServiceTimeMs({ date: 'Thu, 01 Jan 2026 00:00:01 GMT' })).toBe(NOW_MS + 1000);
	expect(readServiceTimeMs({ date: 'now' })).toBeUndefined();
	expect(readServiceTimeMs({})).toBeUndefined();
});

it('backs off anywhere between nothing and a bound that doubles', () => {
	expect([0, 1, 2].map((retry) => backoffMs(retry, 0))).toEqual([0, 0, 0]);
	expect([0, 1, 2].map((retry) => backoffMs(retry, 1))).toEqual([500, 1000, 2000]);
});

describe('a failed try', () => {
	const failed = (overrides: Partial<FailedTry>): FailedTry => ({
		kind: 'serviceDown',
		status: 503,
		retries: 0,
		remainingMs: Infinity,
		...overrides,
	});

	it.each([
		['rateLimited', 429, 3],
		['serviceDown', 503, 3],
		['serviceDown', 500, 1],
		['connectionRefused', undefined, 3],
		['connectionLost', undefined, 3],
		['timedOut', undefined, 1],
		['timedOut', 408, 1],
		['brokenJson', undefined, 1],
		['badRequest', 400, 0],
		['unauthorized', 401, 0],
		['forbidden', 403, 0],
		['notFound', 404, 0],
		['redirected', 302, 0],
		['htmlPage', undefined, 0],
		['noData', undefined, 0],
		['unexpectedShape', undefined, 0],
		['certificate', undefined, 0],
		['hostNotFound', undefined, 0],
		['stopped', undefined, 0],
	] as const)('%s (%s) is retried %d times', (kind, status, times) => {
		let retries = 0;
		while (waitBeforeRetry(failed({ kind, status, retries }), 0.5) !== undefined) retries++;
		expect(retries).toBe(times);
	});

	it('waits at least as long as the service asks', () => {
		expect(waitBeforeRetry(failed({ retryAfterMs: 3000 }), 0)).toBe(3000);
		expect(waitBeforeRetry(failed({ retryAfterMs: 3000 }), 0.999)).toBeGreaterThan(3000);
	});

	it('is given up when the service asks for more than a minute, or for more than is left', () => {
		expect(waitBeforeRetry(failed({ retryAfterMs: LONGEST_WAIT_MS + 1 }), 0)).toBeUndefined();
		expect(waitBeforeRetry(failed({ retryAfterMs: 3000, remainingMs: 3000 }), 0)).toBeUndefined();
		expect(waitBeforeRetry(failed({ retryAfterMs: 3000, remainingMs: 3001 }), 0)).toBe(3000);
	});
});
