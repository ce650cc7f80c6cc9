import type { INodeParameters } from 'n8n-workflow';
import {
	createTriggerWorld,
	endWorlds,
	jsonOf,
	MINUTE,
	SECOND,
	WORLD_START_MS,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { DurableCursorsHost } from '../../../support/triggerHosts';

afterEach(endWorlds);

/** Captured from the version of 2026-11-24 (0f33720) at the end of `liveBefore`. */
const FORMER_STATE = {
	version: 1,
	logScope: '2167219c8319737c',
	startMark: '',
	organizations: ['5f0c7d1e-2b7a-4c39-9d52-6a1f0e8b4c11'],
	source: 'feed',
	pageCap: 10,
	watermarkMs: 1793534520000,
	floorMs: 1793534220000,
	consumed:
		'mvxs03eo:zjaGP1G2,rs:tOPRTnUZ,rs:FEG6VQf5,3674:WXYSShFo,n5c:eGcVXlnULkbmeLtP3um3vWWT,1aao:S-709QU_yncx4RvV,255s0:Dbq8nMO3',
};
const ALERTS = {
	alerts: 'mvxs3b5c:DibL1wm5,n5c:62rLoCEe2,0:eKk-3mhU,1aao:4p0RUgGW,255s0:f8XHkfWm',
	signs: { sinceMs: 1793534580000, toldMs: 1793534580000, polls: 0, maxLateMs: 30000 },
};
const DELIVERY = {
	handOver: {
		processes: ['d0M-h4x0LnnW'],
		fromMs: 1793534430000,
		ids: 'mvxs3b5c:WXYSShFo,1xg0:yncx4RvV,255s0:Dbq8nMO3',
		idsFromMs: 0,
	},
};
const WITH_ALERTS: INodeParameters = {
	...{ suppressRepeats: 60, suppressPer: 'happening', columns: ['id'] },
	options: { afterRestart: 'repeatLast', heartbeatMinutes: 30 },
};

/** Ties, an event that came late, one of the future, and, where repeats are held back, the same again. */
function liveBefore(world: TriggerWorld): void {
	world.nowMs = WORLD_START_MS;
	world.addMany(3, { fromMs: world.nowMs - 2 * MINUTE, stepMs: SECOND });
	world.nowMs += MINUTE;
	const ada = { userEmail: 'ada@example.com' };
	world.add(ada, ada, { userEmail: 'bob@example.com' });
	world.nowMs += MINUTE;
	world.add(
		{ createdAtMs: world.nowMs - 90 * SECOND, userEmail: 'cy@example.com' },
		{ createdAtMs: world.nowMs + 60 * MINUTE, userEmail: 'dan@example.com' },
		ada,
		{ userEmail: 'eve@example.com' },
	);
	world.nowMs += MINUTE;
}

async function upgrade(
	former: typeof FORMER_STATE,
	parameters: INodeParameters,
	host?: DurableCursorsHost,
): Promise<TriggerWorld> {
	const world = await createTriggerWorld({ parameters, host });
	await world.activate();
	// The log's own mark depends on the service's port.
	const [, logScope = ''] = /"logScope":"(\w+)"/.exec(world.host.backUp().join()) ?? [];
	liveBefore(world);
	const stored = { nodeId: 'node-1', writes: 3, state: { ...former, logScope } };
	const [node, global] = [{ kept: stored }, { 'orgEventLogTrigger:node-1': stored }];
	const parts = [{ global, ...(host === undefined && { 'node:Node under test': node }) }, node];
	world.host.restore(parts.map((part) => JSON.stringify(part)));
	world.restartN8n();
	return world;
}

it('a trigger that is upgraded goes on where it was', async () => {
	const world = await upgrade(FORMER_STATE, {});
	const late = world.add({ createdAtMs: world.nowMs - 2 * MINUTE });
	expect((await world.activate('init')).ids).toEqual(late);
	const ids = world.add({});
	expect((await world.poll()).ids).toEqual(ids);
	expect((await world.poll()).ids).toEqual([]);
});

it('it repeats what was in doubt, once, and goes on holding back repeats', async () => {
	const world = await upgrade({ ...FORMER_STATE, ...ALERTS, ...DELIVERY }, WITH_ALERTS);
	expect(jsonOf(await world.activate('init'))).toEqual(
		['event-7', 'event-10', 'event-8'].map((id) => ({ id, suppressed: 0, redelivered: true })),
	);
	world.add({ userEmail: 'bob@example.com' });
	expect((await world.poll()).ids).toEqual([]);
	const createdAtMs = world.nowMs + 61 * MINUTE;
	const [id] = world.add({ createdAtMs, userEmail: 'ada@example.com' });
	expect(jsonOf(await world.poll({ afterMs: 61 * MINUTE }))).toEqual([
		{ id, suppressed: 2, redelivered: false },
	]);
});

it('with durable cursors it repeats nothing, and the signs of life go on', async () => {
	const host = new DurableCursorsHost();
	const parameters = { ...WITH_ALERTS, suppressPer: 'user' };
	const world = await upgrade({ ...FORMER_STATE, ...ALERTS }, parameters, host);
	expect((await world.poll()).items).toEqual([]);
	expect(jsonOf(await world.poll({ afterMs: 30 * MINUTE }))).toMatchObject([
		{ heartbeat: true, since: '2026-11-01T12:03:00.000Z', maxLateSeconds: 30 },
	]);
});
