import type { INodeParameters } from 'n8n-workflow';
import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/n8n/processMemory';
import {
	createActiveWorld,
	endWorlds,
	idOf,
	MINUTE,
	SECOND,
	type PollOutcome,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import {
	DurableCursorsHost,
	InMemoryHost,
	TRIGGER_HOSTS,
	type TriggerHost,
} from '../../../support/triggerHosts';

afterEach(endWorlds);

const REPEATING = { options: { afterRestart: 'repeatLast' } };

async function worldThatRepeats(
	host: TriggerHost = new InMemoryHost(),
	parameters: INodeParameters = {},
): Promise<TriggerWorld> {
	const { options, ...others } = parameters;
	return await createActiveWorld({
		host,
		parameters: {
			...others,
			options: { ...(options as INodeParameters), afterRestart: 'repeatLast' },
		},
	});
}

/** The ids of the items with what each says of itself. */
function told({ items }: PollOutcome): Array<[string, unknown]> {
	return items.map((item) => [idOf(item), item.json.redelivered]);
}

function all(ids: readonly string[], redelivered: boolean): Array<[string, boolean]> {
	return ids.map((id) => [id, redelivered]);
}

const IN_TWO_WRITES = [
	['inMemory', TRIGGER_HOSTS.inMemory],
	['durableScheduler', TRIGGER_HOSTS.durableScheduler],
] as const;
const SOURCES = ['feed', 'list'] as const;

describe.each(IN_TWO_WRITES)('%s: n8n is killed between its two writes', (_name, createHost) => {
	it.each(SOURCES)('%s: nothing is lost where the last delivery is repeated', async (source) => {
		const world = await worldThatRepeats(createHost(), { source });
		const ids: string[] = [];
		for (let round = 0; round < 4; round++) {
			ids.push(...world.addMany(5, { stepMs: SECOND }));
			await world.poll();
			const killedOver = world.addMany(3, { stepMs: SECOND });
			await world.poll({ killedBetweenWrites: true });
			world.restartN8n();
			const since = world.addMany(2, { stepMs: SECOND });
			const outcome = await world.activate('init');
			expect(told(outcome)).toEqual([...all(killedOver, true), ...all(since, false)]);
			ids.push(...killedOver, ...since);
		}
		expect(world.delivered).toEqual(ids);
	});

	it('the batch is lost where it is not', async () => {
		const world = await createActiveWorld({ host: createHost() });
		world.addMany(3);
		await world.poll({ killedBetweenWrites: true });
		world.restartN8n();
		const since = world.addMany(2);
		await world.activate('init');
		await world.poll();
		expect(world.delivered).toEqual(since);
	});
});

describe.each(IN_TWO_WRITES)('%s: n8n restarts, and nothing was lost', (_name, createHost) => {
	it('the last delivery is repeated once, and said to be', async () => {
		const world = await worldThatRepeats(createHost());
		world.addMany(4, { stepMs: SECOND });
		await world.poll();
		const last = world.addMany(4, { stepMs: SECOND });
		expect(told(await world.poll())).toEqual(all(last, false));
		for (let quiet = 0; quiet < 3; quiet++) await world.poll();
		world.restartN8n();
		const { items } = await world.activate('init');
		expect(items.map((item) => [idOf(item), item.json.redelivered])).toEqual(all(last, true));
		for (let quiet = 0; quiet < 3; quiet++) expect((await world.poll()).ids).toEqual([]);
		const next = world.addMany(2);
		expect(told(await world.poll())).toEqual(all(next, false));
	});

	it('deactivated, published or renamed in the same process: nothing is repeated', async () => {
		const world = await worldThatRepeats(createHost());
		const ids: string[] = [];
		for (const name of ['Alerts', 'Alarms', 'Alerts']) {
			ids.push(...world.addMany(3));
			await world.poll();
			world.nodeName = name;
			await world.activate('update');
			await world.poll();
		}
		expect(world.delivered).toEqual(ids);
	});

	it('it was a backlog, larger than the window: repeated whole, and nothing else is', async () => {
		const world = await worldThatRepeats(createHost(), {
			options: { maxEventsPerPoll: 40, pageSize: 7 },
		});
		world.addMany(100, { fromMs: world.nowMs, stepMs: MINUTE });
		world.nowMs += 2 * 60 * MINUTE;
		await world.poll();
		const { ids } = await world.poll();
		expect(ids).toHaveLength(40);
		world.restartN8n();
		expect(told(await world.activate('init'))).toEqual(all(ids, true));
		expect((await world.poll()).ids).toHaveLength(20);
		expect(new Set(world.delivered).size).toBe(100);
	});

	it('another log: nothing of the former one is repeated', async () => {
		const world = await worldThatRepeats(createHost());
		world.addMany(3);
		await world.poll();
		world.restartN8n();
		const { stored } = world.credential;
		const baseUrl = world.service.baseUrl.replace('127.0.0.1', 'localhost');
		world.credential.stored = { ...stored, baseUrl };
		expect((await world.activate('init')).ids).toEqual([]);
	});
});

it('several mains that poll by turns: each repeats what another was handed, once', async () => {
	const world = await worldThatRepeats(TRIGGER_HOSTS.durableScheduler());
	const mains = [new ProcessMemory(), new ProcessMemory(), new ProcessMemory()];
	const ids = world.addMany(3);
	const outcomes: Array<readonly string[]> = [];
	for (let poll = 0; poll < 9; poll++) {
		const main = mains[poll % mains.length];
		if (main) world.runIn(main);
		outcomes.push((await world.poll()).ids);
	}
	expect(outcomes).toEqual([ids, ids, ids, [], [], [], [], [], []]);
});

it('durable cursors: nothing is ever repeated, and each item says so', async () => {
	const world = await worldThatRepeats(new DurableCursorsHost());
	for (let round = 0; round < 4; round++) {
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll({ killedBetweenWrites: true });
		world.restartN8n();
		expect(told(await world.poll())).toEqual(all(ids, false));
		world.restartN8n();
		expect((await world.poll()).ids).toEqual([]);
	}
});

it('durable cursors turned on after a kill: what was in doubt is repeated, then nothing more', async () => {
	const before = new InMemoryHost();
	const world = await worldThatRepeats(before);
	const ids = world.addMany(3);
	await world.poll({ killedBetweenWrites: true });
	const host = new DurableCursorsHost();
	host.saved = before.saved;
	world.host = host;
	for (let restarts = 0; restarts < 3; restarts++) {
		world.restartN8n();
		await world.poll();
	}
	expect(world.delivered).toEqual(ids);
});

it('chosen and unchosen again: repeats only what was delivered under it', async () => {
	const world = await createActiveWorld();
	const ids = world.addMany(3);
	await world.poll();
	world.parameters = REPEATING;
	world.restartN8n();
	expect((await world.activate('init')).ids).toEqual([]);
	ids.push(...world.addMany(3));
	await world.poll();
	world.parameters = {};
	world.restartN8n();
	const { items } = await world.activate('init');
	expect(items).toEqual([]);
	expect(world.delivered).toEqual(ids);
});
