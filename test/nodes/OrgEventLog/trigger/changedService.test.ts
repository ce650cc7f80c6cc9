import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	HOUR,
	MINUTE,
	SECOND,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

const ORDERS = ['honoured', 'ignored', 'sortsPage'] as const;

describe.each(ORDERS)(
	'a service that becomes another while the trigger is active (%s)',
	(feedOrder) => {
		it.each([
			[100, 20],
			[20, 100],
			[100, 7],
		])('its greatest limit goes from %d to %d', async (before, after) => {
			const world = await createTriggerWorld({ behaviour: { feedOrder, maxLimit: before } });
			world.addMany(150, { fromMs: world.nowMs - MINUTE, stepMs: 100 });
			await world.activate();
			world.service.behaviour.maxLimit = after;
			const ids = world.addMany(50, { stepMs: 100 });
			await world.poll();
			ids.push(...world.addMany(30, { stepMs: 100 }));
			await world.pollUntilQuiet();
			expect(world.delivered).toEqual(ids);
		});

		it('its pages hold fewer events because these are larger', async () => {
			const world = await createTriggerWorld({ behaviour: { feedOrder, maxLimit: 100 } });
			world.addMany(150, { fromMs: world.nowMs - MINUTE, stepMs: 100 });
			await world.activate();
			const ids: string[] = [];
			for (const maxLimit of [60, 90, 30, 75, 40, 99]) {
				world.service.behaviour.maxLimit = maxLimit;
				ids.push(...world.addMany(80, { stepMs: 100 }));
				await world.poll();
			}
			await world.pollUntilQuiet();
			expect(world.delivered).toEqual(ids);
		});

		it('feed has shorter pages than list, and the source is changed', async () => {
			const world = await createTriggerWorld({
				parameters: { source: 'list' },
				behaviour: { feedOrder, feedMaxLimit: 20, maxLimit: 100 },
			});
			world.addMany(150, { fromMs: world.nowMs - MINUTE, stepMs: 100 });
			await world.activate();
			const ids = world.addMany(5, { stepMs: SECOND });
			await world.poll();
			world.parameters = { source: 'feed' };
			ids.push(...world.addMany(50, { stepMs: 100 }));
			await world.pollUntilQuiet();
			expect(world.delivered).toEqual(ids);
		});
	},
);

it.each(['feed', 'list'])('a quiet poll costs one request (%s)', async (source) => {
	const world = await createTriggerWorld({ parameters: { source } });
	world.addMany(300, { fromMs: world.nowMs - 10 * MINUTE, stepMs: SECOND });
	await world.activate();
	world.addMany(20, { stepMs: SECOND });
	await world.poll();
	for (let poll = 0; poll < 4; poll++) expect((await world.poll()).requests).toHaveLength(1);
});

it.each([1, 2])('a log of many organizations is one log (%d events each)', async (count) => {
	const world = await createActiveWorld();
	const ids: string[] = [];
	for (let round = 0; round < 20; round++) {
		ids.push(...world.add(...Array.from({ length: count }, () => ({ orgId: `org-${round}` }))));
		await world.poll({ afterMs: 10 * MINUTE });
	}
	expect(world.delivered).toEqual(ids);
});

it('an organization whose id changes keeps its place', async () => {
	const world = await createActiveWorld();
	const ids = world.addMany(3, { stepMs: SECOND });
	await world.poll({ afterMs: HOUR });
	ids.push(...world.add({ orgId: 'renamed' }));
	await world.poll();
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

it.each([
	['asked for', { pageSize: 5 }, 1000],
	['that the service gives', {}, 5],
])('a window that is known holds just the page %s', async (_name, options, maxLimit) => {
	const world = await createActiveWorld({ parameters: { options }, behaviour: { maxLimit } });
	const ids: string[] = [];
	for (let round = 0; round < 3; round++) {
		ids.push(...world.addMany(5, { stepMs: SECOND }));
		await world.poll({ afterMs: 10 * SECOND });
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		await world.poll({ afterMs: 10 * MINUTE });
	}
	await world.poll();
	expect(world.delivered).toEqual(ids);
});
