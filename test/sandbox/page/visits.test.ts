import { nextVisitAtMs } from '../../../sandbox/page/visits';

const MINUTE = 60_000;

describe('when n8n is expected next', () => {
	it('is a minute after a visit that came a minute after another', () => {
		expect(nextVisitAtMs([0, MINUTE + 400], MINUTE + 900)).toBe(2 * MINUTE + 400);
	});

	it("isn't known from one visit, or from those that came at odd times", () => {
		expect(nextVisitAtMs([], 1)).toBeNull();
		expect(nextVisitAtMs([0], 1)).toBeNull();
		expect(nextVisitAtMs([0, 20_000, 31_000], 31_000)).toBeNull();
	});

	it('is the nearest of several triggers, each at its own second', () => {
		const starts = [10_000, 40_000, 70_000, 100_000];
		expect(nextVisitAtMs(starts, 100_500)).toBe(130_000);
		expect(nextVisitAtMs(starts, 130_500)).toBe(160_000);
	});

	it("isn't disturbed by a run by hand", () => {
		expect(nextVisitAtMs([0, MINUTE, MINUTE + 25_000], MINUTE + 25_000)).toBe(2 * MINUTE);
	});

	it('is not known any more once a trigger stays away', () => {
		expect(nextVisitAtMs([0, MINUTE], 2 * MINUTE + 1)).toBeNull();
	});
});
