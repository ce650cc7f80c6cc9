import { seededLog } from '../../../../sandbox/service';
import {
	createActiveWorld,
	createTriggerWorld,
	DAY,
	endWorlds,
	HOUR,
	MINUTE,
	SECOND,
	WORLD_START_MS,
} from '../../../support/triggerHarness';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

const OFFSETS = [-5 * HOUR, -10 * MINUTE, 10 * MINUTE, 5 * HOUR];

describe.each(OFFSETS)('a host clock that is off by %d ms', (hostOffsetMs) => {
	it.each(['feed', 'list'])('loses and repeats nothing (%s)', async (source) => {
		const world = await createTriggerWorld({ parameters: { source } });
		world.hostOffsetMs = hostOffsetMs;
		world.addMany(5, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		await world.activate();
		const ids = world.add({ createdAtMs: world.nowMs - 20 * SECOND });
		for (let round = 0; round < 6; round++) {
			await world.poll();
			ids.push(...world.addMany(3, { stepMs: SECOND }));
		}
		await world.poll();
		expect([...world.delivered].sort()).toEqual([...ids].sort());
	});
});

it('an event that becomes visible while a poll is reading, with no clock to go by', async () => {
	const world = await createActiveWorld({
		behaviour: { dateHeader: false },
		parameters: { options: { pageSize: 5 } },
	});
	world.hostOffsetMs = 5 * HOUR;
	world.msPerRequest = 4 * SECOND;
	world.nowMs += MINUTE;
	const startMs = world.clockMs();
	const ids = world.addMany(30, { fromMs: startMs - 10 * SECOND, stepMs: 1 });
	const visibleAtMs = startMs + 20 * SECOND;
	ids.push(...world.add({ createdAtMs: visibleAtMs - 5 * MINUTE, visibleAtMs }));
	const newestMs = startMs + 24 * SECOND;
	ids.push(...world.add({ createdAtMs: newestMs, visibleAtMs: newestMs }));
	await world.poll({ afterMs: 0 });
	expect(world.delivered).toHaveLength(31);
	await world.poll();
	expect([...world.delivered].sort()).toEqual([...ids].sort());
});

it('delivers all from an empty log on, with no Date header and a host clock behind', async () => {
	const world = await createTriggerWorld({ behaviour: { dateHeader: false } });
	world.hostOffsetMs = -HOUR;
	await world.activate();
	const ids = world.addMany(2, { stepMs: SECOND });
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

const KINDS = Object.keys(TRIGGER_HOSTS) as HostKind[];

describe.each(KINDS)('events dated in the future (%s)', (kind) => {
	it.each([30 * DAY, 2 * HOUR, 7 * MINUTE])(
		'arrive %d ms early: once at most, and hold nothing back',
		async (aheadMs) => {
			const world = await createActiveWorld({ host: TRIGGER_HOSTS[kind]() });
			const ids = world.addMany(3, { stepMs: SECOND });
			await world.poll();
			const [future] = world.add({ createdAtMs: world.nowMs + aheadMs });
			for (let round = 0; round < 8; round++) {
				ids.push(...world.addMany(2, { stepMs: SECOND }));
				await world.poll();
			}
			world.nowMs += aheadMs;
			for (let round = 0; round < 4; round++) {
				ids.push(...world.addMany(2, { stepMs: SECOND }));
				await world.poll();
			}
			const times = world.delivered.filter((id) => id === future).length;
			expect(times).toBeLessThanOrEqual(1);
			expect(world.delivered.filter((id) => id !== future)).toEqual(ids);
		},
	);

	it('are there at activation: hold nothing back', async () => {
		const world = await createTriggerWorld({ host: TRIGGER_HOSTS[kind]() });
		world.addMany(3, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		const [future] = world.add({ createdAtMs: world.nowMs + 30 * DAY });
		await world.activate();
		const ids: string[] = [];
		for (let round = 0; round < 8; round++) {
			ids.push(...world.addMany(2, { stepMs: SECOND }));
			await world.poll();
		}
		world.nowMs += 30 * DAY;
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		await world.poll();
		await world.poll();
		expect(world.delivered.filter((id) => id === future).length).toBeLessThanOrEqual(1);
		expect(world.delivered.filter((id) => id !== future)).toEqual(ids);
	});
});

it('more events in the future than a page do not hide those of now', async () => {
	const world = await createTriggerWorld({ parameters: { options: { pageSize: 5 } } });
	world.addMany(30, { fromMs: world.nowMs + DAY, stepMs: HOUR });
	await world.activate();
	const ids = world.addMany(7, { stepMs: SECOND });
	await world.poll();
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

describe('more events in the future than the state can hold', () => {
	const parameters = { options: { maxEventsPerPoll: 20_000 } };

	it('arrive: what is dated now is delivered all the same, each of them once when its time has come', async () => {
		const world = await createActiveWorld({ parameters });
		const future = world.addMany(9000, { fromMs: world.nowMs + 2 * HOUR, stepMs: 10 });
		await world.poll();
		const ids: string[] = [];
		for (let round = 0; round < 3; round++) {
			ids.push(...world.addMany(2, { stepMs: SECOND }));
			await world.poll();
		}
		expect(world.delivered.filter((id) => ids.includes(id))).toEqual(ids);
		world.nowMs += 3 * HOUR;
		await world.pollUntilQuiet();
		expect([...world.delivered].sort()).toEqual([...ids, ...future].sort());
	});

	it.each([0, 1500])('are there at activation, beside %d of the past', async (past) => {
		const world = await createTriggerWorld({ parameters });
		world.addMany(past, { fromMs: world.nowMs - MINUTE, stepMs: 10 });
		world.addMany(9000, { fromMs: world.nowMs + 2 * HOUR, stepMs: 10 });
		await world.activate();
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		expect(world.delivered).toEqual(ids);
		world.nowMs += 3 * HOUR;
		await world.pollUntilQuiet();
		expect(new Set(world.delivered).size).toBe(world.delivered.length);
	});
});

it('a future event on a service that tells no time holds nothing back either', async () => {
	const world = await createActiveWorld({ behaviour: { dateHeader: false } });
	const [future] = world.add({ createdAtMs: world.nowMs + 30 * DAY });
	const ids: string[] = [];
	for (let round = 0; round < 4; round++) {
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		await world.poll();
	}
	expect(world.delivered.filter((id) => id !== future)).toEqual(ids);
});

it('a service whose clock is off counts by its own clock', async () => {
	const log = seededLog({
		events: 50,
		seed: 1,
		startMs: WORLD_START_MS - HOUR,
		endMs: WORLD_START_MS,
	});
	const world = await createTriggerWorld({ log, behaviour: { clockOffsetMs: 3 * HOUR } });
	world.service.behaviour.clockOffsetMs = 0;
	world.hostOffsetMs = -3 * HOUR;
	await world.activate();
	const ids = world.addMany(3, { stepMs: SECOND });
	await world.poll();
	expect(world.delivered).toEqual(ids);
});
