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
});
