import { KILL_TIMINGS, planKills } from '../../../sandbox/crashTest/killPlan';

describe('the plan of kills', () => {
	it('has as many of each timing', () => {
		const timings = planKills(12, 1, 0).map(({ timing }) => timing);
		for (const timing of KILL_TIMINGS) {
			expect(timings.filter((planned) => planned === timing)).toHaveLength(3);
		}
	});

	it('is the same for the same seed, another for another', () => {
		expect(planKills(12, 7, 1)).toEqual(planKills(12, 7, 1));
		expect(planKills(12, 7, 1)).not.toEqual(planKills(12, 8, 1));
	});

	it('begins with a timing of its own in each mode, so that one kill a mode shows three', () => {
		const timings = [0, 1, 2].map((first) => planKills(1, 1, first)[0]?.timing);
		expect(new Set(timings).size).toBe(3);
	});
});
