import type { Quota } from '../../../../sandbox/service/quota';
import { SECOND, MINUTE, HOUR } from '../../../support/times';
import { createTriggerWorld, inAnyOrder } from '../../../support/triggerHarness';
import type { TriggerWorld, WorldOptions } from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

const quotaOf = (perMinute: number): Quota => ({
	...{ perMinute, header: 'retry-after', reset: 'seconds' },
});

/** What takes no time to make of an event. */
const BARE = { options: { columns: ['id'] } };

/** A trigger that is active, whose service has a quota from now on. @param before how many events the log held before */
async function worldWithQuota(perMinute: number, options: WorldOptions = {}, before = 20) {
	const world = await createTriggerWorld({ parameters: BARE, ...options });
	world.addMany(before, { fromMs: world.nowMs - 20 * MINUTE, stepMs: MINUTE });
	await world.activate();
	world.delivered.push(...world.logged);
	world.nowMs += HOUR;
	world.service.behaviour.quota = quotaOf(perMinute);
	return world;
}

/** Polls until all has come; gives how many polls that takes and how many of them failed. */
async function drain(world: TriggerWorld, most: number) {
	let failed = 0;
	for (let polls = 1; polls <= most; polls++) {
		const outcome = await world.poll().catch(() => undefined);
		if (outcome === undefined) failed++;
		else expect(outcome.ids.length).toBeGreaterThan(0);
		if (world.delivered.length >= world.logged.length) return { polls, failed };
	}
	throw new Error(`${world.delivered.length} of ${world.logged.length} have come`);
}

describe.each(HOST_KINDS)('over a quota (%s)', (kind) => {
	it.each([
		['over an hour', HOUR - MINUTE],
		['within four minutes', 4 * MINUTE],
	])(
		'of 3 requests a minute a backlog of 10,000 is drained, all of it %s',
		async (_when, spanMs) => {
			const world = await worldWithQuota(3, { host: TRIGGER_HOSTS[kind]() });
			world.addMany(10_000, { fromMs: world.nowMs - spanMs, stepMs: spanMs / 10_000 });
			expect(await drain(world, 5)).toMatchObject({ failed: 0 });
			expect(world.delivered).toEqual(world.logged);
		},
	);

	it('of 2 requests a minute what is new comes with the next poll', async () => {
		const world = await worldWithQuota(2, { host: TRIGGER_HOSTS[kind]() });
		for (let minute = 0; minute < 15; minute++) {
			const ids = world.addMany(5, { stepMs: 5 * SECOND });
			expect((await world.poll()).ids).toEqual(ids);
		}
	});

	it.each([1, 2])(
		'of %d requests a minute Matching Events come with the next poll, though the filter hides all that is known',
		async (perMinute) => {
			const parameters = { filters: { severity: 'WARN' }, options: { source: 'list' } };
			const host = TRIGGER_HOSTS[kind]();
			const world = await worldWithQuota(perMinute, { host, parameters });
			for (let minute = 0; minute < 10; minute++) {
				const ids = world.add({ severity: 'INFO' }, { severity: 'WARN' }).slice(1);
				expect((await world.poll()).ids).toEqual(ids);
			}
		},
	);
});

it.each(['durableScheduler', 'durableCursors'] as const)(
	'over 2 requests a minute Matching Events come after a change of filters (%s)',
	async (kind) => {
		const options = { source: 'list' };
		const ofSeverity = (severity: string) => ({ filters: { severity }, options });
		const host = TRIGGER_HOSTS[kind]();
		const world = await worldWithQuota(2, { host, parameters: ofSeverity('INFO') });
		world.add({ severity: 'INFO' });
		await world.poll();
		world.parameters = ofSeverity('ERROR');
		expect((await world.poll()).ids).toEqual([]);
		const ids = world.add({ severity: 'ERROR' });
		expect((await world.poll()).ids).toEqual(ids);
	},
);

// With more time a poll waits for the quota instead.
it.each(['durableScheduler', 'durableCursors'] as const)(
	'a quota narrower than the window of late events: an event that is four minutes late comes (%s)',
	async (kind) => {
		const world = await createTriggerWorld({ host: TRIGGER_HOSTS[kind]() });
		world.addMany(50, { fromMs: world.nowMs - HOUR, stepMs: MINUTE });
		await world.activate();
		const startMs = world.nowMs;
		world.addMany(3_500, { fromMs: startMs, stepMs: 60 });
		world.nowMs = startMs + 4 * MINUTE;
		await world.poll();
		world.service.behaviour.quota = quotaOf(3);
		const late = world.add({ createdAtMs: startMs + 3.4 * MINUTE });
		for (let polls = 0; polls < 8; polls++) await world.poll();
		expect(world.delivered).toEqual(expect.arrayContaining(late));
	},
);

// With more time a poll waits for the quota instead.
it.each(['durableScheduler', 'durableCursors'] as const)(
	'a backlog that appears late comes, also where the newest come first (%s)',
	async (kind) => {
		const behaviour = { feedOrder: 'ignored', maxLimit: 100 } as const;
		const world = await createTriggerWorld({ host: TRIGGER_HOSTS[kind](), behaviour });
		world.addMany(200, { fromMs: world.nowMs - 2 * HOUR, stepMs: 36 * SECOND });
		await world.activate();
		world.delivered.push(...world.logged);
		world.service.behaviour.quota = quotaOf(3);
		world.addMany(1_000, { fromMs: world.nowMs - 4 * MINUTE, stepMs: 240 });
		for (let polls = 0; polls < 20; polls++) await world.poll().catch(() => undefined);
		expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
	},
);

it('says what ended a poll that delivers what it has read', async () => {
	const world = await worldWithQuota(2);
	world.addMany(3_000, { stepMs: 10 });
	expect((await world.poll()).warnings).toEqual([
		'The poll could not read on, and delivers what it had read. The rest follows with the next poll. The service asks for fewer requests',
	]);
});

it('a poll waits for a quota no longer than the next one may need it, and on an activation longer', async () => {
	const world = await worldWithQuota(10);
	const ids = world.addMany(3);
	world.service.failNext({ status: 429, retryAfter: '51' });
	await expect(world.poll()).rejects.toThrow('fewer requests');
	expect((await world.poll()).ids).toEqual(ids);
	const others = world.addMany(3);
	world.msPerRequest = 49_500;
	world.service.failNext({ status: 429, retryAfter: '1' });
	expect((await world.activate()).ids).toEqual(others);
});

describe.each(['durableScheduler', 'durableCursors'] as const)(
	'what a poll learned of the service before it failed counts for the next one (%s)',
	(kind) => {
		it.each([
			[3, 10_000, 'that gives the newest first', 'ignored', 20],
			[3, 10_000, 'of which nothing is known yet', 'honoured', 0],
			[3, 30, 'that gives the newest first, of which nothing is known yet', 'ignored', 0],
			[2, 30, 'of which nothing is known yet', 'honoured', 0],
		] as const)('over %i requests: %i events of a feed %s', async (...row) => {
			const [perMinute, count, , feedOrder, before] = row;
			const options = { host: TRIGGER_HOSTS[kind](), behaviour: { feedOrder } };
			const world = await worldWithQuota(perMinute, options, before);
			const stepMs = (HOUR - MINUTE) / count;
			world.addMany(count, { fromMs: world.nowMs - HOUR + MINUTE, stepMs });
			const { failed } = await drain(world, 9);
			expect(failed).toBeLessThanOrEqual(3);
			expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
		});

		it.each(['ignored', 'sortsPage'] as const)(
			'a backlog behind a quiet hour, of a feed whose order is %s, with fewer to a page than a window holds',
			async (feedOrder) => {
				const behaviour = { feedOrder, maxLimit: 50 };
				const world = await worldWithQuota(3, { host: TRIGGER_HOSTS[kind](), behaviour });
				world.addMany(1_000, { fromMs: world.nowMs - 10 * MINUTE, stepMs: 500 });
				const { failed } = await drain(world, 20);
				expect(failed).toBeLessThanOrEqual(5);
				expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
			},
		);
	},
);
