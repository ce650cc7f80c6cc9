import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/n8n/processMemory';
import { createActiveWorld, endWorlds, jsonOf } from '../../../support/triggerHarness';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

const TWO = /^This workflow has two of these triggers/;

/** A trigger beside which another one of its workflow polls. */
async function worldOfTwo(kind: HostKind) {
	const world = await createActiveWorld({ host: TRIGGER_HOSTS[kind]() });
	const memory = new ProcessMemory();
	world.runIn(memory);
	await world.activate('update');
	memory.triggerOf(world.workflowId, 'another node').polledAtMs = world.nowMs;
	return world;
}

it.each(['inMemory', 'durableScheduler'] as const)(
	'two triggers in one workflow are told of once, on the next item (%s)',
	async (kind) => {
		const world = await worldOfTwo(kind);
		world.add({}, {});
		const warnings = jsonOf(await world.poll()).map(({ warning }) => warning);
		expect(warnings).toEqual([expect.stringMatching(TWO), undefined]);
		world.add({});
		expect(jsonOf(await world.poll())).not.toMatchObject([
			{ warning: expect.anything() as unknown },
		]);
	},
);

it('or in the next failure', async () => {
	const world = await worldOfTwo('inMemory');
	world.service.failNext({ status: 404 }, { times: 9 });
	await expect(world.poll()).rejects.toMatchObject({
		description: expect.stringMatching(
			/This workflow has two of these triggers\. .*durable cursors\./,
		) as string,
	});
});

it('with durable cursors two do no harm', async () => {
	const world = await worldOfTwo('durableCursors');
	world.add({});
	expect(jsonOf(await world.poll())).not.toMatchObject([{ warning: expect.anything() as unknown }]);
});
