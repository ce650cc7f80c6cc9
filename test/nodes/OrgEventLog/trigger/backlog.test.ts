import { seededLog } from '../../../../sandbox/service';
import { SECOND, MINUTE, HOUR, DAY } from '../../../support/times';
import {
	createActiveWorld,
	createTriggerWorld,
	inAnyOrder,
	WORLD_START_MS,
} from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

/** What takes no time to make of an event. */
const columns = ['id'];
const fromLastWeek = { startFrom: 'last', lastAmount: 1, lastUnit: 'weeks' };

function backlogOf(events: number) {
	return seededLog({
		...{ events, seed: 7, tieWidth: 3, density: 'bursty' },
		startMs: WORLD_START_MS - 6 * DAY,
		endMs: WORLD_START_MS - SECOND,
	});
}

describe.each(HOST_KINDS)('with little time (%s)', (kind) => {
	it('makes progress in every poll', async () => {
		const log = backlogOf(600);
		const world = await createTriggerWorld({
			...{ log, budgetMs: 1, host: TRIGGER_HOSTS[kind]() },
			parameters: { ...fromLastWeek, options: { pageSize: 50, columns } },
		});
		world.msPerRequest = 10;
		await world.activate();
		await world.pollUntilQuiet(100);
		expect(world.delivered).toEqual(world.logged);
	});

	it('arrives behind a long stretch that the filters drop', async () => {
		const world = await createActiveWorld({
			...{ host: TRIGGER_HOSTS[kind](), budgetMs: 36 * SECOND },
			parameters: { filters: { type: 'Rare' }, options: { pageSize: 50, columns } },
		});
		world.msPerRequest = 2 * SECOND;
		world.addMany(2000, { stepMs: 20 * SECOND });
		world.nowMs += 2000 * 20 * SECOND;
		const rare = world.add({ type: 'Rare', createdAtMs: world.nowMs });
		for (let poll = 0; poll < 15; poll++) await world.poll();
		expect(world.delivered).toEqual(rare);
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
			...{ budgetMs: 1, parameters: { options: { source } } },
		});
		world.msPerRequest = 10;
		const ids = world.addMany(100);
		await world.pollUntilQuiet(200);
		expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(ids));
	},
);

it('stays within the time that n8n gives', async () => {
	const world = await createTriggerWorld({
		...{ log: backlogOf(5000), budgetMs: 20 * SECOND },
		parameters: { ...fromLastWeek, options: { pageSize: 100, columns } },
	});
	world.msPerRequest = SECOND;
	for (let poll = 0; world.delivered.length < 5000 && poll < 20; poll++) {
		const startMs = world.clockMs();
		const { ids } = await world.poll({ activation: poll === 0, afterMs: 0 });
		expect(ids.length).toBeGreaterThan(0);
		expect(world.clockMs() - startMs).toBeLessThanOrEqual(20 * SECOND);
	}
	expect(world.delivered).toEqual(world.logged);
});

it.each(HOST_KINDS)(
	'%s: an activation ends before n8n gives the publication up, after 84 s, and the next polls go on',
	async (kind) => {
		const world = await createTriggerWorld({
			...{ log: backlogOf(5000), host: TRIGGER_HOSTS[kind]() },
			parameters: { ...fromLastWeek, options: { pageSize: 100, columns } },
		});
		world.msPerRequest = 4 * SECOND;
		const startMs = world.clockMs();
		const { ids } = await world.poll({ activation: true, afterMs: 0 });
		expect(world.clockMs() - startMs).toBeLessThan(84 * SECOND);
		expect(ids.length).toBeGreaterThan(500);
		world.msPerRequest = SECOND;
		await world.pollUntilQuiet();
		expect(world.delivered).toEqual(world.logged);
	},
);

it('gets further although the window alone takes more time than a poll has', async () => {
	const world = await createActiveWorld({ behaviour: { maxLimit: 10 }, budgetMs: 36 * SECOND });
	world.msPerRequest = 100;
	const ids = world.addMany(4500, { stepMs: 10 });
	while (world.delivered.length < ids.length)
		expect((await world.poll()).ids.length).toBeGreaterThan(0);
	expect(world.delivered).toEqual(ids);
});

it('a poll whose time is up inside the late-event window leaves none of it to the second poll after it', async () => {
	const world = await createActiveWorld({ behaviour: { maxLimit: 10 }, budgetMs: 36 * SECOND });
	const startMs = world.nowMs;
	world.addMany(45, { fromMs: startMs, stepMs: SECOND });
	await world.poll();
	world.add({});
	world.msPerRequest = 5 * SECOND;
	await world.poll();
	world.msPerRequest = 0;
	world.add({ createdAtMs: startMs + 1 });
	await world.poll();
	expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
});

it('goes on while new and late events come, and is told in the log as long as it lasts', async () => {
	const world = await createActiveWorld({ parameters: { options: { maxEventsPerPoll: 5 } } });
	const ids = world.addMany(40, { stepMs: MINUTE });
	world.nowMs += HOUR;
	for (let poll = 0; poll < 6; poll++) {
		expect((await world.poll()).logs.map(({ message }) => message)).toEqual([
			'The poll reached Max Events per Poll or its time limit for reading. More events may follow with the next poll',
		]);
		// Also far behind the newest: what a backlog has not come to counts as in time.
		ids.push(...world.add({}, { createdAtMs: world.nowMs - (poll + 2) * MINUTE }));
	}
	await world.pollUntilQuiet();
	expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(ids));
	expect((await world.poll()).logs).toEqual([]);
});

it('n8n without a poll budget is served too', async () => {
	const world = await createActiveWorld({ budgetMs: null });
	await world.live(1, 20);
	expect(world.delivered).toEqual(world.logged);
});

it('a late-event window wider than a page, a slow service and nothing new: its reading ends in time, and nothing is warned of', async () => {
	const parameters = { options: { pageSize: 10, lateEventWindow: 60 } };
	const world = await createActiveWorld({ parameters, budgetMs: 100_000 });
	world.addMany(100, { fromMs: world.nowMs + SECOND, stepMs: SECOND / 2 });
	await world.poll();
	await world.poll();
	world.msPerRequest = 20_000;
	const quiet = await world.poll();
	expect(quiet.requests.length).toBeLessThanOrEqual(3);
	expect(quiet.warnings).toEqual([]);
});
