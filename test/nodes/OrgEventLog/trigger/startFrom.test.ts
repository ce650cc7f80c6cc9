import type { INodeParameters } from 'n8n-workflow';
import { SECOND, MINUTE, HOUR, DAY } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

const AGES = [3 * DAY, 25 * HOUR, 23 * HOUR, 2 * HOUR, 10 * MINUTE];
const EARLY = '2026-11-01T10:00:00Z';
const LATE = '2026-11-01T11:30:00Z';

describe.each(HOST_KINDS)('Start From (%s)', (kind) => {
	it.each<[string, INodeParameters, number]>([
		['now', { startFrom: 'now' }, 0],
		['the last 24 hours', { startFrom: 'last' }, 3],
		['the last hour', { startFrom: 'last', lastAmount: 1, lastUnit: 'hours' }, 1],
		['a date', { startFrom: 'date', startDate: '2026-10-31T00:00:00Z' }, 4],
		['a date without a timezone', { startFrom: 'date', startDate: '2026-10-31T00:00:00' }, 4],
	])('%s, and everything after', async (_name, parameters, old) => {
		const world = await createTriggerWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
		const before = world.add(...AGES.map((age) => ({ createdAtMs: world.nowMs - age })));
		await world.activate();
		const ids = [...before.slice(before.length - old), ...(await world.live(3))];
		expect(world.delivered).toEqual(ids);
	});

	async function worldFrom(parameters: INodeParameters) {
		const world = await createTriggerWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
		const ages = [90 * MINUTE, 10 * MINUTE, 5 * MINUTE];
		const ids = world.add(...ages.map((age) => ({ createdAtMs: world.nowMs - age })));
		await world.activate();
		await world.poll();
		return { world, ids };
	}

	it('another date begins anew there, once', async () => {
		const { world, ids } = await worldFrom({ startFrom: 'date', startDate: EARLY });
		expect(world.delivered).toEqual(ids);
		world.parameters = { startFrom: 'date', startDate: LATE };
		expect((await world.activate()).ids).toEqual(ids.slice(1));
		expect((await world.poll()).ids).toEqual([]);
		world.restartN8n();
		expect((await world.activate('init')).ids).toEqual([]);
		expect((await world.poll()).ids).toEqual([]);
	});

	it('what is no date is refused, and the place stays', async () => {
		const { world } = await worldFrom({ startFrom: 'now' });
		world.parameters = { startFrom: 'date', startDate: 'the day before' };
		await expect(world.poll()).rejects.toThrow('Start Date');
		world.parameters = { startFrom: 'now' };
		const more = world.add({});
		expect((await world.poll()).ids).toEqual(more);
	});
});

it('Start From is read only while there is no state', async () => {
	const world = await createActiveWorld();
	await world.live(1, 3);
	world.parameters = { startFrom: 'last', lastAmount: 'no number at all' };
	const ids = world.add({});
	expect((await world.poll()).ids).toEqual(ids);
});

it('a Start Date that is an expression is the same one as long as its text is', async () => {
	const startDate = '={{ $now.minus(1, "hour").toISO() }}';
	const world = await createTriggerWorld({ parameters: { startFrom: 'date', startDate } });
	const ids = world.add({ createdAtMs: world.nowMs - MINUTE });
	await world.activate();
	await world.poll();
	world.restartN8n();
	await world.activate('init');
	expect(world.delivered).toEqual(ids);
});

it.each([{}, { startDate: 'not a date at all' }])(
	'a start date of %j is refused',
	async (given) => {
		const world = await createTriggerWorld({ parameters: { startFrom: 'date', ...given } });
		await expect(world.activate()).rejects.toThrow('Start Date');
	},
);

it('a window that had to shrink is noted, once, and each part of the state is at most 64 KiB', async () => {
	const parameters = { options: { lateEventWindow: 60, maxEventsPerPoll: 20_000 } };
	const world = await createActiveWorld({ parameters });
	for (let round = 0; round < 3; round++) {
		world.addMany(6000, { stepMs: 1 });
		const warnings = (await world.poll({ afterMs: 20 * SECOND })).warnings;
		expect(warnings).toHaveLength(1);
		expect((await world.poll({ afterMs: SECOND })).warnings).toEqual([]);
		for (const part of world.stateParts())
			expect(JSON.stringify(part).length).toBeLessThanOrEqual(64 * 1024);
	}
	expect(world.delivered).toEqual(world.logged);
});
