import { createActiveWorld, endWorlds, MINUTE, SECOND } from '../../../support/triggerHarness';

afterEach(endWorlds);

const SOURCES = ['feed', 'list'] as const;

describe.each(SOURCES)('every event once, oldest first (%s)', (source) => {
	it('from poll to poll, each with its time', async () => {
		const world = await createActiveWorld({ parameters: { source } });
		const [first] = world.add({});
		expect((await world.poll()).ids).toEqual([first]);
		const later = world.addMany(3, { stepMs: SECOND });
		expect((await world.poll()).ids).toEqual(later);
		expect((await world.poll()).items).toEqual([]);
	});

	it('more events in one instant than a page', async () => {
		const world = await createActiveWorld({ parameters: { source }, behaviour: { maxLimit: 7 } });
		const ids = [...world.addMany(40), ...world.addMany(3, { fromMs: world.nowMs + 1 })];
		await world.pollUntilQuiet();
		expect(new Set(world.delivered)).toEqual(new Set(ids));
		expect(world.delivered).toHaveLength(43);
	});

	it('an instant that lies on a page edge and on a poll edge', async () => {
		const world = await createActiveWorld({
			parameters: { source, options: { pageSize: 10, maxEventsPerPoll: 10 } },
			behaviour: { tieOrder: 'shuffled' },
		});
		const ids = [
			...world.addMany(8, { stepMs: 1 }),
			...world.addMany(25, { fromMs: world.nowMs + 8 }),
			...world.addMany(8, { fromMs: world.nowMs + 9, stepMs: 1 }),
		];
		const polls = await world.pollUntilQuiet();
		expect(Math.max(...polls.map((poll) => poll.ids.length))).toBeLessThanOrEqual(10);
		expect([...world.delivered].sort()).toEqual([...ids].sort());
	});

	it('more events in one instant than the state can hold', async () => {
		const world = await createActiveWorld({ parameters: { source } });
		const ids = world.addMany(10_000);
		await world.pollUntilQuiet();
		expect(new Set(world.delivered)).toEqual(new Set(ids));
		expect(world.delivered).toHaveLength(10_000);
		const next = world.add({});
		expect((await world.poll()).ids).toEqual(next);
		expect(world.host.saved.length).toBeLessThanOrEqual(2 * 64 * 1024);
	});

	it('a late event inside the window, once', async () => {
		const world = await createActiveWorld({ parameters: { source } });
		const eventMs = world.nowMs;
		const seen = world.addMany(5, { stepMs: SECOND });
		await world.poll();
		const late = world.add({ createdAtMs: eventMs + 2 * SECOND, visibleAtMs: world.nowMs });
		const outcome = await world.poll();
		expect(outcome.ids).toEqual(late);
		await world.poll();
		expect(world.delivered).toEqual([...seen, ...late]);
	});

	it('a late event that shares its instant with one that was delivered', async () => {
		const world = await createActiveWorld({ parameters: { source } });
		const createdAtMs = world.nowMs;
		const ids = world.add({ createdAtMs });
		await world.poll();
		ids.push(...world.add({ createdAtMs }));
		await world.poll();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('an event as late as the window allows, not one beyond it', async () => {
		const world = await createActiveWorld({ parameters: { source } });
		const createdAtMs = world.nowMs;
		world.nowMs += 5 * MINUTE - SECOND;
		const newest = world.add({});
		await world.poll({ afterMs: 0 });
		const inTime = world.add({ createdAtMs });
		world.add({ createdAtMs: createdAtMs - 2 * MINUTE });
		await world.poll({ afterMs: 0 });
		await world.poll();
		expect(world.delivered).toEqual([...newest, ...inTime]);
	});

	it('also with a window of 0, as long as none is late', async () => {
		const world = await createActiveWorld({
			parameters: { source, options: { lateEventWindow: 0 } },
		});
		const ids: string[] = [];
		for (let round = 0; round < 4; round++) {
			ids.push(...world.addMany(3));
			await world.poll();
			ids.push(...world.add({ createdAtMs: world.nowMs }));
			await world.poll({ afterMs: 0 });
		}
		expect([...world.delivered].sort()).toEqual([...ids].sort());
	});

	it('late events of an hour with the widest window', async () => {
		const world = await createActiveWorld({
			parameters: { source, options: { lateEventWindow: 60 } },
		});
		const eventMs = world.nowMs;
		const ids = world.add({});
		for (let minutes = 4; minutes < 60; minutes += 4) {
			world.nowMs = eventMs + minutes * MINUTE;
			ids.push(...world.add({}), ...world.add({ createdAtMs: eventMs + minutes }));
			await world.poll({ afterMs: 0 });
		}
		expect([...world.delivered].sort()).toEqual([...ids].sort());
	});
});
