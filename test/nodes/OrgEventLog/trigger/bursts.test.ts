import type { INodeParameters } from 'n8n-workflow';
import type { EventOverrides } from '../../../../sandbox/service';
import { SECOND, MINUTE, iso } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import { HOST_KINDS, IN_TWO_WRITES, TRIGGER_HOSTS } from '../../../support/triggerHosts';

const BURST: INodeParameters = { emit: 'burst', burstCount: 3, burstMinutes: 10, burstPer: 'user' };

function refusal(user: string, createdAtMs: number): EventOverrides {
	return { type: 'Access', action: 'deny', userEmail: `${user}@example.com`, createdAtMs };
}

const refusals = (user: string, fromMs: number, count = 3) =>
	Array.from({ length: count }, (_, ms) => refusal(user, fromMs + ms));

it.each(HOST_KINDS)(
	'three refusals of one user within ten minutes are one item, whatever polls and restarts lie between (%s)',
	async (kind) => {
		const world = await createActiveWorld({ parameters: BURST, host: TRIGGER_HOSTS[kind]() });
		const startMs = world.nowMs;
		world.add(refusal('ada', startMs), refusal('bob', startMs + SECOND));
		expect((await world.poll()).items).toEqual([]);
		world.host.kill();
		world.add(refusal('ada', startMs + 2 * MINUTE));
		await world.activate();
		world.nowMs = startMs + 8 * MINUTE;
		world.add(refusal('bob', world.nowMs), refusal('ada', world.nowMs));
		expect((await world.poll()).json).toMatchObject([
			{
				per: 'user',
				value: 'ada@example.com',
				count: 3,
				from: iso(startMs),
				to: iso(startMs + 8 * MINUTE),
				events: [{ id: 'event-1' }, { id: 'event-3' }, { id: 'event-5' }],
			},
		]);
		world.host.kill();
		world.add(refusal('ada', world.nowMs));
		expect((await world.activate()).items).toEqual([]);
	},
);

it('what was dated in the future when the trigger began counts, too, once its date has come', async () => {
	const world = await createTriggerWorld({ parameters: BURST });
	const dueMs = world.nowMs + 5 * MINUTE;
	world.add(...refusals('ada', dueMs, 2), ...refusals('bob', dueMs, 2));
	await world.activate();
	world.add(refusal('bob', world.nowMs));
	expect((await world.poll()).items).toEqual([]);
	world.add(refusal('ada', dueMs + MINUTE));
	world.nowMs = dueMs + 3 * MINUTE;
	expect((await world.poll()).json).toMatchObject([{ value: 'ada@example.com', count: 3 }]);
});

it('a poll that finds nothing costs one request, one that finds something reads the minutes again', async () => {
	const world = await createTriggerWorld({ parameters: BURST });
	world.addMany(300, { fromMs: world.nowMs - 10 * MINUTE, stepMs: SECOND });
	await world.activate();
	world.addMany(20, { stepMs: SECOND });
	await world.poll();
	// The first one that finds nothing behind news asks once whether the service has come to cut its pages shorter.
	expect((await world.poll()).requests).toHaveLength(2);
	expect((await world.poll()).requests).toHaveLength(1);
	world.addMany(1);
	const { requests } = await world.poll();
	expect(requests.length).toBeGreaterThan(1);
	expect(requests.length).toBeLessThanOrEqual(12);
	const earliestMs = Math.min(...requests.map(({ query }) => Number(query.after)));
	expect(earliestMs).toBeGreaterThanOrEqual(world.nowMs - 22 * MINUTE);
});

describe('with little time for a poll', () => {
	/** A log of which not the half can be read within the poll's time. */
	async function hurriedWorld(options: INodeParameters = {}) {
		const parameters = { ...BURST, burstMinutes: 60, options: { pageSize: 10, ...options } };
		const world = await createTriggerWorld({ parameters, budgetMs: 36_000 });
		world.addMany(400, { fromMs: world.nowMs - 50 * MINUTE, stepMs: 7 * SECOND });
		await world.activate();
		world.msPerRequest = 800;
		return world;
	}

	it('each poll gets further, and says what was not counted', async () => {
		const world = await hurriedWorld();
		for (let round = 0; round < 3; round++) {
			world.add(...refusals(`user-${round}`, world.clockMs()));
			const outcome = await world.poll();
			expect(outcome.json.map(({ value }) => value)).toContain(`user-${round}@example.com`);
			const warning =
				/^The poll could not count all events for bursts\. Events before (20\S+Z) were not counted\./;
			const [, before] = warning.exec(outcome.warnings.join('\n')) ?? [];
			expect((Date.parse(before ?? '') - 1 - Date.UTC(2026, 10, 1, 11, 10)) % 7_000).toBe(0);
		}
	});

	it('what is repeated comes although there is no time to count it again', async () => {
		const world = await hurriedWorld({ afterRestart: 'repeatLast' });
		world.msPerRequest = 0;
		world.add(...refusals('bob', world.nowMs));
		world.addMany(300, { stepMs: 100 });
		await world.poll({ killedBetweenWrites: true });
		world.restartN8n();
		world.msPerRequest = 800;
		world.add({ createdAtMs: world.clockMs() + MINUTE });
		expect((await world.activate()).json).toContainEqual(
			expect.objectContaining({ value: 'bob@example.com', redelivered: true }),
		);
	});
});

it.each(IN_TWO_WRITES)(
	'the last bursts are repeated after a restart where that is wanted, and none before them (%s)',
	async (kind) => {
		const world = await createActiveWorld({
			parameters: { ...BURST, options: { afterRestart: 'repeatLast' } },
			host: TRIGGER_HOSTS[kind](),
		});
		const told = async (polled: ReturnType<typeof world.poll>) =>
			(await polled).json.map(({ value, redelivered }) => [value, redelivered]);
		world.addMany(3);
		expect(await told(world.poll())).toEqual([['ada@example.com', false]]);
		world.add(...refusals('bob', world.nowMs), {});
		expect(await told(world.poll())).toEqual([['bob@example.com', false]]);
		world.add(...refusals('eve', world.nowMs, 2), {});
		expect(await told(world.poll())).toEqual([]);
		world.restartN8n();
		world.add(...refusals('eve', world.nowMs, 2));
		expect(await told(world.activate())).toEqual([
			['bob@example.com', true],
			['eve@example.com', false],
		]);
		expect(await told(world.poll())).toEqual([]);
	},
);

it('repeated after a restart is no run of bursts, where it was events that were delivered one by one', async () => {
	const options = { afterRestart: 'repeatLast' };
	const world = await createActiveWorld({ parameters: { ...BURST, emit: 'events', options } });
	await world.live(1, 10);
	expect(world.delivered).toHaveLength(10);
	world.parameters = { ...world.parameters, emit: 'burst' };
	world.restartN8n();
	expect((await world.activate()).json).toMatchObject([{ count: 3, redelivered: true }]);
});

it('a poll fails where what came before its news can not be read, and the next one counts them', async () => {
	const world = await createActiveWorld({ parameters: BURST });
	await world.live(1, 4);
	world.add(...refusals('bob', world.nowMs));
	world.service.failNext({ status: 403 }, { after: 1, times: 1000 });
	await expect(world.poll()).rejects.toMatchObject({ httpCode: '403' });

	world.service.faults.clear();
	expect((await world.poll()).json).toMatchObject([{ value: 'bob@example.com', count: 3 }]);
});

it('a slow service whose events were all counted: nothing is warned of', async () => {
	const world = await createActiveWorld({
		parameters: { emit: 'burst', burstCount: 2, burstMinutes: 5 },
		budgetMs: 20_000,
	});
	await world.live(3, 1);
	world.msPerRequest = 6_000;
	world.add({});
	expect((await world.poll()).warnings).toEqual([]);
});
