import type { ServiceBehaviour } from '../../../../sandbox/service';
import { SECOND, MINUTE } from '../../../support/times';
import { createActiveWorld, createTriggerWorld, inAnyOrder } from '../../../support/triggerHarness';

/** What no service of the oracle at the edge does (test/edge). */
const SERVICES: ReadonlyArray<readonly [string, Partial<ServiceBehaviour>]> = [
	['unknown parameters are refused', { unknownParameters: 'refuse' }],
	['bad queries are ignored', { invalidQuery: 'ignore' }],
];

describe.each(['feed', 'list'])('every event once, oldest first (%s)', (source) => {
	it('from poll to poll, late ones as far as the window reaches', async () => {
		const world = await createActiveWorld({ parameters: { options: { source } } });
		const createdAtMs = world.nowMs;
		const first = world.add({});
		expect((await world.poll({ afterMs: 5 * MINUTE - SECOND })).ids).toEqual(first);
		const newest = world.add({});
		expect((await world.poll({ afterMs: 0 })).ids).toEqual(newest);
		const late = world.add({ createdAtMs }, { createdAtMs: createdAtMs + 2 * SECOND });
		world.add({ createdAtMs: createdAtMs - 2 * MINUTE });
		expect((await world.poll({ afterMs: 0 })).ids).toEqual(late);
		expect((await world.poll()).items).toEqual([]);
	});

	it('more events in one instant than the state can hold', async () => {
		const world = await createActiveWorld({ parameters: { options: { source } } });
		const ids = world.addMany(10_000);
		await world.pollUntilQuiet();
		expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(ids));
		const next = world.add({});
		expect((await world.poll()).ids).toEqual(next);
		expect(world.host.saved.length).toBeLessThanOrEqual(2 * 64 * 1024);
	});

	it.each(SERVICES)('%s', async (_name, behaviour) => {
		const world = await createTriggerWorld({ behaviour, parameters: { options: { source } } });
		world.addMany(12, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		await world.activate();
		const ids: string[] = [];
		for (let round = 0; round < 2; round++) {
			const fromMs = world.nowMs + 1;
			ids.push(...world.addMany(8, { fromMs }), ...world.addMany(3, { fromMs: fromMs + SECOND }));
			await world.poll();
			ids.push(...world.add({ createdAtMs: fromMs }, { createdAtMs: fromMs + 5 }));
		}
		await world.pollUntilQuiet();
		expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(ids));
	});
});

it('an empty answer that is null is an empty log, whose first event is new', async () => {
	const world = await createTriggerWorld({ behaviour: { emptyData: 'null' } });
	await world.activate();
	const ids = world.addMany(1, { stepMs: 100 });
	expect((await world.poll()).ids).toEqual(ids);
});

it('an empty answer is asked for once more where nothing was ever shown, and a log with events is not', async () => {
	const world = await createActiveWorld();
	expect((await world.poll()).requests).toHaveLength(2);
	world.addMany(3, { stepMs: SECOND });
	await world.poll();
	expect((await world.poll()).requests).toHaveLength(1);
});

it('a poll behind a page of events at the very instant that the trigger starts from comes to an end', async () => {
	const startDate = '2026-11-01T11:30:00Z';
	const world = await createTriggerWorld({ parameters: { startFrom: 'date', startDate } });
	const ids = world.addMany(10, { fromMs: Date.parse(startDate) });
	await world.activate();
	await world.poll();
	// One instant tells nothing of the order, so each poll asks for it.
	expect((await world.poll()).requests.length).toBeLessThanOrEqual(6);
	expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(ids));
});
