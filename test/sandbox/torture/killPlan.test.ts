import { KILL_KINDS, planKills } from '../../../sandbox/torture/killPlan';

describe('the plan of kills', () => {
	it('has as many of each kind', () => {
		const kinds = planKills(12, 1, 0).map(({ kind }) => kind);
		for (const kind of KILL_KINDS) {
			expect(kinds.filter((planned) => planned === kind)).toHaveLength(3);
		}
	});

	it('is the same for the same seed, another for another', () => {
		expect(planKills(12, 7, 1)).toEqual(planKills(12, 7, 1));
		expect(planKills(12, 7, 1)).not.toEqual(planKills(12, 8, 1));
	});

	it('begins with a kind of its own in each mode, so that one kill a mode shows three', () => {
		const kinds = [0, 1, 2].map((first) => planKills(1, 1, first)[0]?.kind);
		expect(new Set(kinds).size).toBe(3);
	});
});
