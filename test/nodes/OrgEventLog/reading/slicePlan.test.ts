import type { TimedEvent } from '../../../../nodes/OrgEventLog/api/page';
import { type Slice, SlicePlan } from '../../../../nodes/OrgEventLog/reading/slicePlan';

const WINDOW = { from: 0, to: 999 };

function createPlan(options: { workers?: number; eventsPerSlice?: number; density?: number } = {}) {
	const { workers = 4, density = 1, eventsPerSlice } = options;
	return new SlicePlan({ window: WINDOW, workers, pageSize: 10, density, eventsPerSlice });
}

const extentOf = ({ from, to }: Slice<TimedEvent>) => [from, to];

/** A worker has read so many events of the slice, and has come so far. */
function read(slice: Slice<TimedEvent>, eventsRead: number, reached: number): void {
	slice.eventsRead = eventsRead;
	slice.reached = reached;
}

describe('a plan for four workers', () => {
	it('gives each a quarter of the window', () => {
		const plan = createPlan();
		const slices = [plan.first, plan.take(), plan.take(), plan.take()];
		expect(slices.map((slice) => slice && extentOf(slice))).toEqual([
			[0, 249],
			[250, 499],
			[500, 749],
			[750, 999],
		]);
	});

	it('has nothing for a fifth while nobody has read anything', () => {
		const plan = createPlan();
		plan.take();
		plan.take();
		plan.take();
		expect(plan.take()).toBeUndefined();
	});

	it('gives an idle worker half of what the busiest has left', () => {
		const plan = createPlan();
		const [second] = [plan.take(), plan.take(), plan.take()];
		if (second === undefined) throw new Error('There is no second slice');
		read(plan.first, 10, 199);
		read(second, 100, 299);
		const half = plan.take();
		expect(half && extentOf(half)).toEqual([400, 499]);
		expect(extentOf(second)).toEqual([250, 399]);
	});

	it('cuts nothing of which less than two pages are left', () => {
		const plan = createPlan();
		plan.take();
		plan.take();
		plan.take();
		read(plan.first, 100, 200);
		plan.first.isDone = false;
		read(plan.first, 19, 124);
		expect(plan.take()).toBeUndefined();
	});

	it('keeps all slices in their order, those cut off in their place', () => {
		const plan = createPlan();
		plan.take();
		plan.take();
		plan.take();
		read(plan.first, 100, 49);
		plan.take();
		const extents = [...plan.slices()].map(extentOf);
		expect(extents.flat()).toEqual([...extents.flat()].sort((one, other) => one - other));
		expect(extents.slice(0, 2)).toEqual([
			[0, 149],
			[150, 249],
		]);
	});
});

describe('a plan for slices of so many events', () => {
	it('makes them as wide as the density says', () => {
		const plan = createPlan({ eventsPerSlice: 50, density: 2 });
		expect(extentOf(plan.first)).toEqual([0, 24]);
	});

	it('makes the next ones wider where fewer were found, four times at the most', () => {
		const plan = createPlan({ eventsPerSlice: 50, density: 2 });
		read(plan.first, 1, 24);
		plan.learnFrom(plan.first);
		const next = plan.take();
		expect(next && extentOf(next)).toEqual([25, 124]);
	});

	it('makes the next ones narrower where more were found', () => {
		const plan = createPlan({ eventsPerSlice: 50, density: 2 });
		read(plan.first, 100, 24);
		plan.learnFrom(plan.first);
		const next = plan.take();
		expect(next && extentOf(next)).toEqual([25, 37]);
	});
});
