import type { INodeParameters } from 'n8n-workflow';
import type { EventOverrides } from '../../../../sandbox/service';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	HOUR,
	MINUTE,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

const BURST: INodeParameters = { emit: 'burst', burstCount: 3, burstMinutes: 10, burstPer: 'user' };

const DEDUPE_KEY: unknown = expect.stringMatching(/^[0-9a-f]{20}$/);

function refusal(user: string, createdAtMs: number): EventOverrides {
	return { type: 'Access', action: 'deny', userEmail: `${user}@example.com`, createdAtMs };
}

async function jsonOf(poll: ReturnType<TriggerWorld['poll']>) {
	return (await poll).items.map(({ json }) => json);
}

it.each(Object.keys(TRIGGER_HOSTS) as HostKind[])(
	'three refusals of one user within ten minutes are one item, whatever polls and restarts lie between (%s)',
	async (kind) => {
		const world = await createActiveWorld({ parameters: BURST, host: TRIGGER_HOSTS[kind]() });
		const startMs = world.nowMs;
		world.add(refusal('ada', startMs), refusal('bob', startMs + SECOND));
		expect(await jsonOf(world.poll())).toEqual([]);
		world.host.kill();
		world.add(refusal('ada', startMs + 2 * MINUTE));
		await world.activate();
		world.nowMs = startMs + 8 * MINUTE;
		world.add(refusal('bob', world.nowMs), refusal('ada', world.nowMs));
		expect(await jsonOf(world.poll())).toMatchObject([
			{
				per: 'user',
				value: 'ada@example.com',
				count: 3,
				from: new Date(startMs).toISOString(),
				to: new Date(startMs + 8 * MINUTE).toISOString(),
				events: [{ id: 'event-1' }, { id: 'event-3' }, { id: 'event-5' }],
			},
		]);
		world.host.kill();
		world.add(refusal('ada', world.nowMs));
		expect(await jsonOf(world.activate())).toEqual([]);
	},
);

it('goes on without a further item, and is a new one after a pause', async () => {
	const world = await createActiveWorld({ parameters: BURST });
	const told: unknown[] = [];
	for (let minute = 0; minute < 12; minute++) {
		world.add(refusal('ada', world.nowMs));
		told.push(...(await jsonOf(world.poll())).map(({ events }) => events));
	}
	expect(told).toHaveLength(1);
	await world.poll({ afterMs: HOUR });
	world.addMany(3);
	expect(await jsonOf(world.poll())).toHaveLength(1);
});

it.each<[string, EventOverrides[], unknown]>([
	['user', [{}, { deviceId: 'd-2' }, { deviceId: 'd-3' }], 'ada@example.com'],
	['device', [{ deviceId: 'd' }, { deviceId: 'd', userEmail: 'a' }, { deviceId: 'd' }], 'd'],
	['happening', [{}, {}, {}], DEDUPE_KEY],
	['all', [{ userPrincipal: null }, { action: 'deny' }, {}], null],
])('counts per %s', async (burstPer, events, value) => {
	const world = await createActiveWorld({ parameters: { ...BURST, burstPer } });
	world.add(...events);
	expect(await jsonOf(world.poll())).toEqual([
		expect.objectContaining({ per: burstPer, value, count: 3 }),
	]);
});

it.each(['user', 'device'])('counts no event that names no %s', async (burstPer) => {
	const world = await createActiveWorld({ parameters: { ...BURST, burstPer } });
	const empty = { user: null, device: null };
	world.add({ userPrincipal: null }, { userPrincipal: empty }, { userPrincipal: null });
	expect(await jsonOf(world.poll())).toEqual([]);
});

it('an event that comes late makes the burst that it would have made in time', async () => {
	const world = await createActiveWorld({ parameters: BURST });
	const startMs = world.nowMs;
	world.add(refusal('ada', startMs), refusal('ada', startMs + 2 * MINUTE));
	await world.poll({ afterMs: 3 * MINUTE });
	world.add(refusal('ada', startMs + MINUTE));
	expect(await jsonOf(world.poll())).toMatchObject([
		{ from: new Date(startMs).toISOString(), to: new Date(startMs + 2 * MINUTE).toISOString() },
	]);
});

it('an event that comes late is no further burst where it makes one begin earlier', async () => {
	const parameters = { ...BURST, burstCount: 2, burstMinutes: 1 };
	const world = await createActiveWorld({ parameters });
	const startMs = world.nowMs;
	world.add(refusal('ada', startMs + 59 * SECOND), refusal('ada', startMs + 118 * SECOND));
	expect(await jsonOf(world.poll({ afterMs: 3 * MINUTE }))).toHaveLength(1);
	world.add(refusal('ada', startMs));
	expect(await jsonOf(world.poll())).toEqual([]);
});

it('what happened before the trigger began counts, and is told of only once something new comes', async () => {
	const world = await createTriggerWorld({ parameters: BURST });
	world.add(refusal('ada', world.nowMs), refusal('ada', world.nowMs));
	expect(await jsonOf(world.activate())).toEqual([]);
	world.add(refusal('ada', world.nowMs));
	expect(await jsonOf(world.poll())).toHaveLength(1);
});

it('a poll that finds nothing costs one request, one that finds something reads the minutes again', async () => {
	const world = await createTriggerWorld({ parameters: BURST });
	world.addMany(300, { fromMs: world.nowMs - 10 * MINUTE, stepMs: SECOND });
	await world.activate();
	world.addMany(20, { stepMs: SECOND });
	await world.poll();
	const quiet = await world.poll();
	expect(quiet.requests).toHaveLength(1);
	world.addMany(1);
	const { requests } = await world.poll();
	expect(requests.length).toBeGreaterThan(1);
	expect(requests.length).toBeLessThanOrEqual(12);
	const earliestMs = Math.min(...requests.map(({ query }) => Number(query.after)));
	expect(earliestMs).toBeGreaterThanOrEqual(world.nowMs - 22 * MINUTE);
});

describe('with little time for a poll', () => {
	const refusalsOf = (user: string, fromMs: number) =>
		[0, 1, 2].map((ms) => refusal(user, fromMs + ms));

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
			world.add(...refusalsOf(`user-${round}`, world.clockMs()));
			const { items, logs } = await world.poll();
			const values = items.map(({ json }) => json.value);
			expect(values).toContain(`user-${round}@example.com`);
			expect(logs.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(
					/^The poll had no time to count all events for bursts\. Events before 20\S+Z were not counted\./,
				),
			);
		}
	});

	it('what is repeated comes although there is no time to count it again', async () => {
		const world = await hurriedWorld({ afterRestart: 'repeatLast' });
		world.msPerRequest = 0;
		world.add(
			...refusalsOf('bob', world.nowMs),
			...Array.from({ length: 300 }, (_, at) => ({ createdAtMs: world.nowMs + 100 * at })),
		);
		await world.poll({ killedBetweenWrites: true });
		world.restartN8n();
		world.msPerRequest = 800;
		world.add({ createdAtMs: world.clockMs() + MINUTE });
		expect(await jsonOf(world.activate())).toContainEqual(
			expect.objectContaining({ value: 'bob@example.com', redelivered: true }),
		);
	});

	it('a burst that goes on through a backlog is told of once', async () => {
		const start = { startFrom: 'date', startDate: '2026-11-01T11:00:00Z' };
		const parameters = { ...BURST, ...start, options: { pageSize: 10 } };
		const world = await createTriggerWorld({ parameters, budgetMs: 36_000 });
		const count = 300;
		world.add(
			...Array.from({ length: count }, (_, at) =>
				refusal(at % 20 === 0 ? 'ada' : `user-${at}`, world.nowMs - (count - at) * SECOND),
			),
		);
		world.msPerRequest = 800;
		const values: unknown[] = [];
		for (let poll = 0; poll < 5; poll++) {
			values.push(...(await jsonOf(world.poll())).map(({ value }) => value));
		}
		expect(values).toEqual(['ada@example.com']);
	});
});

it('bursts of one user can be held back for a while, too', async () => {
	const world = await createActiveWorld({
		parameters: { ...BURST, burstMinutes: 1, suppressRepeats: 30 },
	});
	const told: unknown[] = [];
	for (const minute of [0, 5, 10, 32]) {
		const atMs = world.nowMs + minute * MINUTE;
		world.add(...[0, 1, 2].map((second) => refusal('ada', atMs + second * SECOND)));
	}
	world.nowMs += HOUR;
	for (const { suppressed } of await jsonOf(world.poll())) told.push(suppressed);
	expect(told).toEqual([0, 2]);
});

it.each(['inMemory', 'durableScheduler'] as const)(
	'the last bursts are repeated after a restart where that is wanted, and none before them (%s)',
	async (kind) => {
		const world = await createActiveWorld({
			parameters: { ...BURST, options: { afterRestart: 'repeatLast' } },
			host: TRIGGER_HOSTS[kind](),
		});
		const told = async (poll: ReturnType<TriggerWorld['poll']>) =>
			(await jsonOf(poll)).map(({ value, redelivered }) => [value, redelivered]);
		world.addMany(3);
		expect(await told(world.poll())).toEqual([['ada@example.com', false]]);
		world.add(...Array.from({ length: 3 }, () => refusal('bob', world.nowMs)), {});
		expect(await told(world.poll())).toEqual([['bob@example.com', false]]);
		world.add(...Array.from({ length: 2 }, () => refusal('eve', world.nowMs)), {});
		expect(await told(world.poll())).toEqual([]);
		world.restartN8n();
		world.add(...Array.from({ length: 2 }, () => refusal('eve', world.nowMs)));
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
	world.addMany(10, { stepMs: SECOND });
	expect((await world.poll()).ids).toHaveLength(10);
	world.parameters = { ...world.parameters, emit: 'burst' };
	world.restartN8n();
	expect(await jsonOf(world.activate())).toMatchObject([{ count: 3, redelivered: true }]);
});

it('a test run shows the newest bursts, or says that there are none', async () => {
	const world = await createActiveWorld({ parameters: BURST });
	world.addMany(2, { stepMs: SECOND });
	const test = async () => await jsonOf(world.poll({ manual: true }));
	await expect(test()).rejects.toThrow(
		/^The newest events that match these filters contain no burst/,
	);
	world.addMany(50, { fromMs: world.nowMs, stepMs: 15 * SECOND });
	expect(await test()).toMatchObject([{ per: 'user', count: 3 }]);
	expect(world.delivered).toEqual([]);
});

it.each<[INodeParameters, string]>([
	[{ burstCount: 1 }, 'Burst Count'],
	[{ burstCount: 1_001 }, 'Burst Count'],
	[{ burstMinutes: 0 }, 'Burst Minutes'],
	[{ burstMinutes: 61 }, 'Burst Minutes'],
	[{ burstPer: 'week' }, 'Burst Per'],
])('%j is refused by name', async (parameters, field) => {
	const world = await createTriggerWorld({ parameters: { ...BURST, ...parameters } });
	await expect(world.activate()).rejects.toThrow(`'${field}'`);
});
