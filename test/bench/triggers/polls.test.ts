import {
	busiestSecond,
	dueWithinMinute,
	latenessOf,
	percentile,
	pollStarts,
} from '../../../bench/triggers/polls';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 22, 9);
/** Arrivals so many milliseconds after the given second of successive minutes. */
const arrivals = (second: number, ...lateMs: readonly number[]) =>
	lateMs.map((late, minute) => START + minute * MINUTE + second * 1_000 + late);

it('takes requests that follow each other at once for one poll', () => {
	expect(pollStarts([START, START + 40, START + 900, START + MINUTE])).toEqual([
		START,
		START + MINUTE,
	]);
	expect(pollStarts([])).toEqual([]);
});

it.each([
	['in the middle of the minute', 17, [30, 8, 1_400]],
	['at its very end, the late ones in the next', 59, [1_200, 12, 2_500]],
	['at its very beginning', 0, [5, 0, 3_000]],
])('tells when polls are due by the most punctual: %s', (_name, second, lateMs) => {
	const starts = arrivals(second, ...lateMs);
	const due = dueWithinMinute(starts);
	expect(due).toBe(second * 1_000);
	expect(latenessOf(starts, due)).toEqual(lateMs);
});

it('says what most don’t exceed, and which second is the busiest', () => {
	expect(percentile([5, 1, 3], 0.5)).toBe(3);
	expect(percentile([5, 1, 3], 0.99)).toBe(5);
	expect(percentile([], 0.5)).toBeNaN();
	expect(busiestSecond([1_000, 2_000, 1_000])).toBe(2);
	expect(busiestSecond([])).toBe(0);
});
