import type { INodeParameters } from 'n8n-workflow';
import { DEFAULT_BEHAVIOUR } from '../../../../sandbox/service';
import { SECOND, MINUTE, HOUR, DAY, iso } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import type { PollOutcome, TriggerWorld } from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

const EVE = { userEmail: 'eve@example.com' };
const BOB = { userEmail: 'bob@example.com' };
const OF_EVE = { options: { source: 'list' }, filters: EVE };
const gapsOf = (outcome: PollOutcome) => outcome.json.map(({ gap }) => gap);

/** What the first poll after something new tells. */
async function gapsAfter(world: TriggerWorld, event = {}): Promise<unknown[]> {
	world.add(event);
	return gapsOf(await world.poll());
}

/** n8n stands still for 20 days; the log keeps the last 14. Gives the times of what was read last and what is left. */
async function holiday(world: TriggerWorld, ofLast = {}) {
	world.add(ofLast, ofLast);
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

describe.each(HOST_KINDS)('after two weeks of holiday (%s)', (kind) => {
	it.each<[string, INodeParameters, number]>([
		['events', {}, 30],
		['list', { options: { source: 'list' } }, 30],
		['digest', { emit: 'digest' }, 1],
		['burst', { emit: 'burst', burstPer: 'all', burstCount: 2 }, 15],
	])(
		'what is there is delivered with the gap on its first item, once (%s)',
		async (_name, parameters, items) => {
			const world = await createActiveWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
			const { fromMs, toMs } = await holiday(world);
			const outcome = await world.activate('init');
			const none = Array.from({ length: items - 1 }, () => undefined);
			expect(gapsOf(outcome)).toEqual([{ from: iso(fromMs), to: iso(toMs) }, ...none]);
			expect(outcome.warnings).toEqual([
				expect.stringMatching(`no longer reaches back.*${iso(fromMs)}.*${iso(toMs)}.*deleted`),
			]);
			world.add({}, {});
			const next = await world.poll();
			expect(gapsOf(next).filter(Boolean)).toEqual([]);
			expect(next.warnings).toEqual([]);
		},
	);

	it('and a first poll that delivers nothing, the delivery after it tells', async () => {
		const world = await createActiveWorld({ parameters: OF_EVE, host: TRIGGER_HOSTS[kind]() });
		const { toMs } = await holiday(world, EVE);
		expect((await world.activate('init')).warnings).toHaveLength(1);
		expect((await world.poll()).warnings).toEqual([]);
		world.add(EVE, EVE);
		const [first, second] = gapsOf(await world.poll());
		expect(first).toMatchObject({ to: iso(toMs) });
		expect(second).toBeUndefined();
	});
});

describe.each(['feed', 'list'])('a log that keeps only so many events (%s)', (source) => {
	const parameters = { options: { source, maxEventsPerPoll: 20_000 } };

	it.each([15, 75, 200])(
		'tells what each of two bursts took with it after %i quiet minutes',
		async (quiet) => {
			const world = await createActiveWorld({ parameters });
			await world.live(1);
			for (let minutes = 0; minutes < quiet; minutes += 15)
				await world.poll({ afterMs: 15 * MINUTE });
			for (let burst = 0; burst < 2; burst++) {
				world.nowMs += 10 * MINUTE;
				world.add({}, {});
				const keptMs = (world.nowMs += MINUTE);
				world.add({}, {});
				world.service.log.forgetBefore(keptMs);
				const [gap, ...others] = gapsOf(await world.poll());
				expect(gap).toMatchObject({ to: iso(keptMs) });
				expect(others).toEqual([undefined]);
			}
		},
	);
});

describe.each(['feed', 'list'])('a service refuses times older than it keeps (%s)', (source) => {
	it('and has dropped all that was read: polls are quiet, and the next event tells the gap', async () => {
		const world = await createActiveWorld({ parameters: { source } });
		world.add({}, {});
		await world.poll();
		world.service.behaviour.maxAfterAgeMs = 14 * DAY;
		world.nowMs += 15 * DAY;
		world.service.log.forgetBefore(world.nowMs - 14 * DAY);
		for (let polls = 0; polls < 3; polls++) expect((await world.poll()).ids).toEqual([]);
		const toMs = world.nowMs;
		expect(await gapsAfter(world)).toEqual([expect.objectContaining({ to: iso(toMs) })]);
	});
});

it.each([3, 2])(
	'over %i requests a minute, an event comes to a trigger that was quiet for longer than may be asked for',
	async (perMinute) => {
		const host = TRIGGER_HOSTS.durableCursors();
		const world = await createTriggerWorld({ host });
		world.add({});
		await world.activate();
		world.service.behaviour.maxAfterAgeMs = DAY;
		world.service.behaviour.quota = { perMinute, header: 'retry-after', reset: 'seconds' };
		world.nowMs += 2 * DAY;
		world.service.log.forgetBefore(world.nowMs - DAY);
		const ids = world.add({});
		for (let polls = 0; polls < 6; polls++) await world.poll().catch(() => undefined);
		expect(world.delivered).toEqual(ids);
		expect((await world.poll()).requests.length).toBeLessThanOrEqual(1);
	},
);

it('a trigger of bursts that was away for longer than a service keeps, and lets be asked for, goes on', async () => {
	const parameters = { emit: 'burst', burstPer: 'all', burstCount: 2 };
	const world = await createActiveWorld({ parameters });
	world.add({}, {});
	await world.poll();
	world.service.behaviour.maxAfterAgeMs = 14 * DAY;
	world.nowMs += 14 * DAY;
	world.addMany(2, { fromMs: world.nowMs - 14 * DAY + 10 * MINUTE, stepMs: SECOND });
	world.service.log.forgetBefore(world.nowMs - 14 * DAY + MINUTE);
	expect((await world.poll()).items).toHaveLength(1);
});

describe('there is none', () => {
	it('where the log reaches back, and its oldest event is not asked for', async () => {
		const world = await createActiveWorld();
		for (let round = 0; round < 3; round++) {
			world.add({}, {});
			const outcome = await world.poll({ afterMs: 10 * DAY });
			expect(gapsOf(outcome).filter(Boolean)).toEqual([]);
			expect(outcome.requests.filter(({ operation }) => operation !== 'feed')).toEqual([]);
		}
	});

	it.each<[HostKind, number]>([
		['inMemory', Infinity],
		['durableScheduler', Infinity],
		['durableCursors', 18 * 24],
	])(
		'where rare matches of List are lost: the trigger has polled (%s)',
		async (kind, restartAt) => {
			const world = await createActiveWorld({ parameters: OF_EVE, host: TRIGGER_HOSTS[kind]() });
			world.add(EVE);
			for (let hours = 0; hours < 20 * 24; hours += 6) {
				world.add({});
				expect((await world.poll({ afterMs: 6 * HOUR })).warnings).toEqual([]);
				world.service.log.forgetBefore(world.nowMs - 14 * DAY);
				if (hours === restartAt) world.restartN8n();
			}
			expect(await gapsAfter(world, EVE)).toEqual([undefined]);
		},
	);

	it.each([false, true])(
		'where the last match of List is lost in the same day in which the next one comes, n8n restarted or not (%s)',
		async (isRestarted) => {
			const world = await createActiveWorld({ parameters: OF_EVE });
			world.add(EVE);
			for (let day = 0; day < 15; day++) {
				world.add({});
				expect((await world.poll({ afterMs: DAY })).warnings).toEqual([]);
				world.service.log.forgetBefore(world.nowMs - 14 * DAY);
			}
			if (isRestarted) world.restartN8n();
			expect(await gapsAfter(world, EVE)).toEqual([undefined]);
		},
	);

	it('where a quiet log has grown empty while hourly polls, some early and some late, went on', async () => {
		const world = await createActiveWorld();
		world.add({});
		for (let hours = 0; hours < 36; hours++) {
			if (hours === 24) world.service.log.forgetBefore(world.nowMs);
			await world.poll({ afterMs: hours % 2 === 0 ? HOUR - 2 * SECOND : HOUR + 5 * SECOND });
		}
		expect(await gapsAfter(world)).toEqual([undefined]);
	});

	it('where the trigger was to begin before the log did', async () => {
		const parameters = { startFrom: 'date', startDate: '2026-01-01' };
		const world = await createActiveWorld({ parameters });
		world.nowMs += DAY;
		expect(await gapsAfter(world)).toEqual([undefined]);
	});

	it('where the oldest event was there at the beginning, dated in the future', async () => {
		const world = await createTriggerWorld({ parameters: OF_EVE });
		world.add({ createdAtMs: world.nowMs + MINUTE + 500 });
		await world.activate();
		world.add(EVE);
		const outcome = await world.poll();
		expect([gapsOf(outcome), outcome.warnings]).toEqual([[undefined], []]);
	});
});

it('no gap is told where a quota hides the oldest event', async () => {
	const world = await createTriggerWorld({ parameters: OF_EVE });
	world.add(BOB);
	await world.activate();
	world.nowMs += 3 * HOUR;
	world.service.behaviour.quota = { perMinute: 1, header: 'retry-after', reset: 'seconds' };
	expect(await gapsAfter(world, EVE)).toEqual([undefined]);
});

it('a log that was empty after a long stop tells of its gap when it has an event again', async () => {
	const world = await createActiveWorld();
	await world.live(1);
	world.add({});
	world.nowMs += 20 * DAY;
	world.service.log.forgetBefore(world.nowMs);
	await world.poll();
	expect(await gapsAfter(world)).toEqual([expect.anything()]);
});

it('a key that may read only Feed tells of gaps without asking List', async () => {
	const requiredScopes = { ...DEFAULT_BEHAVIOUR.requiredScopes, list: [] };
	const world = await createActiveWorld({ behaviour: { requiredScopes } });
	const { fromMs, toMs } = await holiday(world);
	const outcome = await world.activate('init');
	expect(gapsOf(outcome)[0]).toEqual({ from: iso(fromMs), to: iso(toMs) });
	expect(outcome.requests.filter(({ operation }) => operation === 'list')).toEqual([]);
});

it('two gaps before anything is delivered: the next item tells of both as one', async () => {
	const world = await createActiveWorld({ parameters: { filters: EVE } });
	const { fromMs } = await holiday(world, EVE);
	await world.activate('init');
	const { toMs } = await holiday(world, BOB);
	await world.activate('init');
	expect(await gapsAfter(world, EVE)).toEqual([{ from: iso(fromMs), to: iso(toMs) }]);
});
