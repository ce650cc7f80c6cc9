import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/n8n/processMemory';
import { createStaticData, type StaticDataStore } from '../../../support/n8nContexts';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	inAnyOrder,
	MINUTE,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import {
	DurableCursorsHost,
	DurableSchedulerHost,
	HOST_KINDS,
	InMemoryHost,
	TRIGGER_HOSTS,
	type PollEnd,
	type TriggerHost,
} from '../../../support/triggerHosts';

afterEach(endWorlds);

function expectEachOnce(world: TriggerWorld): void {
	expect(inAnyOrder(world.delivered)).toEqual(inAnyOrder(world.logged));
}

describe.each(HOST_KINDS)('%s', (kind) => {
	it('what came between activation and the first poll is delivered, and nothing is repeated', async () => {
		const host = TRIGGER_HOSTS[kind]();
		const world = await createTriggerWorld({ host });
		world.addMany(3, { fromMs: world.nowMs - MINUTE });
		await world.activate();
		const ids = world.addMany(3);
		world.nowMs += 10 * MINUTE;
		await world.poll();
		const { saved } = host;
		for (let quiet = 0; quiet < 5; quiet++) await world.poll();
		expect(host.saved).toBe(saved);
		expect(world.delivered).toEqual(ids);
	});

	it('a scheduled poll overtakes that of the activation, then n8n is killed: no loss', async () => {
		const world = await createTriggerWorld({ host: TRIGGER_HOSTS[kind]() });
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
	});
});

describe('in memory', () => {
	it('every poll that emits marks its state as changed, so that n8n saves it; no other one does', async () => {
		const world = await createActiveWorld();
		const saves = new Set([world.host.saved]);
		for (let round = 0; round < 5; round++) {
			await world.live(1);
			saves.add(world.host.saved);
		}
		expect(saves.size).toBe(6);
		const store = world.host.begin({ activation: false, nodeName: world.nodeName });
		await world.poll();
		await world.poll();
		expect(store.changed).toBe(false);
	});

	it('activated without its data right after a delivery: it begins at once', async () => {
		const world = await createActiveWorld();
		await world.live(1);
		world.host.saved = '{}';
		await world.activate();
		const ids = world.add({});
		expect((await world.poll({ afterMs: SECOND })).ids).toEqual(ids);
	});

	it('polls at once over one static data: no repeat, no loss', async () => {
		const world = await createActiveWorld({ parameters: { options: { pageSize: 4 } } });
		for (let round = 0; round < 10; round++) {
			world.addMany(9, { stepMs: SECOND });
			world.service.failNext({ delayMs: 5 }, { after: round % 4 });
			await Promise.all([world.poll(), world.poll({ afterMs: 0 }), world.poll({ afterMs: 0 })]);
		}
		await world.pollUntilQuiet();
		expectEachOnce(world);
	});

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
		await world.live(3);
		const { nodeName } = world;
		for (const name of ['Alerts', 'Alarms', nodeName, 'Alerts']) {
			host.deactivate();
			world.nodeName = name;
			world.addMany(3);
			await world.activate();
			await world.live(2);
		}
		expectEachOnce(world);
	});

	it('named as another trigger was: each goes on where it was itself', async () => {
		const host = new InMemoryHost();
		const world = await createActiveWorld({ host });
		await world.live(4);
		const [ofNode] = world.stateParts();
		const leftByOther: unknown = JSON.parse(
			JSON.stringify(ofNode)
				.replace('"node-1"', '"node-2"')
				.replace(/"writes":\d+/, '"writes":999'),
		);
		await world.live(2);
		host.kill();
		const saved = JSON.parse(host.saved) as object;
		host.saved = JSON.stringify({ ...saved, 'node:Taken over': leftByOther });
		world.nodeName = 'Taken over';
		await world.activate('init');
		await world.live(2);
		expectEachOnce(world);
	});
});

describe('durable cursors', () => {
	it('published on one main while another one polls: what that delivered is not repeated', async () => {
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

	it('renamed, then polls that only drop events: the last delivery is not repeated', async () => {
		const parameters = { filters: { type: 'Rare' } };
		const world = await createActiveWorld({ host: new DurableCursorsHost(), parameters });
		const ids: string[] = [];
		const { nodeName } = world;
		for (const name of [nodeName, 'Alerts', nodeName, 'Alarms', nodeName]) {
			world.nodeName = name;
			await world.live(3);
			ids.push(...world.add({ type: 'Rare' }));
			await world.poll();
		}
		expect(world.delivered).toEqual(ids);
	});

	it('turned on for a node that has been renamed to and fro: goes on where it was', async () => {
		const world = await createActiveWorld();
		const { nodeName } = world;
		for (const name of [nodeName, 'Alerts']) {
			world.nodeName = name;
			await world.activate('update');
			await world.live(2);
		}
		const host = new DurableCursorsHost();
		host.saved = world.host.saved;
		world.host = host;
		world.nodeName = nodeName;
		await world.poll();
		await world.live(2);
		expectEachOnce(world);
	});
});

/** Saves only when it is told to, as n8n does some milliseconds after a poll. */
function slow(host: TriggerHost) {
	const unsaved: Array<() => void> = [];
	const end = host.end.bind(host);
	host.end = (store: StaticDataStore, given: PollEnd) => void unsaved.push(() => end(store, given));
	return { host, save: () => unsaved.splice(0).forEach((save) => save()) };
}

it.each([
	['durableCursors', () => slow(new DurableCursorsHost())],
	['durableScheduler', () => slow(new DurableSchedulerHost())],
])(
	'%s: a poll that begins before n8n has saved what another one delivered repeats nothing',
	async (_name, createHost) => {
		const { host, save } = createHost();
		const world = await createActiveWorld({ host });
		save();
		for (let round = 0; round < 4; round++) {
			world.addMany(4, { stepMs: SECOND });
			await world.poll({ activation: 'update' });
			world.addMany(2);
			expect((await world.poll({ afterMs: 20 })).ids).toEqual([]);
			save();
			await world.poll();
			save();
		}
		expect(world.delivered).toEqual(world.logged);
	},
);
