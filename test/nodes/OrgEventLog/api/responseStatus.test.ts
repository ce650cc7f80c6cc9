import {
	readRetryAfterMs,
	readServiceTimeMs,
} from '../../../../nodes/OrgEventLog/api/responseStatus';

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
