import {
	createActiveWorld,
	createTriggerWorld,
	DAY,
	endWorlds,
	HOUR,
	MINUTE,
	SECOND,
	WORLD_START_MS,
	type PollOutcome,
	type TriggerWorld,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

const YEAR_2100_MS = Date.UTC(2100, 0, 1);
const parameters = { options: { maxEventsPerPoll: 20_000 } };

const warningsOf = (polls: readonly PollOutcome[]) =>
	polls.flatMap(({ logs }) => logs).filter(({ level }) => level === 'warn');

/** Polls once a minute, with two events of now each time. Gives their ids. */
async function liveFor(world: TriggerWorld, minutes: number) {
	const ids: string[] = [];
	const polls: PollOutcome[] = [];
	for (let minute = 0; minute < minutes; minute++) {
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		polls.push(await world.poll());
	}
	return { ids, polls };
}

describe('no Date header, and more events dated in the future than the state can hold', () => {
	const behaviour = { dateHeader: false };

	it('arrive: what is dated now is delivered all the same, nothing twice, and it is said', async () => {
		const world = await createActiveWorld({ behaviour, parameters });
		const future = world.addMany(5000, { fromMs: YEAR_2100_MS, stepMs: 1 });
		const first = await world.poll();
		const { ids, polls } = await liveFor(world, 8);
		const isOfNow = (id: string) => !future.includes(id);
		expect(world.delivered.filter(isOfNow)).toEqual(ids);
		expect(new Set(world.delivered).size).toBe(world.delivered.length);
		for (const { message } of warningsOf([first, ...polls])) {
			expect(message).toMatch(/wait for their date.*2100-01-01T00:00:01\.000Z/);
		}
		expect(warningsOf([first])).toHaveLength(1);
	});

	it.each([2500, 12_000])('are there at activation (%d)', async (count) => {
		const world = await createTriggerWorld({ behaviour, parameters });
		world.addMany(50, { fromMs: world.nowMs - MINUTE, stepMs: 10 });
		world.addMany(count, { fromMs: YEAR_2100_MS, stepMs: 1 });
		await world.activate();
		const { ids } = await liveFor(world, 3);
		expect(world.delivered).toEqual(ids);
	});

	it('come when the date that they bear has come', async () => {
		const world = await createActiveWorld({ behaviour, parameters });
		const ids = world.addMany(3000, { fromMs: world.nowMs + 2 * HOUR, stepMs: 10 });
		await world.poll();
		expect(world.delivered).toHaveLength(1000);
		await world.poll({ afterMs: 3 * HOUR });
		await world.pollUntilQuiet();
		expect(world.delivered).toEqual(ids);
	});
});

describe("a service's clock that can't be right", () => {
	const CLOCKS: ReadonlyArray<readonly [string, (nowMs: number) => number]> = [
		['stands still', () => WORLD_START_MS],
		['stands at 1970', () => 1000],
		['runs in 1970', (nowMs) => nowMs - WORLD_START_MS],
		['stands at 9999', () => Date.UTC(9999, 11, 31)],
		['runs in 9999', (nowMs) => nowMs + Date.UTC(9999, 0, 1) - WORLD_START_MS],
	];

	/** From now on the service shows this time, whatever time it is. */
	function show(world: TriggerWorld, shownMs: (nowMs: number) => number): void {
		const { behaviour } = world.service;
		Object.defineProperty(behaviour, 'clockOffsetMs', {
			get: () => shownMs(world.nowMs) - world.nowMs,
			configurable: true,
		});
	}

	it.each(CLOCKS)('%s: nothing is lost, nothing twice, nothing late', async (_name, shownMs) => {
		const world = await createTriggerWorld({ parameters });
		show(world, shownMs);
		world.addMany(20, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		await world.activate();
		const ids: string[] = [];
		for (let minute = 0; minute < 4; minute++) {
			ids.push(...world.addMany(1100, { stepMs: 10 }));
			await world.poll();
			if (minute > 0) expect(world.delivered).toEqual(ids);
		}
	});
});

describe('a position that lies in the future', () => {
	it('is that of a Start Date which is still to come', async () => {
		const startMs = WORLD_START_MS + 3 * DAY;
		const world = await createTriggerWorld({
			parameters: { startFrom: 'date', startDate: new Date(startMs).toISOString() },
		});
		await world.activate();
		await liveFor(world, 3);
		expect(world.delivered).toEqual([]);
		world.nowMs = startMs;
		const { ids } = await liveFor(world, 3);
		expect(world.delivered).toEqual(ids);
	});
});
