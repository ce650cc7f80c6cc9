import { FAULTS, planFaults } from '../../../sandbox/queue/faultPlan';

describe('the plan of kills and restarts', () => {
	it('has as many of each kind', () => {
		const planned = planFaults(8, 1, 0).map(({ fault }) => fault);
		for (const fault of FAULTS) {
			expect(planned.filter((one) => one === fault)).toHaveLength(2);
		}
	});

	it('is the same for the same seed, another for another', () => {
		expect(planFaults(8, 7, 1)).toEqual(planFaults(8, 7, 1));
		expect(planFaults(8, 7, 1)).not.toEqual(planFaults(8, 8, 1));
	});

	it('begins with a kind of its own in each mode, so that one a mode shows two', () => {
		const first = [0, 1].map((mode) => planFaults(1, 1, mode)[0]?.fault);
		expect(first).toEqual(['workerKilled', 'mainKilled']);
	});

	it('kills a worker in an execution only', () => {
		const kills = planFaults(400, 1, 0).filter(({ fault }) => fault === 'workerKilled');
		expect(new Set(kills.map(({ timing }) => timing))).toEqual(new Set(['duringExecution']));
	});

	it('leaves nothing down for as long as n8n waits for Redis before it ends', () => {
		const longest = Math.max(...planFaults(400, 1, 0).map(({ downMs }) => downMs));
		expect(longest).toBeGreaterThan(2_000);
		expect(longest).toBeLessThan(10_000);
	});
});
