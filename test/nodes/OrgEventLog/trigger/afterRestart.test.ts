import type { INodeParameters } from 'n8n-workflow';
import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/n8n/stateStoreContext';
import { MINUTE, SECOND } from '../../../support/times';
import { createActiveWorld } from '../../../support/triggerHarness';
import type { PollOutcome, TriggerWorld } from '../../../support/triggerHarness';
import {
	DurableCursorsHost,
	IN_TWO_WRITES,
	InMemoryHost,
	TRIGGER_HOSTS,
	type TriggerHost,
} from '../../../support/triggerHosts';

async function worldThatRepeats(
	host: TriggerHost = new InMemoryHost(),
	options: INodeParameters = {},
): Promise<TriggerWorld> {
	const parameters = { options: { ...options, afterRestart: 'repeatLast' } };
	return await createActiveWorld({ host, parameters });
}

/** The ids of the items with what each says of itself. */
function told(outcome: PollOutcome): Array<[unknown, unknown]> {
	return outcome.json.map(({ id, redelivered }) => [id, redelivered]);
}

function all(ids: readonly string[], redelivered: boolean): Array<[string, boolean]> {
	return ids.map((id) => [id, redelivered]);
}

describe.each(IN_TWO_WRITES)('%s', (kind) => {
	it('restarted, and nothing was lost: the last delivery is repeated once, and said to be', async () => {
		const world = await worldThatRepeats(TRIGGER_HOSTS[kind]());
		await world.live(1, 4);
		const last = world.addMany(4, { stepMs: SECOND });
		expect(told(await world.poll())).toEqual(all(last, false));
		for (let quiet = 0; quiet < 3; quiet++) await world.poll();
		world.restartN8n();
		expect(told(await world.activate('init'))).toEqual(all(last, true));
		for (let quiet = 0; quiet < 3; quiet++) expect((await world.poll()).ids).toEqual([]);
		const next = world.addMany(2);
		expect(told(await world.poll())).toEqual(all(next, false));
	});

	it('restarted with another log: nothing of the former one is repeated', async () => {
		const world = await worldThatRepeats(TRIGGER_HOSTS[kind]());
		await world.live(1, 3);
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
	for (const main of [...mains, ...mains, ...mains]) {
		world.runIn(main);
		outcomes.push((await world.poll()).ids);
	}
	expect(outcomes).toEqual([ids, ids, ids, [], [], [], [], [], []]);
});

it('killed again as it repeats a delivery beside something new: both come again', async () => {
	const world = await worldThatRepeats();
	const ids = world.addMany(3);
	await world.poll({ killedBetweenWrites: true });
	world.restartN8n();
	ids.push(...world.addMany(1));
	await world.poll({ killedBetweenWrites: true });
	world.restartN8n();
	await world.poll();
	expect(world.delivered).toEqual(ids);
});

it('killed again in the second poll of a repetition, which has new events, too: all of it comes again', async () => {
	const world = await worldThatRepeats(new InMemoryHost(), { maxEventsPerPoll: 4 });
	const ids = world.addMany(4, { stepMs: SECOND });
	await world.poll();
	ids.unshift(...world.addMany(1, { fromMs: world.nowMs - MINUTE }));
	ids.push(...world.addMany(1));
	await world.poll({ killedBetweenWrites: true });
	world.restartN8n();
	await world.poll();
	ids.push(...world.addMany(1));
	await world.poll({ killedBetweenWrites: true });
	world.restartN8n();
	await world.poll();
	await world.poll();
	expect(new Set(world.delivered)).toEqual(new Set(ids));
});

it('durable cursors turned on after a kill: what was in doubt is repeated, then nothing more', async () => {
	const world = await worldThatRepeats();
	const ids = world.addMany(3);
	await world.poll({ killedBetweenWrites: true });
	const host = new DurableCursorsHost();
	host.saved = world.host.saved;
	world.host = host;
	for (let restarts = 0; restarts < 3; restarts++) {
		world.restartN8n();
		await world.poll();
	}
	expect(world.delivered).toEqual(ids);
});

it('chosen and unchosen again: repeats only what was delivered under it', async () => {
	const world = await createActiveWorld();
	for (const parameters of [{ options: { afterRestart: 'repeatLast' } }, {}]) {
		await world.live(1, 3);
		world.parameters = parameters;
		world.restartN8n();
		expect((await world.activate('init')).items).toEqual([]);
	}
	expect(world.delivered).toEqual(world.logged);
});

it.each([0, 60])(
	'repeated in several polls (Suppress Repeats: %p minutes): all of it comes again, and nothing else is said to',
	async (suppressRepeats) => {
		const options = { afterRestart: 'repeatLast', maxEventsPerPoll: 5 };
		const world = await createActiveWorld({ parameters: { suppressRepeats, options } });
		const start = world.nowMs;
		const add = (second: number) =>
			world.add({ createdAtMs: start + second * SECOND, action: `a${second}` });
		for (const second of [1, 2, 3, 4, 5]) add(second);
		const first = await world.poll();
		const late = add(-1)[0] ?? '';
		for (const second of [11, 12, 13, 14]) add(second);
		const killed = await world.poll({ killedBetweenWrites: true });
		world.restartN8n();
		const [again, rest] = [await world.poll(), await world.poll()];
		expect([...told(again), ...told(rest)]).toEqual(
			all([late, ...first.ids, ...killed.ids.filter((id) => id !== late)], true),
		);
		const next = add(20);
		expect(told(await world.poll())).toEqual(all(next, false));
	},
);
