import type { INodeParameters } from 'n8n-workflow';
import { DEFAULT_BEHAVIOUR } from '../../../../sandbox/service';
import {
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
const EVERY_TEN_MINUTES = { options: { heartbeatMinutes: 10 } };

/** What comes in so many minutes, with the minute. */
async function during(world: TriggerWorld, minutes: number) {
	const came: Array<readonly [number, unknown]> = [];
	for (let minute = 1; minute <= minutes; minute++) {
		for (const { json } of (await world.poll()).items) came.push([minute, json]);
	}
	return came;
}

describe.each(Object.keys(TRIGGER_HOSTS) as HostKind[])('a heartbeat (%s)', (kind) => {
	it.each<[string, INodeParameters, object]>([
		['events', {}, {}],
		['list', { source: 'list', filters: { userEmail: 'eve@example.com' } }, {}],
		['digest', { emit: 'digest' }, {}],
		['burst', { emit: 'burst' }, {}],
		['suppressed', { suppressRepeats: 5 }, { suppressed: 0 }],
	])(
		'comes where nothing was delivered for so long, and again (%s)',
		async (_name, parameters, more) => {
			const world = await createTriggerWorld({
				parameters: { ...EVERY_TEN_MINUTES, ...parameters },
				host: TRIGGER_HOSTS[kind](),
			});
			const [id] = world.add({});
			const newestEvent = { id, createdAt: iso(world.nowMs) };
			await world.activate();
			const since = iso(world.nowMs);
			const beat = { heartbeat: true, since, newestEvent, maxLateSeconds: 0, ...more };
			expect(await during(world, 22)).toEqual([
				[10, { ...beat, polls: 10 }],
				[20, { ...beat, polls: 20 }],
			]);
		},
	);

	it('counts from the last delivery on, over restarts, and is not repeated', async () => {
		const world = await createTriggerWorld({
			parameters: EVERY_TEN_MINUTES,
			host: TRIGGER_HOSTS[kind](),
		});
		await world.activate();
		await during(world, 4);
		world.add({});
		await during(world, 1);
		const since = iso(world.nowMs);
		world.nowMs += 7 * MINUTE;
		world.restartN8n();
		expect((await world.activate('init')).items).toEqual([]);
		expect(await during(world, 2)).toMatchObject([[2, { heartbeat: true, since }]]);
		world.restartN8n();
		expect((await world.activate('init')).items).toEqual([]);
		expect(await during(world, 9)).toMatchObject([[9, { heartbeat: true, since }]]);
	});
});

it("goes by the service's clock when the host's is set", async () => {
	const world = await createTriggerWorld({ parameters: EVERY_TEN_MINUTES });
	await world.activate();
	await during(world, 2);
	world.hostOffsetMs = 8 * HOUR;
	expect(await during(world, 7)).toEqual([]);
	world.hostOffsetMs = -8 * HOUR;
	expect(await during(world, 9)).toMatchObject([[1, { heartbeat: true, polls: 10 }]]);
});

it('says how late events came at most, and the newest of the log whatever the filters are', async () => {
	const world = await createTriggerWorld({
		parameters: { ...EVERY_TEN_MINUTES, filters: { userEmail: 'ada@example.com' } },
	});
	await world.activate();
	world.add({});
	await world.poll();
	world.add({ createdAtMs: world.nowMs - MINUTE - 90 * SECOND });
	const [id] = world.add({ userEmail: 'bob@example.com' });
	const newestEvent = { id, createdAt: iso(world.nowMs) };
	expect((await during(world, 12)).slice(1)).toMatchObject([
		[11, { heartbeat: true, newestEvent, maxLateSeconds: 90 }],
	]);
});

it('an empty log has no newest event, and a poll a day is one each time', async () => {
	const world = await createActiveWorld({ parameters: EVERY_TEN_MINUTES });
	for (let polls = 1; polls <= 2; polls++) {
		const { items } = await world.poll({ afterMs: 24 * HOUR });
		expect(items).toMatchObject([{ json: { heartbeat: true, newestEvent: null, polls } }]);
	}
});

it.each([-1, 1.5, 10_081, 'often'])(
	'heartbeatMinutes of %p is refused by name',
	async (heartbeatMinutes) => {
		const world = await createTriggerWorld({ parameters: { options: { heartbeatMinutes } } });
		await expect(world.activate()).rejects.toThrow("'Heartbeat (Minutes)' must be a whole number");
	},
);

it('a poll that fails is no sign of life', async () => {
	const world = await createActiveWorld({ parameters: EVERY_TEN_MINUTES });
	world.service.failNext({ status: 403 }, { times: 1 });
	await expect(world.poll({ afterMs: 2 * HOUR })).rejects.toThrow();
	expect((await world.poll()).items).toMatchObject([{ json: { heartbeat: true, polls: 1 } }]);
});

it('with a key that may read only Feed comes without the newest event', async () => {
	const requiredScopes = { ...DEFAULT_BEHAVIOUR.requiredScopes, list: [] };
	const world = await createTriggerWorld({
		parameters: EVERY_TEN_MINUTES,
		behaviour: { requiredScopes },
	});
	world.add({});
	await world.activate();
	expect(await during(world, 10)).toMatchObject([[10, { heartbeat: true, newestEvent: null }]]);
});
