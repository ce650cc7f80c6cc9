import type { TimedEvent } from '../../../../nodes/OrgEventLog/events/event';
import { type Slice, SlicePlan } from '../../../../nodes/OrgEventLog/reading/slicePlan';

const WINDOW = { from: 0, to: 999 };

function createPlan(options: { eventsPerSlice?: number; density?: number } = {}) {
	const { density = 1, eventsPerSlice } = options;
	return new SlicePlan({ window: WINDOW, pageLength: () => 10, density, eventsPerSlice });
}

const extentsOf = (plan: SlicePlan<TimedEvent>) =>
	[...plan.slices()].map(({ from, to }) => [from, to]);

/** A worker has read so many events of the slice, and has come so far. */
function read(slice: Slice<TimedEvent>, eventsRead: number, reached: number): void {
	slice.eventsRead = eventsRead;
	slice.reached = reached;
}

function planForFour() {
	const plan = createPlan();
	for (let workers = 1; workers < 4; workers++) plan.take();
	return plan;
}

describe('a plan', () => {
	it('gives each of four workers a quarter of the window', () => {
		expect(extentsOf(planForFour())).toEqual([
			[0, 249],
			[250, 499],
			[500, 749],
			[750, 999],
		]);
	});

	it('is not cut where the first page tells of few events', () => {
		expect(createPlan({ density: 0.01 }).take()).toBeUndefined();
	});

	it('gives an idle worker half of what the busiest has left', () => {
		const plan = planForFour();
		const [first, second] = plan.slices();
		if (first === undefined || second === undefined) throw new Error('There is no second slice');
		read(first, 10, 199);
		read(second, 100, 299);
		const half = plan.take();
		expect([half?.from, half?.to]).toEqual([400, 499]);
		expect([second.from, second.to]).toEqual([250, 399]);
	});

	it('cuts nothing of which less than two pages are left', () => {
		const plan = planForFour();
		read(plan.first, 19, 124);
		expect(plan.take()).toBeUndefined();
	});

	it('keeps all slices in their order, those cut off in their place', () => {
		const plan = planForFour();
		read(plan.first, 100, 49);
		plan.take();
		const extents = extentsOf(plan);
		expect(extents.flat()).toEqual([...extents.flat()].sort((one, other) => one - other));
		expect(extents.slice(0, 2)).toEqual([
			[0, 149],
			[150, 249],
		]);
	});

	it('is done with where every instant has a slice', () => {
		const plan = createPlan({ density: 1_000_000 });
		let slices = 1;
		while (plan.take() !== undefined) slices += 1;
		expect(slices).toBeLessThanOrEqual(1000);
	});
});

describe('a plan for slices of so many events', () => {
	it('leaves each as many as the density says', () => {
		const plan = createPlan({ eventsPerSlice: 50, density: 2 });
		plan.take();
		plan.take();
		expect(extentsOf(plan)).toEqual([
			[0, 24],
			[25, 49],
			[50, 999],
		]);
	});

	it('goes by what was found in the slices before', () => {
		const plan = createPlan({ eventsPerSlice: 50, density: 2 });
		plan.take();
		read(plan.first, 5, 24);
		plan.first.isDone = true;
		plan.take();
		expect(extentsOf(plan)).toEqual([
			[0, 24],
			[25, 274],
			[275, 999],
		]);
	});

	it('cuts one again that turns out to hold more', () => {
		const plan = createPlan({ eventsPerSlice: 50, density: 0.1 });
		plan.take();
		read(plan.first, 10, 9);
		plan.take();
		expect(extentsOf(plan)).toEqual([
			[0, 59],
			[60, 499],
			[500, 999],
		]);
	});
});
