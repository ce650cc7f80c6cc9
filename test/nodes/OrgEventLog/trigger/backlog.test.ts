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

const fromLastWeek = { startFrom: 'last', lastAmount: 1, lastUnit: 'weeks' };

function backlogOf(events: number, { days = 6 } = {}) {
	return seededLog({
		...{ events, seed: 7, tieWidth: 3, density: 'bursty' },
		startMs: WORLD_START_MS - days * DAY,
		endMs: WORLD_START_MS - SECOND,
	});
}

it('12,000 events, 5,000 a poll, oldest first', async () => {
	const log = backlogOf(12_000, { days: 2 });
	const world = await createTriggerWorld({ log, parameters: fromLastWeek });
	const sizes = [(await world.activate()).ids.length];
	while (world.delivered.length < 12_000 && sizes.length < 10) {
		sizes.push((await world.poll()).ids.length);
	}
	expect(sizes).toEqual([5000, 5000, 2000]);
	const times = new Map(log.all().map(({ id, createdAtMs }) => [id, createdAtMs]));
	expect(new Set(world.delivered).size).toBe(12_000);
	const inOrder = world.delivered.map((id) => times.get(id) ?? Number.NaN);
	expect(inOrder.every((time, index) => time >= (inOrder[index - 1] ?? 0))).toBe(true);
	expect((await world.poll()).ids).toEqual([]);
});

describe.each(Object.keys(TRIGGER_HOSTS) as HostKind[])('a backlog (%s)', (kind) => {
	it('makes progress in every poll however little time there is', async () => {
		const log = backlogOf(600);
		const world = await createTriggerWorld({
			...{ log, budgetMs: 1, host: TRIGGER_HOSTS[kind]() },
			parameters: { ...fromLastWeek, options: { pageSize: 50 } },
		});
		world.msPerRequest = 10;
		const sizes = [(await world.activate()).ids.length];
		while (world.delivered.length < 600 && sizes.length < 100) {
			sizes.push((await world.poll()).ids.length);
		}
		expect(Math.min(...sizes)).toBeGreaterThan(0);
		expect(world.delivered).toEqual(log.all().map(({ id }) => id));
	});
});

it.each([
	['feed', 'ignored'],
	['feed', 'sortsPage'],
	['list', 'honoured'],
] as const)(
	'makes progress in an instant wider than a page (%s, order %s)',
	async (source, feedOrder) => {
		const world = await createActiveWorld({
			behaviour: { feedOrder, maxLimit: 10, tieOrder: 'shuffled' },
			budgetMs: 1,
			parameters: { source },
		});
		world.msPerRequest = 10;
		const ids = world.addMany(100);
		await world.pollUntilQuiet(200);
		expect([...world.delivered].sort()).toEqual([...ids].sort());
	},
);

it('stays within the time that n8n gives', async () => {
	const log = backlogOf(5000);
	const world = await createTriggerWorld({
		...{ log, budgetMs: 20 * SECOND },
		parameters: { ...fromLastWeek, options: { pageSize: 100 } },
	});
	world.msPerRequest = SECOND;
	for (let poll = 0; world.delivered.length < 5000 && poll < 20; poll++) {
		const startMs = world.clockMs();
		const { ids } = await world.poll({ activation: poll === 0, afterMs: 0 });
		expect(ids.length).toBeGreaterThan(0);
		expect(world.clockMs() - startMs).toBeLessThanOrEqual(20 * SECOND);
	}
	expect(world.delivered).toEqual(log.all().map(({ id }) => id));
});

it('gets further although the window alone takes more time than a poll has', async () => {
	const world = await createActiveWorld({ behaviour: { maxLimit: 10 }, budgetMs: 36 * SECOND });
	world.msPerRequest = 100;
	const ids = world.addMany(4500, { stepMs: 10 });
	for (let poll = 0; world.delivered.length < ids.length && poll < 40; poll++) {
		expect((await world.poll()).ids.length).toBeGreaterThan(0);
	}
	expect(world.delivered).toEqual(ids);
});

it.each(Object.keys(TRIGGER_HOSTS) as HostKind[])(
	'arrives behind a long stretch that the filters drop (%s)',
	async (kind) => {
		const world = await createActiveWorld({
			...{ host: TRIGGER_HOSTS[kind](), budgetMs: 36 * SECOND },
			parameters: { filters: { type: 'Rare' }, options: { pageSize: 50 } },
		});
		world.msPerRequest = 2 * SECOND;
		world.addMany(2000, { stepMs: 20 * SECOND });
		world.nowMs += 2000 * 20 * SECOND;
		const [rare] = world.add({ type: 'Rare', createdAtMs: world.nowMs });
		for (let poll = 0; poll < 15; poll++) await world.poll();
		expect(world.delivered).toEqual([rare]);
	},
);

it('n8n without a poll budget is served too', async () => {
	const world = await createActiveWorld({ budgetMs: null });
	const ids = world.addMany(20, { stepMs: 1 });
	expect((await world.poll()).ids).toEqual(ids);
});

it('is told in the log as long as it lasts', async () => {
	const world = await createActiveWorld({ parameters: { options: { maxEventsPerPoll: 4 } } });
	world.addMany(10, { stepMs: SECOND });
	const notes = [];
	for (let poll = 0; poll < 4; poll++) notes.push((await world.poll()).logs.length);
	expect(notes.map((count) => count > 0)).toEqual([true, true, false, false]);
});

it('goes on while new and late events come in', async () => {
	const world = await createActiveWorld({ parameters: { options: { maxEventsPerPoll: 5 } } });
	const ids = world.addMany(40, { stepMs: SECOND });
	for (let poll = 0; poll < 12; poll++) {
		await world.poll();
		ids.push(...world.add({}, { createdAtMs: world.nowMs - MINUTE }));
	}
	await world.pollUntilQuiet();
	expect([...world.delivered].sort()).toEqual([...ids].sort());
});

it('events far behind the watermark of a backlog count as in time while it lasts', async () => {
	const world = await createActiveWorld({ parameters: { options: { maxEventsPerPoll: 5 } } });
	const ids = world.addMany(40, { stepMs: MINUTE });
	world.nowMs += HOUR;
	await world.poll();
	ids.push(...world.add({ createdAtMs: world.nowMs - 2 * MINUTE }));
	await world.pollUntilQuiet();
	expect([...world.delivered].sort()).toEqual([...ids].sort());
});
