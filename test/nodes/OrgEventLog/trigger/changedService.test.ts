import { SECOND, MINUTE, HOUR } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';

it.each(['honoured', 'ignored', 'sortsPage'] as const)(
	'the source is changed to one with shorter pages (%s)',
	async (feedOrder) => {
		const world = await createTriggerWorld({
			parameters: { options: { source: 'list' } },
			behaviour: { feedOrder, feedMaxLimit: 20, maxLimit: 100 },
		});
		world.addMany(150, { fromMs: world.nowMs - MINUTE, stepMs: 100 });
		await world.activate();
		const ids = await world.live(1, 5);
		world.parameters = { options: { source: 'feed' } };
		ids.push(...world.addMany(50, { stepMs: 100 }));
		await world.pollUntilQuiet();
		expect(world.delivered).toEqual(ids);
	},
);

it('the very next poll delivers after the source is changed to one whose pages end just with what is known', async () => {
	const world = await createTriggerWorld({
		parameters: { options: { source: 'list' } },
		behaviour: { feedMaxLimit: 10 },
	});
	world.addMany(50, { fromMs: world.nowMs - HOUR, stepMs: SECOND });
	await world.activate();
	world.addMany(10, { fromMs: world.nowMs + 9 * MINUTE });
	await world.poll({ afterMs: 10 * MINUTE });
	world.parameters = { options: { source: 'feed' } };
	const ids = world.add({});
	expect((await world.poll()).ids).toEqual(ids);
});

it.each(['feed', 'list'])(
	'a quiet poll costs one request, future events known (%s)',
	async (source) => {
		const world = await createTriggerWorld({ parameters: { options: { source } } });
		world.addMany(20, { fromMs: world.nowMs - HOUR, stepMs: MINUTE });
		await world.activate();
		world.add({}, { createdAtMs: world.nowMs + HOUR }, { createdAtMs: world.nowMs + HOUR + 5 });
		await world.poll();
		for (let poll = 0; poll < 10; poll++) expect((await world.poll()).requests).toHaveLength(1);
	},
);

it.each(['ignored', 'sortsPage'] as const)('a feed comes to sort otherwise (%s)', async (order) => {
	const world = await createTriggerWorld({ behaviour: { feedMaxLimit: 20 } });
	world.addMany(50, { fromMs: world.nowMs - 50 * HOUR, stepMs: HOUR });
	await world.activate();
	const ids = await world.live(2, 3);
	world.service.behaviour.feedOrder = order;
	ids.push(...world.addMany(30, { stepMs: SECOND }));
	await world.pollUntilQuiet();
	expect(world.delivered).toEqual(ids);
});

it('pages come to be just as short as the window that quiet polls have proven', async () => {
	const world = await createTriggerWorld();
	world.addMany(1_000, { fromMs: world.nowMs - 3 * HOUR, stepMs: SECOND });
	world.addMany(25, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
	await world.activate();
	for (let polls = 0; polls < 3; polls++) await world.poll();
	world.service.behaviour.maxLimit = 25;
	const ids: string[] = [];
	for (let polls = 0; polls < 20; polls++) {
		ids.push(...world.addMany(3, { stepMs: SECOND }));
		await world.poll();
	}
	expect(world.delivered).toEqual(ids);
});

it('pages come to be as short as what is known, so that each looks like the end', async () => {
	const parameters = { options: { maxEventsPerPoll: 10 } };
	const world = await createActiveWorld({ parameters });
	const ids = world.addMany(30, { stepMs: 100 });
	await world.poll();
	world.service.behaviour.maxLimit = 20;
	for (let polls = 0; polls < 4; polls++) await world.poll();
	expect(world.delivered).toEqual(ids);
});

it.each([
	['asked for', { pageSize: 10 }, 1000],
	['that the service gives', {}, 10],
])('a window that is known holds just the page %s', async (_name, options, maxLimit) => {
	const world = await createActiveWorld({ parameters: { options }, behaviour: { maxLimit } });
	const ids: string[] = [];
	for (let round = 0; round < 3; round++) {
		ids.push(...world.addMany(10, { stepMs: SECOND }));
		await world.poll({ afterMs: 20 * SECOND });
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		await world.poll({ afterMs: 10 * MINUTE });
	}
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

it('a page of one instant, with which the trigger began, is no contradiction', async () => {
	const world = await createTriggerWorld({ parameters: { options: { pageSize: 10 } } });
	world.addMany(10, { fromMs: world.nowMs, stepMs: 0 });
	await world.activate();
	const ids = world.add({ createdAtMs: world.nowMs + 1 });
	const outcome = await world.poll();
	expect(outcome.ids).toEqual(ids);
	expect(outcome.warnings).toEqual([]);
});

it.each([
	['after a quiet poll', 1],
	['right after the activation', 0],
])('pages come to be shorter than what is known %s', async (_name, quietPolls) => {
	const world = await createTriggerWorld();
	world.addMany(50, { fromMs: world.nowMs - HOUR, stepMs: SECOND });
	world.addMany(30, { fromMs: world.nowMs - 2 * MINUTE, stepMs: SECOND });
	await world.activate();
	for (let polls = 0; polls < quietPolls; polls++) await world.poll();
	world.service.behaviour.feedMaxLimit = 10;
	const ids = world.add({});
	expect((await world.poll()).ids).toEqual(ids);
});

it('pages come to be shorter than a backlog, which comes at once from the second poll on', async () => {
	const world = await createActiveWorld();
	world.addMany(1_200, { stepMs: 10 });
	await world.poll();
	world.service.behaviour.feedMaxLimit = 50;
	const ids = world.addMany(400, { fromMs: world.nowMs - 30 * SECOND, stepMs: 10 });
	await world.poll();
	await world.poll();
	expect(world.delivered.slice(1_200)).toEqual(ids);
});

it('a service that shows its events seconds late is asked once a poll, and a second time for a page of nothing new', async () => {
	const world = await createTriggerWorld();
	world.addMany(2_000, { fromMs: world.nowMs - 3 * HOUR, stepMs: SECOND });
	await world.activate();
	const requests: number[] = [];
	for (let poll = 0; poll < 10; poll++) {
		world.addMany(60 + (poll % 7), { fromMs: world.nowMs - 30 * SECOND, stepMs: 400 });
		requests.push((await world.poll()).requests.length);
	}
	for (let poll = 0; poll < 5; poll++) requests.push((await world.poll()).requests.length);
	expect(requests).toEqual([...Array<number>(10).fill(1), 2, 1, 1, 1, 1]);
});
