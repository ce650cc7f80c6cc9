import type { INodeParameters } from 'n8n-workflow';
import { isJsonObject, memberOf } from '../../../../nodes/OrgEventLog/json/jsonValues';
import { makeDevice, makeUser } from '../../../../sandbox/service';
import {
	createActiveWorld,
	createTriggerWorld,
	DAY,
	endWorlds,
	HOUR,
	MINUTE,
	SECOND,
	WORLD_START_MS,
} from '../../../support/triggerHarness';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

const AGES = [3 * DAY, 25 * HOUR, 23 * HOUR, 2 * HOUR, 10 * MINUTE];

describe.each(Object.keys(TRIGGER_HOSTS) as HostKind[])('Start From (%s)', (kind) => {
	it.each<[string, INodeParameters, number]>([
		['now', { startFrom: 'now' }, 0],
		['the last 24 hours', { startFrom: 'last' }, 3],
		['the last hour', { startFrom: 'last', lastAmount: 1, lastUnit: 'hours' }, 1],
		['a date', { startFrom: 'date', startDate: '2026-10-31T00:00:00Z' }, 4],
		['a date without a timezone', { startFrom: 'date', startDate: '2026-10-31T00:00:00' }, 4],
		['a date in the future', { startFrom: 'date', startDate: '2026-11-02T00:00:00Z' }, 0],
	])('%s, and everything after', async (_name, parameters, old) => {
		const world = await createTriggerWorld({
			parameters: { ...parameters },
			host: TRIGGER_HOSTS[kind](),
		});
		const before = world.add(...AGES.map((age) => ({ createdAtMs: world.nowMs - age })));
		await world.activate();
		const ids = old === 0 ? [] : before.slice(-old);
		const isFuture = parameters.startDate === '2026-11-02T00:00:00Z';
		for (let round = 0; round < 3; round++) {
			const fresh = world.addMany(2, { stepMs: SECOND });
			if (!isFuture) ids.push(...fresh);
			await world.poll();
		}
		if (isFuture) {
			world.nowMs = WORLD_START_MS + DAY;
			ids.push(...world.addMany(2, { stepMs: SECOND }));
			await world.poll();
		}
		expect(world.delivered).toEqual(ids);
	});
});

it('Start From goes by the service’s clock, not the host’s', async () => {
	const world = await createTriggerWorld({
		parameters: { startFrom: 'last', lastAmount: 1, lastUnit: 'hours' },
	});
	world.hostOffsetMs = 5 * HOUR;
	const [, ...ids] = world.add(
		{ createdAtMs: world.nowMs - 2 * HOUR },
		{ createdAtMs: world.nowMs - 30 * MINUTE },
	);
	await world.activate();
	expect(world.delivered).toEqual(ids);
});

it('Start From is read only while there is no state', async () => {
	const world = await createActiveWorld();
	world.addMany(3, { stepMs: SECOND });
	await world.poll();
	world.parameters = { startFrom: 'last', lastAmount: 'no number at all' };
	const ids = world.add({});
	expect((await world.poll()).ids).toEqual(ids);
});

const EARLY = '2026-11-01T10:00:00Z';
const LATE = '2026-11-01T11:30:00Z';

describe.each(Object.keys(TRIGGER_HOSTS) as HostKind[])('a changed Start Date (%s)', (kind) => {
	async function worldFrom(parameters: INodeParameters) {
		const world = await createTriggerWorld({ parameters, host: TRIGGER_HOSTS[kind]() });
		const ages = [90 * MINUTE, 10 * MINUTE, 5 * MINUTE];
		const ids = world.add(...ages.map((age) => ({ createdAtMs: world.nowMs - age })));
		await world.activate();
		await world.poll();
		return { world, ids };
	}

	it('begins anew there, once', async () => {
		const { world, ids } = await worldFrom({ startFrom: 'date', startDate: EARLY });
		expect(world.delivered).toEqual(ids);
		world.parameters = { startFrom: 'date', startDate: LATE };
		expect((await world.activate()).ids).toEqual(ids.slice(1));
		expect((await world.poll()).ids).toEqual([]);
		world.restartN8n();
		expect((await world.activate('init')).ids).toEqual([]);
		expect((await world.poll()).ids).toEqual([]);
	});

	it('begins there where the trigger began without one, and goes on when it is taken away', async () => {
		const { world, ids } = await worldFrom({ startFrom: 'now' });
		expect(world.delivered).toEqual([]);
		world.parameters = { startFrom: 'date', startDate: LATE };
		expect((await world.activate()).ids).toEqual(ids.slice(1));
		world.parameters = { startFrom: 'now' };
		expect((await world.activate()).ids).toEqual([]);
		world.parameters = { startFrom: 'date', startDate: LATE };
		expect((await world.activate()).ids).toEqual([]);
		const more = world.add({});
		expect((await world.poll()).ids).toEqual(more);
	});

	it('that is no date is refused, and the place stays', async () => {
		const { world } = await worldFrom({ startFrom: 'now' });
		world.parameters = { startFrom: 'date', startDate: 'the day before' };
		await expect(world.poll()).rejects.toThrow('Start Date');
		world.parameters = { startFrom: 'now' };
		const more = world.add({});
		expect((await world.poll()).ids).toEqual(more);
	});

	it('forgets with the place what was suppressed and what is to be repeated', async () => {
		const rest = { suppressRepeats: 60, options: { afterRestart: 'repeatLast' } };
		const { world, ids } = await worldFrom({ startFrom: 'date', startDate: EARLY, ...rest });
		expect(world.delivered).toEqual([ids[0], ids[1]]);
		world.restartN8n();
		world.parameters = { startFrom: 'date', startDate: LATE, ...rest };
		const { items } = await world.activate('init');
		expect(items.map(({ json }) => [json.id, json.redelivered])).toEqual([[ids[1], false]]);
	});
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

it('a state of before, that knows of no Start Date, goes on', async () => {
	const parameters = { startFrom: 'date', startDate: EARLY };
	const world = await createTriggerWorld({ parameters });
	const ids = world.add({});
	await world.activate();
	const store = world.host.begin({ activation: false, nodeName: world.nodeName });
	for (const copy of [store.node(), store.global()].flatMap((part) => Object.values(part))) {
		const state = memberOf(copy, 'state');
		if (isJsonObject(state)) Reflect.deleteProperty(state, 'startMark');
	}
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

it.each([{}, { startDate: 'not a date at all' }])(
	'a start date of %j is refused',
	async (given) => {
		const world = await createTriggerWorld({ parameters: { startFrom: 'date', ...given } });
		await expect(world.activate()).rejects.toThrow('Start Date');
	},
);

it('a digest tells what happened, in one item', async () => {
	const world = await createActiveWorld({ parameters: { emit: 'digest' } });
	const fromMs = world.nowMs;
	world.add(
		{ severity: 'ERROR', type: 'Access', userEmail: 'bob@example.com' },
		{ createdAtMs: fromMs + SECOND },
		{ createdAtMs: fromMs + 2 * SECOND },
	);
	const { items } = await world.poll();
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({
		count: 3,
		from: new Date(fromMs).toISOString(),
		to: new Date(fromMs + 2 * SECOND).toISOString(),
		bySeverity: { ERROR: 1, INFO: 2 },
		byType: { Access: 1, Registration: 2 },
		events: [{ id: 'event-1' }, { id: 'event-2' }, { id: 'event-3' }],
	});
	expect((await world.poll()).items).toEqual([]);
});

it.each(['feed', 'list'])(
	'Simplify off: the API’s own object, integers exact (%s)',
	async (source) => {
		const world = await createActiveWorld({ parameters: { source, simplify: false } });
		const device = makeDevice({ last_mdm_data_synced_at: 1_715_671_800_987_654_321n });
		world.add({
			createdAtNs: 1_793_534_400_123_456_789n,
			userPrincipal: { device, user: makeUser() },
			extra: { unknown: { deep: [null, '=1+1'] } },
		});
		const [item] = (await world.poll()).items;
		expect(item?.json).toMatchObject({
			unknown: { deep: [null, '=1+1'] },
			user_principal: { device: { last_mdm_data_synced_at: '1715671800987654321' } },
			...(source === 'list' && { created_at_ns: '1793534400123456789' }),
		});
		expect(item?.json).toHaveProperty(source === 'list' ? 'message' : 'messages');
	},
);

it('a window that had to shrink is noted, once', async () => {
	const world = await createActiveWorld({ parameters: { options: { maxEventsPerPoll: 20_000 } } });
	world.addMany(12_000, { stepMs: 1 });
	world.nowMs += 20 * SECOND;
	const shrunk = async () =>
		(await world.poll({ afterMs: SECOND })).logs.filter(({ level }) => level === 'warn').length;
	expect(await shrunk()).toBe(1);
	expect(await shrunk()).toBe(0);
	const next = world.add({});
	await world.poll();
	expect(world.delivered.slice(-1)).toEqual(next);
	expect(world.delivered).toHaveLength(12_001);
});

it('each part of the state is at most 64 KiB', async () => {
	const world = await createActiveWorld({ parameters: { options: { lateEventWindow: 60 } } });
	for (let round = 0; round < 5; round++) {
		world.addMany(4000, { stepMs: 7 });
		await world.poll();
		const store = world.host.begin({ activation: false, nodeName: world.nodeName });
		for (const part of [store.node(), store.global()]) {
			expect(JSON.stringify(part).length).toBeLessThanOrEqual(64 * 1024);
		}
	}
	expect(new Set(world.delivered).size).toBe(20_000);
	expect(world.delivered).toHaveLength(20_000);
});
