import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import { createStaticData } from '../../../support/n8nContexts';
import { SECOND, MINUTE } from '../../../support/times';
import { createActiveWorld, createTriggerWorld, inAnyOrder } from '../../../support/triggerHarness';
import type { TriggerWorld } from '../../../support/triggerHarness';
import { DurableCursorsHost, HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

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

	it.each([
		['the old version', 300, 600],
		['the new version', 600, 300],
	])(
		'published anew while a poll waits: no loss, if %s is answered first',
		async (_who, ...delaysMs) => {
			const world = await createActiveWorld({ host: TRIGGER_HOSTS[kind]() });
			const ids = world.addMany(3);
			delaysMs.forEach((delayMs) => world.service.failNext({ delayMs }));
			// n8n keeps its state, and runs what it finds under a name that the node may no longer have: then nothing is run.
			const ofOldVersion = world.poll({ killedBetweenWrites: true });
			const ofNewVersion = world.activate('update');
			await Promise.all([ofOldVersion, ofNewVersion]);
			await world.poll();
			await world.poll();
			expect(world.delivered).toEqual(ids);
		},
	);

	it('published anew as a poll ends, so that n8n throws away what it found: no loss', async () => {
		const world = await createActiveWorld({ host: TRIGGER_HOSTS[kind]() });
		const ids = world.addMany(3);
		expect((await world.poll({ lost: true })).ids).toEqual(ids);
		await world.activate('update');
		await world.poll();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});
});

describe('in memory', () => {
	it('activated without its data right after a delivery: it begins at once', async () => {
		const world = await createActiveWorld();
		await world.live(1);
		world.host.saved = '{}';
		await world.activate();
		const ids = world.add({});
		expect((await world.poll({ afterMs: SECOND })).ids).toEqual(ids);
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

	it.each([
		['stored, though late', true],
		['lost', false],
	])(
		'n8n has read the state before a delivery that is %s: it comes once',
		async (_what, isStored) => {
			const host = new DurableCursorsHost();
			const world = await createActiveWorld({ host });
			const { nodeName } = world;
			const ids = world.addMany(3);
			const [first, second] = [host.begin({ nodeName }), host.begin({ nodeName })];
			expect((await world.poll({ staticData: first, lost: true })).ids).toEqual(ids);
			expect((await world.poll({ staticData: second, afterMs: SECOND })).ids).toEqual([]);
			if (isStored) host.end(first, { activation: false, nodeName, result: 'emitted' });
			await world.poll();
			expect(world.delivered).toEqual(isStored ? [] : ids);
			ids.push(...(await world.live(2)));
			expect(world.delivered).toEqual(isStored ? ids.slice(3) : ids);
		},
	);

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
