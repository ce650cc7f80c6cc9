import type { INodeParameters } from 'n8n-workflow';
import { DEFAULT_BEHAVIOUR } from '../../../../sandbox/service';
import {
	DAY,
	HOUR,
	MINUTE,
	SECOND,
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

const iso = (ms: number) => new Date(ms).toISOString();
const warningsOf = ({ logs }: Awaited<ReturnType<TriggerWorld['poll']>>) =>
	logs.filter(({ level }) => level === 'warn').map(({ message }) => message);

/** n8n stands still for 20 days; the log keeps the last 14. Gives the times of what was read last and what is left. */
async function holiday(world: TriggerWorld, userEmail = 'ada@example.com') {
	world.add({ userEmail }, { userEmail });
	const fromMs = world.nowMs;
	await world.poll();
	for (let day = 0; day < 20; day++) {
		world.nowMs += DAY;
		world.add({ userEmail: 'ada@example.com' }, { userEmail: 'bob@example.com' });
	}
	world.restartN8n();
	const keptMs = world.nowMs - 14 * DAY;
	world.service.log.forgetBefore(keptMs);
	return { fromMs, toMs: keptMs };
}

describe.each(Object.keys(TRIGGER_HOSTS) as HostKind[])(
	'after two weeks of holiday (%s)',
	(kind) => {
		it.each<[string, INodeParameters, number]>([
			['events', {}, 30],
			['list', { source: 'list' }, 30],
			['digest', { emit: 'digest' }, 1],
			['burst', { emit: 'burst', burstPer: 'all', burstCount: 2 }, 15],
		])(
			'what is there is delivered with the gap on its first item, once (%s)',
			async (_name, parameters, items) => {
				const world = await createActiveWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
				const { fromMs, toMs } = await holiday(world);
				const outcome = await world.activate('init');
				expect(outcome.items.map(({ json }) => json.gap)).toEqual([
					{ from: iso(fromMs), to: iso(toMs) },
					...Array.from({ length: items - 1 }, () => undefined),
				]);
				expect(warningsOf(outcome)).toEqual([
					expect.stringMatching(`no longer reaches back.*${iso(fromMs)}.*${iso(toMs)}.*deleted`),
				]);
				world.add({}, {});
				const next = await world.poll();
				expect(next.items.map(({ json }) => json.gap).filter(Boolean)).toEqual([]);
				expect(warningsOf(next)).toEqual([]);
			},
		);

		it('and a first poll that delivers nothing, the delivery after it tells', async () => {
			const parameters = { source: 'list', filters: { userEmail: 'eve@example.com' } };
			const world = await createActiveWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
			const { toMs } = await holiday(world, 'eve@example.com');
			expect(warningsOf(await world.activate('init'))).toHaveLength(1);
			expect(warningsOf(await world.poll())).toEqual([]);
			world.add({ userEmail: 'eve@example.com' }, { userEmail: 'eve@example.com' });
			const { items } = await world.poll();
			expect(items.map(({ json }) => json.gap)).toMatchObject(
				[{ to: iso(toMs) }, undefined].slice(0, 1),
			);
			expect(items[1]?.json).not.toHaveProperty('gap');
		});
	},
);

it('a log that reaches back has no gap, and is not asked for its oldest event', async () => {
	const world = await createActiveWorld();
	for (let round = 0; round < 3; round++) {
		world.add({}, {});
		const { items, requests } = await world.poll({ afterMs: 10 * DAY });
		expect(items.some(({ json }) => 'gap' in json)).toBe(false);
		expect(requests.filter(({ operation }) => operation !== 'feed')).toEqual([]);
	}
});

it('one that has lost only what was delivered has none either', async () => {
	const world = await createActiveWorld();
	world.addMany(10, { stepMs: SECOND });
	await world.poll();
	world.service.log.forgetBefore(world.nowMs - MINUTE + 5 * SECOND);
	world.add({});
	expect((await world.poll()).items[0]?.json).not.toHaveProperty('gap');
});

it.each<[HostKind, number]>([
	['inMemory', Infinity],
	['durableScheduler', Infinity],
	['durableCursors', 18 * 24],
])(
	'rare matches of List that the log has lost are none: the trigger has polled (%s)',
	async (kind, restartHours) => {
		const filters = { userEmail: 'eve@example.com' };
		const parameters = { source: 'list', filters };
		const world = await createActiveWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
		world.add({ userEmail: 'eve@example.com' });
		for (let hours = 0; hours < 20 * 24; hours += 6) {
			world.add({ userEmail: 'ada@example.com' });
			expect(warningsOf(await world.poll({ afterMs: 6 * HOUR }))).toEqual([]);
			world.service.log.forgetBefore(world.nowMs - 14 * DAY);
			if (hours === restartHours) world.restartN8n();
		}
		const ids = world.add({ userEmail: 'eve@example.com' });
		const { items } = await world.poll();
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		expect(items[0]?.json).not.toHaveProperty('gap');
	},
);

it.each([true, false])(
	'nor on a busy log that keeps five hours, whether or not the service tells the time (%s)',
	async (tellsTime) => {
		const parameters = { source: 'list', filters: { userEmail: 'eve@example.com' } };
		const behaviour = { dateHeader: tellsTime };
		const world = await createActiveWorld({ parameters, behaviour });
		world.add({ userEmail: 'eve@example.com' });
		for (let minutes = 0; minutes < 12 * 60; minutes += 30) {
			world.add({ userEmail: 'ada@example.com' });
			await world.poll({ afterMs: 30 * MINUTE });
			world.service.log.forgetBefore(world.nowMs - 5 * HOUR);
		}
		world.add({ userEmail: 'eve@example.com' });
		const { items } = await world.poll();
		expect(items.map(({ json }) => json.gap)).toEqual([undefined]);
	},
);

it('nor where a quiet log has grown empty while hourly polls, some early and some late, went on', async () => {
	const world = await createActiveWorld();
	world.add({});
	for (let hours = 0; hours < 36; hours++) {
		if (hours === 24) world.service.log.forgetBefore(world.nowMs);
		await world.poll({ afterMs: hours % 2 === 0 ? HOUR - 2 * SECOND : HOUR + 5 * SECOND });
	}
	world.add({});
	const { items } = await world.poll();
	expect(items.map(({ json }) => json.gap)).toEqual([undefined]);
});

it('a log that was empty after a long stop tells of its gap when it has an event again', async () => {
	const world = await createActiveWorld();
	world.add({});
	await world.poll();
	world.add({});
	world.nowMs += 20 * DAY;
	world.service.log.forgetBefore(world.nowMs);
	await world.poll();
	world.add({});
	expect((await world.poll()).items[0]?.json).toHaveProperty('gap');
});

it('a log whose oldest event was there at the beginning, dated in the future, has none', async () => {
	const filters = { userEmail: 'eve@example.com' };
	const world = await createTriggerWorld({ parameters: { source: 'list', filters } });
	world.add({ createdAtMs: world.nowMs + MINUTE + 500 });
	await world.activate();
	world.add({ userEmail: 'eve@example.com' });
	const outcome = await world.poll();
	expect([outcome.ids.length, warningsOf(outcome)]).toEqual([1, []]);
});

describe('with a key that may read only Feed', () => {
	const mayRead = (list: readonly string[]) => ({
		requiredScopes: { ...DEFAULT_BEHAVIOUR.requiredScopes, list },
	});

	it('a silence longer than the log keeps its events fails no poll, and what comes then has no gap', async () => {
		const world = await createActiveWorld({ behaviour: mayRead([]) });
		world.add({});
		await world.poll();
		world.service.log.forgetBefore(world.nowMs + 1);
		for (const afterMs of [3 * HOUR, MINUTE, 20 * DAY]) {
			expect((await world.poll({ afterMs })).ids).toEqual([]);
		}
		const ids = world.add({}, {});
		const outcome = await world.poll();
		expect(outcome.ids).toEqual(ids);
		expect(outcome.items.filter(({ json }) => 'gap' in json)).toEqual([]);
		expect(warningsOf(outcome)).toEqual([]);
	});

	it('List is not asked for again with every poll', async () => {
		const world = await createActiveWorld({ behaviour: mayRead([]) });
		world.service.log.forgetBefore(world.nowMs + 1);
		world.add({});
		await world.poll();
		world.service.log.forgetBefore(world.nowMs + 1);
		await world.poll({ afterMs: 3 * HOUR });
		const { requests } = await world.poll();
		expect(requests.filter(({ operation }) => operation === 'list')).toEqual([]);
	});
});
