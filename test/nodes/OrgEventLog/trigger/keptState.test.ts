import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/n8n/processMemory';
import { createStaticData } from '../../../support/n8nContexts';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	MINUTE,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import {
	DurableCursorsHost,
	DurableSchedulerHost,
	InMemoryHost,
	TRIGGER_HOSTS,
	type HostKind,
} from '../../../support/triggerHosts';

afterEach(endWorlds);

const HOSTS = Object.keys(TRIGGER_HOSTS) as HostKind[];
const KINDS = [...HOSTS.map((host) => [host, 'feed'] as const), ['inMemory', 'list'] as const];

describe.each(KINDS)('%s, %s', (kind, source) => {
	const parameters = { source };

	it('what came between activation and the first poll is delivered', async () => {
		const world = await createTriggerWorld({ host: TRIGGER_HOSTS[kind](), parameters });
		world.addMany(3, { fromMs: world.nowMs - MINUTE });
		await world.activate();
		const ids = world.addMany(3);
		world.nowMs += 10 * MINUTE;
		await world.poll();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});
});

/** Events, polls between them, and the saved state before each poll. */
async function liveThrough(world: TriggerWorld, rounds: number): Promise<string[]> {
	const saves: string[] = [];
	for (let round = 0; round < rounds; round++) {
		saves.push(world.host.saved);
		world.addMany(3, { stepMs: SECOND });
		await world.poll();
	}
	return saves;
}

function idsOf(world: TriggerWorld): string[] {
	return world.service.log.all().map(({ id }) => id);
}

describe('in memory', () => {
	it('every poll that emits marks its state as changed, so that n8n saves it', async () => {
		const world = await createActiveWorld();
		const saves = await liveThrough(world, 5);
		expect(new Set([...saves, world.host.saved]).size).toBe(6);
	});

	it('a poll that brings nothing new changes nothing', async () => {
		const world = await createActiveWorld();
		await liveThrough(world, 2);
		await world.poll();
		const store = world.host.begin({ activation: false, nodeName: world.nodeName });
		const before = JSON.stringify(store.live);
		await world.poll();
		await world.poll();
		expect(JSON.stringify(store.live)).toBe(before);
		expect(store.changed).toBe(false);
	});

	it('killed before anything was emitted: the baseline is still that of the activation', async () => {
		const host = new InMemoryHost();
		const world = await createTriggerWorld({ host });
		world.addMany(4, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		await world.activate();
		const ids = world.addMany(3);
		host.kill();
		await world.activate();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('durable cursors, killed between the two things that n8n writes: no loss, no repeat', async () => {
		const host = new DurableCursorsHost();
		const world = await createTriggerWorld({ host });
		await world.activate();
		for (let round = 0; round < 4; round++) {
			world.addMany(3, { stepMs: SECOND });
			await world.poll({ killedBetweenWrites: true });
			await world.poll({ activation: true, afterMs: 0, killedBetweenWrites: true });
			await world.poll();
			expect(world.delivered).toEqual(idsOf(world));
			await world.poll();
		}
	});

	it.each(Object.entries(TRIGGER_HOSTS))(
		'%s: two polls at once, each with a copy of the state of its own: no repeat, no loss',
		async (_name, createHost) => {
			const world = await createActiveWorld({ host: createHost() });
			for (let round = 0; round < 5; round++) {
				world.addMany(9, { stepMs: SECOND });
				world.service.failNext({ delayMs: 5 }, { after: round });
				await Promise.all([world.poll({ activation: true }), world.poll({ afterMs: 0 })]);
			}
			await world.pollUntilQuiet();
			expect([...world.delivered].sort()).toEqual(idsOf(world).sort());
		},
	);

	it('two polls at once over one static data: no repeat, no loss', async () => {
		const world = await createActiveWorld({ parameters: { options: { pageSize: 4 } } });
		for (let round = 0; round < 10; round++) {
			world.addMany(9, { stepMs: SECOND });
			world.service.failNext({ delayMs: 5 }, { after: round % 4 });
			await Promise.all([world.poll(), world.poll({ afterMs: 0 }), world.poll({ afterMs: 0 })]);
		}
		await world.pollUntilQuiet();
		expect([...world.delivered].sort()).toEqual(idsOf(world).sort());
	});

	it.each(Object.entries(TRIGGER_HOSTS))(
		'%s: a scheduled poll overtakes that of the activation, then n8n is killed: no loss',
		async (_name, createHost) => {
			const world = await createTriggerWorld({ host: createHost() });
			world.addMany(5, { fromMs: world.nowMs - MINUTE });
			world.service.failNext({ delayMs: 300 });
			const activation = world.activate();
			await world.poll({ afterMs: 0 });
			await activation;
			const ids = world.addMany(3);
			world.restartN8n();
			await world.activate('init');
			await world.poll();
			expect(world.delivered).toEqual(ids);
		},
	);

	it('two activations at once over an empty static data', async () => {
		const world = await createTriggerWorld();
		world.addMany(5, { fromMs: world.nowMs - MINUTE });
		await world.activate();
		const shared = createStaticData();
		await Promise.all([world.poll({ staticData: shared }), world.poll({ staticData: shared })]);
		const ids = world.addMany(4);
		await world.poll({ staticData: shared });
		expect(world.delivered).toEqual(ids);
	});

	it('renamed and named back: goes on where it was, not where it was under the old name', async () => {
		const host = new InMemoryHost();
		const world = await createActiveWorld({ host });
		const { nodeName } = world;
		for (const name of [nodeName, 'Alerts', 'Alarms', nodeName, 'Alerts']) {
			host.deactivate();
			world.nodeName = name;
			await world.activate();
			await liveThrough(world, 2);
		}
		expect(world.delivered).toEqual(idsOf(world));
	});

	it('renamed: the global part of the static data keeps the place', async () => {
		const host = new InMemoryHost();
		const world = await createActiveWorld({ host });
		await liveThrough(world, 3);
		host.deactivate();
		world.nodeName = 'Alerts';
		world.addMany(3);
		await world.activate();
		await world.poll();
		expect(world.delivered).toEqual(idsOf(world));
	});
});

it('durable scheduler: repeats nothing although no empty poll is ever saved', async () => {
	const host = new DurableSchedulerHost();
	const world = await createTriggerWorld({ host });
	world.addMany(5, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
	await world.activate();
	const saved = host.saved;
	expect(saved).not.toBe('{}');
	for (let round = 0; round < 5; round++) await world.poll();
	expect(host.saved).toBe(saved);
	expect(world.delivered).toEqual([]);
});

it('durable cursors: renamed, the place is kept', async () => {
	const world = await createActiveWorld({ host: new DurableCursorsHost() });
	await liveThrough(world, 3);
	const { nodeName } = world;
	for (const name of ['Alerts', nodeName, 'Alerts']) {
		world.nodeName = name;
		await liveThrough(world, 2);
	}
	expect(world.delivered).toEqual(idsOf(world));
});

it('durable cursors, published on one main while another one polls: what that delivered is not repeated', async () => {
	const host = new DurableCursorsHost();
	const world = await createActiveWorld({ host, parameters: { filters: { type: 'Rare' } } });
	const { nodeName } = world;
	const ids = world.add({ type: 'Rare' });
	await world.poll();
	const [published, scheduled] = [host.begin({ nodeName }), host.begin({ nodeName })];
	world.add({ type: 'Other' });
	await world.poll({ activation: 'update', staticData: published, lost: true });
	ids.push(...world.add({ type: 'Rare' }));
	world.runIn(new ProcessMemory());
	await world.poll({ staticData: scheduled });
	// Both have kept a state by the same number, and this one is saved last.
	host.end(published, { activation: true, nodeName, result: 'empty' });
	await world.poll();
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

it('durable cursors: renamed, then polls that only drop events: the last delivery is not repeated', async () => {
	const parameters = { filters: { type: 'Rare' } };
	const world = await createActiveWorld({ host: new DurableCursorsHost(), parameters });
	const ids: string[] = [];
	const { nodeName } = world;
	for (const name of [nodeName, 'Alerts', nodeName, 'Alarms', nodeName]) {
		world.nodeName = name;
		for (let dropped = 0; dropped < 3; dropped++) {
			world.addMany(2);
			await world.poll();
		}
		ids.push(...world.add({ type: 'Rare' }));
		await world.poll();
	}
	expect(world.delivered).toEqual(ids);
});

it('durable cursors turned on, for a node that has been renamed to and fro: goes on where it was', async () => {
	const before = new InMemoryHost();
	const world = await createActiveWorld({ host: before });
	const { nodeName } = world;
	for (const name of [nodeName, 'Alerts']) {
		world.nodeName = name;
		await world.activate('update');
		await liveThrough(world, 2);
	}
	const host = new DurableCursorsHost();
	host.saved = before.saved;
	world.host = host;
	world.nodeName = nodeName;
	await world.poll();
	await liveThrough(world, 2);
	expect(world.delivered).toEqual(idsOf(world));
});

it('named as another trigger was: each goes on where it was itself', async () => {
	const host = new InMemoryHost();
	const world = await createActiveWorld({ host });
	await liveThrough(world, 4);
	const [[, ofNode = {}] = []] = Object.entries(JSON.parse(host.saved) as object).filter(
		([key]) => key === `node:${world.nodeName}`,
	) as Array<[string, object]>;
	const leftByOther = JSON.parse(
		JSON.stringify(ofNode)
			.replace('"node-1"', '"node-2"')
			.replace(/"writes":\d+/, '"writes":999'),
	) as object;
	await liveThrough(world, 2);
	host.kill();
	host.saved = JSON.stringify({
		...(JSON.parse(host.saved) as object),
		'node:Taken over': leftByOther,
	});
	world.nodeName = 'Taken over';
	await world.activate('init');
	await liveThrough(world, 2);
	expect(world.delivered).toEqual(idsOf(world));
});
