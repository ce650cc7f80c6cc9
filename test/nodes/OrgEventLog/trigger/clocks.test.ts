import { SECOND, MINUTE, HOUR, DAY } from '../../../support/times';
import {
	createActiveWorld,
	createTriggerWorld,
	inAnyOrder,
	WORLD_START_MS,
} from '../../../support/triggerHarness';

const MANY = { options: { maxEventsPerPoll: 20_000 } };

it('an event that becomes visible while a poll is reading, with no clock to go by', async () => {
	const world = await createActiveWorld({
		behaviour: { dateHeader: false },
		parameters: { options: { pageSize: 5 } },
	});
	world.hostOffsetMs = 5 * HOUR;
	world.msPerRequest = 4 * SECOND;
	world.nowMs += MINUTE;
	const startMs = world.clockMs();
	world.addMany(30, { fromMs: startMs - 10 * SECOND, stepMs: 1 });
	const visibleAtMs = startMs + 28 * SECOND;
	world.add({ createdAtMs: visibleAtMs - 5 * MINUTE, visibleAtMs });
	const newestMs = startMs + 32 * SECOND;
	world.add({ createdAtMs: newestMs, visibleAtMs: newestMs });
	await world.poll({ afterMs: 0 });
	expect(world.delivered).toHaveLength(31);
	await world.poll();
	expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
});

it("an event of the service's present second is due, also where both clocks are the same", async () => {
	const world = await createActiveWorld();
	world.nowMs += MINUTE;
	const polledAtMs = Math.ceil(world.nowMs / SECOND) * SECOND;
	world.add({ createdAtMs: polledAtMs + SECOND / 2, visibleAtMs: world.nowMs });
	const { ids } = await world.poll({ afterMs: polledAtMs - world.nowMs });
	expect(ids).toEqual(world.logged);
});

it('more events in the future than a page do not hide those of now', async () => {
	const world = await createTriggerWorld({ parameters: { options: { pageSize: 5 } } });
	world.addMany(30, { fromMs: world.nowMs + DAY, stepMs: HOUR });
	await world.activate();
	const ids = await world.live(2, 7);
	expect(world.delivered).toEqual(ids);
});

describe('more events in the future than the state can hold', () => {
	it.each([true, false])(
		'arrive: nothing of now waits, and each comes once when it is due (the service tells the time: %s)',
		async (dateHeader) => {
			const world = await createActiveWorld({ behaviour: { dateHeader }, parameters: MANY });
			world.addMany(3000, { fromMs: world.nowMs + 2 * HOUR, stepMs: 10 });
			expect((await world.poll()).ids).toEqual([]);
			const ids = await world.live(3);
			expect(world.delivered).toEqual(ids);
			world.nowMs += 3 * HOUR;
			await world.pollUntilQuiet();
			expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
		},
	);

	it.each([
		[true, 0, 9000],
		[true, 1500, 9000],
		[false, 50, 2500],
		[false, 50, 12_000],
	])(
		'are there at activation (the service tells the time: %s; %d of the past, %d of the future)',
		async (dateHeader, past, count) => {
			const world = await createTriggerWorld({ behaviour: { dateHeader }, parameters: MANY });
			world.addMany(past, { fromMs: world.nowMs - MINUTE, stepMs: 10 });
			world.addMany(count, { fromMs: world.nowMs + DAY, stepMs: 1 });
			await world.activate();
			const ids = await world.live(3);
			expect(world.delivered).toEqual(ids);
		},
	);
});

it.each<[string, (nowMs: number) => number]>([
	['stands still', () => WORLD_START_MS],
	['stands at 1970', () => 1000],
	['runs in 1970', (nowMs) => nowMs - WORLD_START_MS],
	['stands at 9999', () => Date.UTC(9999, 11, 31)],
	['runs in 9999', (nowMs) => nowMs + Date.UTC(9999, 0, 1) - WORLD_START_MS],
])(
	"a service's clock that %s: nothing is lost, nothing twice, nothing late",
	async (_, shownMs) => {
		const world = await createTriggerWorld({ parameters: MANY });
		Object.defineProperty(world.service.behaviour, 'clockOffsetMs', {
			get: () => shownMs(world.nowMs) - world.nowMs,
		});
		world.addMany(20, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		await world.activate();
		const ids: string[] = [];
		for (let minute = 0; minute < 4; minute++) {
			ids.push(...world.addMany(1100, { stepMs: 10 }));
			await world.poll();
			if (minute > 0) expect(world.delivered).toEqual(ids);
		}
	},
);
