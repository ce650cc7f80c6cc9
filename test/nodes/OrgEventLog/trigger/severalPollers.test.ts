import { OrgEventLogTrigger } from '../../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { createPollContext, createStaticData } from '../../../support/n8nContexts';
import {
	createActiveWorld,
	endWorlds,
	idOf,
	MINUTE,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import {
	DurableCursorsHost,
	DurableSchedulerHost,
	InMemoryHost,
	type PollEnd,
} from '../../../support/triggerHosts';
import type { StaticDataStore } from '../../../support/n8nContexts';

afterEach(endWorlds);

type Save = () => void;

/** Saves only when it is told to, as n8n does some milliseconds after a poll. */
class SlowDurableCursorsHost extends DurableCursorsHost {
	private readonly unsaved: Save[] = [];

	override end(store: StaticDataStore, end: PollEnd): void {
		this.unsaved.push(() => super.end(store, end));
	}

	save(): void {
		for (const save of this.unsaved.splice(0)) save();
	}
}

class SlowDurableSchedulerHost extends DurableSchedulerHost {
	private readonly unsaved: Save[] = [];

	override end(store: StaticDataStore, end: PollEnd): void {
		this.unsaved.push(() => super.end(store, end));
	}

	save(): void {
		for (const save of this.unsaved.splice(0)) save();
	}
}

function idsOf(world: TriggerWorld): string[] {
	return world.service.log.all().map(({ id }) => id);
}

it.each([
	['durableCursors', () => new SlowDurableCursorsHost()],
	['durableScheduler', () => new SlowDurableSchedulerHost()],
])(
	'%s: a poll that begins before n8n has saved what another one delivered repeats nothing',
	async (_name, createHost) => {
		const host = createHost();
		const world = await createActiveWorld({ host });
		host.save();
		for (let round = 0; round < 4; round++) {
			world.addMany(4, { stepMs: SECOND });
			await world.poll({ activation: 'update' });
			world.addMany(2);
			expect((await world.poll({ afterMs: 20 })).ids).toEqual([]);
			host.save();
			await world.poll();
			host.save();
		}
		expect(world.delivered).toEqual(idsOf(world));
	},
);

it('what came since a position that n8n has lost comes again', async () => {
	const host = new InMemoryHost();
	const world = await createActiveWorld({ host });
	for (let round = 0; round < 3; round++) {
		const { saved } = host;
		world.add({});
		await world.poll();
		host.kill();
		host.saved = saved;
		await world.poll();
	}
	expect(new Set(world.delivered)).toEqual(new Set(idsOf(world)));
});

/** A poller of n8n's default mode: a context that is kept, over data that is its own. */
function createPoller(world: TriggerWorld, saved: string, nodeId = 'node-1') {
	const node = new OrgEventLogTrigger();
	const store = createStaticData(saved);
	const { credential } = world;
	const context = createPollContext({
		...{ node, credential, nodeId, nodeName: nodeId, staticData: store },
		...{ workflowId: `of ${expect.getState().currentTestName}`.replaceAll(' ', '-') },
	});
	return {
		store,
		/** Gives the ids of what is delivered. */
		async poll(): Promise<string[]> {
			world.nowMs += MINUTE;
			const output = await context.run(async (own) => await node.poll.call(own));
			return (output?.[0] ?? []).map(idOf);
		},
	};
}

it('two triggers in a workflow, one published anew, then a restart: neither falls back to long ago', async () => {
	const world = await createActiveWorld();
	let saved = '{}';
	const pollAndSave = async (poller: ReturnType<typeof createPoller>): Promise<string[]> => {
		const ids = await poller.poll();
		if (ids.length > 0) saved = poller.store.save();
		return ids;
	};
	const first = createPoller(world, saved, 'first');
	await first.poll();
	saved = first.store.save();
	const second = createPoller(world, saved, 'second');
	await second.poll();
	saved = second.store.save();
	const firstAnew = createPoller(world, saved, 'first');
	const delivered: string[] = [];
	for (let round = 0; round < 20; round++) {
		world.add({});
		// Either may be the last to save.
		const [one, other] = round % 2 === 0 ? [firstAnew, second] : [second, firstAnew];
		await pollAndSave(one);
		delivered.push(...(await pollAndSave(other)));
	}
	for (const nodeId of ['first', 'second']) {
		const restarted = createPoller(world, saved, nodeId);
		const again = await restarted.poll();
		expect(again.length).toBeLessThanOrEqual(1);
	}
	expect(delivered).toHaveLength(20);
});
