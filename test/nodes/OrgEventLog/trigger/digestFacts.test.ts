import type { INodeParameters } from 'n8n-workflow';
import {
	createActiveWorld,
	endWorlds,
	HOUR,
	jsonOf,
	MINUTE,
	SECOND,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

const digestWorld = async (parameters: INodeParameters = {}) =>
	await createActiveWorld({ parameters: { ...parameters, emit: 'digest' } });

const FINE = { late: 0, backlog: 'none', windowShrunkTo: null };

describe('a digest tells how the trigger itself is doing', () => {
	it('when it polled, and how old the newest event of the log is, also one that is dropped', async () => {
		const world = await digestWorld({ filters: { type: 'Rare' } });
		world.add({ type: 'Rare' }, { type: 'Other', createdAtMs: world.nowMs + 20 * SECOND });
		expect(jsonOf(await world.poll())).toMatchObject([
			{
				count: 1,
				polledAt: '2026-11-01T12:03:00.000Z',
				newestEventAt: '2026-11-01T12:02:20.000Z',
				newestEventAgeSeconds: 40,
				...FINE,
			},
		]);
	});

	it("by the service's clock, whatever the host's says, in a test run, too", async () => {
		const world = await digestWorld();
		world.add({});
		const times = { polledAt: '2026-11-01T12:03:00.000Z', newestEventAgeSeconds: 60 };
		expect(jsonOf(await world.poll({ manual: true }))).toMatchObject([{ ...times, ...FINE }]);
		world.hostOffsetMs = -3 * HOUR;
		expect(jsonOf(await world.poll({ afterMs: 0 }))).toMatchObject([times]);
	});

	it.each([
		[0, 3, 2],
		[60, 1, 1],
	])(
		'how many of those in it came late (%d minutes without repeats)',
		async (minutes, count, late) => {
			const world = await digestWorld({ suppressRepeats: minutes });
			world.add({});
			await world.poll();
			const createdAtMs = world.nowMs - 2 * MINUTE;
			world.add({}, { createdAtMs }, { action: 'deny', createdAtMs: createdAtMs - 1 });
			expect(jsonOf(await world.poll())).toMatchObject([{ count, late }]);
		},
	);

	it('whether more is waiting', async () => {
		const world = await digestWorld({ options: { maxEventsPerPoll: 2 } });
		world.addMany(3, { stepMs: SECOND });
		expect(jsonOf(await world.poll())).toMatchObject([{ count: 2, backlog: 'maxEvents' }]);
		expect(jsonOf(await world.poll())).toMatchObject([{ count: 1, backlog: 'none' }]);
	});

	it('since when late events are noticed, where there are too many to remember', async () => {
		const world = await digestWorld({ options: { maxEventsPerPoll: 20_000 } });
		world.addMany(9_000, { fromMs: world.nowMs, stepMs: 10 });
		expect(jsonOf(await world.poll({ afterMs: 3 * MINUTE }))).toMatchObject([
			{ windowShrunkTo: expect.stringMatching(/^2026-11-01T12:0[23]:/) as string },
		]);
	});
});
