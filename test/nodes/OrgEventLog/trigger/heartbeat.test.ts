import type { INodeParameters } from 'n8n-workflow';
import { SECOND, MINUTE, HOUR, iso } from '../../../support/times';
import { createTriggerWorld } from '../../../support/triggerHarness';
import type { TriggerWorld, WorldOptions } from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

const OF_ADA = { userEmail: 'ada@example.com' };
const OF_EVE = { userEmail: 'eve@example.com' };
const BEATING = { heartbeatMinutes: 10 };

/** One that was activated a moment ago, over a log that held one event. */
async function beatingWorld({ parameters, ...options }: WorldOptions = {}) {
	const world = await createTriggerWorld({
		...options,
		parameters: { options: BEATING, ...parameters },
	});
	const [id] = world.add({});
	const newestEvent = { id, createdAt: iso(world.nowMs) };
	await world.activate();
	return { world, newestEvent };
}

/** What comes in so many minutes, with the minute. */
async function during(world: TriggerWorld, minutes: number) {
	const came: Array<readonly [number, unknown]> = [];
	for (let minute = 1; minute <= minutes; minute++) {
		for (const json of (await world.poll()).json) came.push([minute, json]);
	}
	return came;
}

describe.each(HOST_KINDS)('a heartbeat (%s)', (kind) => {
	it.each<[string, INodeParameters, object]>([
		['events', {}, {}],
		['list', { options: { ...BEATING, source: 'list' }, filters: OF_EVE }, {}],
		['digest', { emit: 'digest' }, {}],
		['burst', { emit: 'burst' }, {}],
		['suppressed', { suppressRepeats: 5 }, { suppressed: 0 }],
		['repeated', { options: { ...BEATING, afterRestart: 'repeatLast' } }, { redelivered: false }],
	])(
		'comes where nothing was delivered for so long, and again (%s)',
		async (_name, parameters, more) => {
			const host = TRIGGER_HOSTS[kind]();
			const { world, newestEvent } = await beatingWorld({ parameters, host });
			const since = iso(world.nowMs);
			const beat = { heartbeat: true, since, newestEvent, maxLateSeconds: 0, ...more };
			expect(await during(world, 22)).toEqual([
				[10, { ...beat, polls: 10 }],
				[20, { ...beat, polls: 20 }],
			]);
		},
	);
});

it("goes by the service's clock when the host's is set", async () => {
	const { world } = await beatingWorld();
	await during(world, 2);
	world.hostOffsetMs = 8 * HOUR;
	expect(await during(world, 7)).toEqual([]);
	world.hostOffsetMs = -8 * HOUR;
	expect(await during(world, 9)).toMatchObject([[1, { heartbeat: true, polls: 10 }]]);
});

it('says how late events came at most, and the newest of the log whatever the filters are', async () => {
	const { world } = await beatingWorld({ parameters: { filters: OF_ADA } });
	world.add(OF_ADA);
	await world.poll();
	world.add({ ...OF_ADA, createdAtMs: world.nowMs - MINUTE - 90 * SECOND });
	const [id] = world.add({ userEmail: 'bob@example.com' });
	const newestEvent = { id, createdAt: iso(world.nowMs) };
	expect((await during(world, 12)).slice(1)).toMatchObject([
		[11, { heartbeat: true, newestEvent, maxLateSeconds: 90 }],
	]);
});

it('a poll that fails is no sign of life', async () => {
	const { world } = await beatingWorld();
	world.service.failNext({ status: 403 }, { times: 1 });
	await expect(world.poll({ afterMs: 2 * HOUR })).rejects.toThrow();
	expect((await world.poll()).json).toMatchObject([{ heartbeat: true, polls: 1 }]);
});

it('of a feed costs no request: a key that may read the feed alone is refused nothing', async () => {
	const { world, newestEvent } = await beatingWorld();
	await during(world, 9);
	const { items, requests } = await world.poll();
	expect(items).toMatchObject([{ json: { heartbeat: true, newestEvent } }]);
	expect(requests.map(({ path }) => path)).toEqual([expect.stringMatching(/\/feed$/)]);
});

it('does not take the last event that it has read for the newest of the log while more may follow', async () => {
	const { world } = await beatingWorld({ parameters: { filters: OF_ADA } });
	world.msPerRequest = 40 * SECOND;
	world.add(...Array.from({ length: 6_000 }, () => OF_EVE));
	expect((await world.poll({ afterMs: 10 * MINUTE })).json).toMatchObject([
		{ heartbeat: true, newestEvent: null },
	]);
});
