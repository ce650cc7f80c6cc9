import {
	createActiveWorld,
	endWorlds,
	HOUR,
	MINUTE,
	SECOND,
	type PollOutcome,
	type WorldOptions,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

async function digestWorld(options: WorldOptions = {}) {
	const { parameters, ...others } = options;
	return await createActiveWorld({ ...others, parameters: { ...parameters, emit: 'digest' } });
}

function jsonOf({ items }: PollOutcome): unknown {
	return items[0]?.json;
}

describe('a digest tells how the trigger itself is doing', () => {
	it('when it polled, and how old the newest event of the log is, also one that is dropped', async () => {
		const world = await digestWorld({ parameters: { filters: { type: 'Rare' } } });
		world.add({ type: 'Rare' }, { type: 'Other', createdAtMs: world.nowMs + 20 * SECOND });
		expect(jsonOf(await world.poll())).toMatchObject({
			count: 1,
			polledAt: '2026-11-01T12:03:00.000Z',
			newestEventAt: '2026-11-01T12:02:20.000Z',
			newestEventAgeSeconds: 40,
			...{ late: 0, backlog: 'none', windowShrunkTo: null },
		});
	});

	it("by the service's clock, whatever the host's says", async () => {
		const world = await digestWorld();
		world.hostOffsetMs = -3 * HOUR;
		world.add({});
		expect(jsonOf(await world.poll())).toMatchObject({
			polledAt: '2026-11-01T12:03:00.000Z',
			newestEventAgeSeconds: 60,
		});
	});

	it('when the newest was created, also where no clock has come so far', async () => {
		const world = await digestWorld();
		world.add({ createdAtMs: world.nowMs + HOUR });
		expect(jsonOf(await world.poll())).toMatchObject({
			to: '2026-11-01T13:02:00.000Z',
			newestEventAt: '2026-11-01T13:02:00.000Z',
			newestEventAgeSeconds: -59 * 60,
		});
	});

	it('how many came late', async () => {
		const world = await digestWorld();
		world.add({});
		await world.poll();
		world.add({}, { createdAtMs: world.nowMs - 2 * MINUTE }, { createdAtMs: world.nowMs - 90_000 });
		expect(jsonOf(await world.poll())).toMatchObject({ count: 3, late: 2 });
	});

	it('how many of those in it came late, not of those that were held back', async () => {
		const world = await digestWorld({ parameters: { suppressRepeats: 60 } });
		world.add({});
		await world.poll();
		const [one, other] = [1, 2].map((minutes) => world.nowMs - minutes * MINUTE - 1);
		world.add({ createdAtMs: one }, { createdAtMs: other }, { action: 'deny', createdAtMs: one });
		expect(jsonOf(await world.poll())).toMatchObject({ count: 1, late: 1 });
	});

	it('whether more is waiting', async () => {
		const world = await digestWorld({ parameters: { options: { maxEventsPerPoll: 2 } } });
		world.addMany(3, { stepMs: SECOND });
		expect(jsonOf(await world.poll())).toMatchObject({ count: 2, backlog: 'maxEvents' });
		expect(jsonOf(await world.poll())).toMatchObject({ count: 1, backlog: 'none' });
	});

	it('since when late events are noticed, where there are too many to remember', async () => {
		const world = await digestWorld({ parameters: { options: { maxEventsPerPoll: 20_000 } } });
		world.addMany(9_000, { fromMs: world.nowMs, stepMs: 10 });
		const json = jsonOf(await world.poll({ afterMs: 3 * MINUTE }));
		expect(json).toMatchObject({
			windowShrunkTo: expect.stringMatching(/^2026-11-01T12:0[23]:/) as string,
		});
	});

	it('in a test run, too', async () => {
		const world = await digestWorld();
		world.add({});
		expect(jsonOf(await world.poll({ manual: true }))).toMatchObject({
			polledAt: '2026-11-01T12:03:00.000Z',
			newestEventAgeSeconds: 60,
			...{ late: 0, backlog: 'none', windowShrunkTo: null },
		});
	});
});
