import type { INodeParameters } from 'n8n-workflow';
import {
	createTriggerWorld,
	endWorlds,
	MINUTE,
	SECOND,
	WORLD_START_MS,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { DurableCursorsHost } from '../../../support/triggerHosts';

afterEach(endWorlds);

/** Captured from the version of 2026-11-24 (0f33720) at the end of `liveBefore`. */
const CONSUMED =
	'mvxs03eo:zjaGP1G2,rs:tOPRTnUZ,rs:FEG6VQf5,3674:WXYSShFo,n5c:eGcVXlnULkbmeLtP3um3vWWT,1aao:S-709QU_yncx4RvV,255s0:Dbq8nMO3';
const FORMER_STATE = {
	version: 1,
	logScope: '2167219c8319737c',
	startMark: '',
	organizations: ['5f0c7d1e-2b7a-4c39-9d52-6a1f0e8b4c11'],
	source: 'feed',
	pageCap: 10,
	watermarkMs: 1793534520000,
	floorMs: 1793534220000,
	consumed: CONSUMED,
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

/** Ties, an event that came late, one of the future, and, where repeats are held back, the same again. */
function liveBefore(world: TriggerWorld): void {
	world.addMany(3, { fromMs: world.nowMs - 2 * MINUTE, stepMs: SECOND });
	world.nowMs += MINUTE;
	const [ada, bob] = [{ userEmail: 'ada@example.com' }, { userEmail: 'bob@example.com' }];
	world.add(ada, ada, bob);
	world.nowMs += MINUTE;
	world.add(
		{ createdAtMs: world.nowMs - 90 * SECOND, userEmail: 'cy@example.com' },
		{ createdAtMs: world.nowMs + 60 * MINUTE, userEmail: 'dan@example.com' },
		ada,
		{ userEmail: 'eve@example.com' },
	);
	world.nowMs += MINUTE;
}

/** What a trigger stores, with the log's own mark: it depends on the service's port. */
async function scopeOf(world: TriggerWorld): Promise<string> {
	await world.activate();
	const [, scope = ''] = /"logScope":"(\w+)"/.exec(world.host.backUp().join()) ?? [];
	return scope;
}

async function upgrade(
	state: typeof FORMER_STATE,
	parameters: INodeParameters,
	host?: DurableCursorsHost,
): Promise<TriggerWorld> {
	const world = await createTriggerWorld({ parameters, host });
	const logScope = await scopeOf(world);
	world.nowMs = WORLD_START_MS;
	liveBefore(world);
	const stored = { nodeId: 'node-1', writes: 3, state: { ...state, logScope } };
	const node = { kept: stored };
	const global = { 'orgEventLogTrigger:node-1': stored };
	world.host.restore(
		host === undefined
			? [JSON.stringify({ 'node:Node under test': node, global })]
			: [JSON.stringify({ global }), JSON.stringify(node)],
	);
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

const WITH_ALERTS: INodeParameters = {
	suppressRepeats: 60,
	suppressPer: 'user',
	columns: ['id'],
	options: { afterRestart: 'repeatLast', heartbeatMinutes: 30 },
};

it('it repeats what was in doubt, once, and goes on holding back repeats', async () => {
	const world = await upgrade(
		{ ...FORMER_STATE, ...ALERTS, ...DELIVERY },
		{
			...WITH_ALERTS,
			suppressPer: 'happening',
		},
	);
	const { items } = await world.activate('init');
	expect(items.map(({ json }) => json)).toEqual(
		['event-7', 'event-10', 'event-8'].map((id) => ({ id, suppressed: 0, redelivered: true })),
	);
	world.add({ userEmail: 'bob@example.com' });
	expect((await world.poll()).ids).toEqual([]);
	const [next] = world.add({
		createdAtMs: world.nowMs + 61 * MINUTE,
		userEmail: 'ada@example.com',
	});
	const poll = await world.poll({ afterMs: 61 * MINUTE });
	expect(poll.items.map(({ json }) => json)).toEqual([
		{ id: next, suppressed: 2, redelivered: false },
	]);
});

it('with durable cursors it repeats nothing, and the signs of life go on', async () => {
	const host = new DurableCursorsHost();
	const world = await upgrade({ ...FORMER_STATE, ...ALERTS }, WITH_ALERTS, host);
	expect((await world.poll()).items).toEqual([]);
	const { items } = await world.poll({ afterMs: 30 * MINUTE });
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			heartbeat: true,
			since: '2026-11-01T12:03:00.000Z',
			maxLateSeconds: 30,
		}),
	]);
});
