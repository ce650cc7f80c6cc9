import type { INodeParameters } from 'n8n-workflow';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	MINUTE,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { InMemoryHost, TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

function suppressing(minutes: number, parameters: INodeParameters = {}): INodeParameters {
	return { ...parameters, options: { suppressRepeats: minutes } };
}

function suppressedOf({ items }: Awaited<ReturnType<TriggerWorld['poll']>>): unknown[] {
	return items.map(({ json }) => json.suppressed);
}

it.each(Object.keys(TRIGGER_HOSTS) as HostKind[])(
	'fifty refusals of one user are one alert, and the next one says that 49 were held back (%s)',
	async (kind) => {
		const world = await createActiveWorld({
			parameters: suppressing(60),
			host: TRIGGER_HOSTS[kind](),
		});
		const [first] = world.addMany(20, { stepMs: SECOND });
		expect(suppressedOf(await world.poll())).toEqual([undefined]);
		for (let round = 0; round < 3; round++) {
			world.addMany(10);
			expect((await world.poll()).items).toEqual([]);
		}
		world.nowMs += 60 * MINUTE;
		const [next] = world.addMany(1);
		expect(suppressedOf(await world.poll())).toEqual([49]);
		expect(world.delivered).toEqual([first, next]);
	},
);

it('another user, action or client is another alert', async () => {
	const world = await createActiveWorld({ parameters: suppressing(60) });
	const nobody = { userPrincipal: null, type: 'Access' };
	const client = (name: string, port: number) => ({
		...nobody,
		message: `Client ${name} has NO authorized role: 192.0.2.7:${port}->192.0.2.9:443`,
	});
	world.add(
		{},
		{ userEmail: 'bob@example.com' },
		{ action: 'unregister' },
		client('ManagedDevice-A1', 51724),
		client('ManagedDevice-A2', 51725),
		client('ManagedDevice-A1', 51726),
	);
	expect((await world.poll()).ids).toEqual(['event-1', 'event-2', 'event-3', 'event-4', 'event-5']);
});

it('what is not wanted repeated is not in a digest either', async () => {
	const world = await createActiveWorld({ parameters: suppressing(1, { emit: 'digest' }) });
	world.addMany(5, { stepMs: 20 * SECOND });
	const [item] = (await world.poll()).items;
	expect(item?.json).toMatchObject({
		count: 2,
		events: [{ id: 'event-1' }, { id: 'event-4', suppressed: 2 }],
	});
	expect((await world.poll()).items).toEqual([]);
});

it('the API’s own object says how many were held back, too', async () => {
	const world = await createActiveWorld({ parameters: suppressing(1, { simplify: false }) });
	world.addMany(3, { stepMs: 30 * SECOND });
	const { items } = await world.poll();
	expect(items.map(({ json }) => [json.severity, json.suppressed])).toEqual([
		['INFO', undefined],
		['INFO', 1],
	]);
});

it.each(['feed', 'list'])('a quiet poll costs one request (%s)', async (source) => {
	const world = await createTriggerWorld({ parameters: suppressing(60, { source }) });
	world.addMany(300, { fromMs: world.nowMs - 10 * MINUTE, stepMs: SECOND });
	await world.activate();
	world.addMany(20, { stepMs: SECOND });
	await world.poll();
	for (let poll = 0; poll < 4; poll++) expect((await world.poll()).requests).toHaveLength(1);
});

it('an event that comes late is held back by the alert after it', async () => {
	const world = await createActiveWorld({ parameters: suppressing(10) });
	const [first] = world.addMany(1);
	await world.poll();
	world.addMany(1, { fromMs: world.nowMs - 2 * MINUTE });
	expect((await world.poll()).items).toEqual([]);
	expect(world.delivered).toEqual([first]);
});

it('n8n that was killed gives the same alerts again', async () => {
	const host = new InMemoryHost();
	const world = await createActiveWorld({ parameters: suppressing(10), host });
	world.addMany(5, { stepMs: SECOND });
	const lost = await world.poll({ lost: true });
	host.kill();
	await world.activate();
	expect(lost.ids).toEqual(['event-1']);
	expect(world.delivered).toEqual(['event-1']);
});

it('turned off and on again it begins anew', async () => {
	const world = await createActiveWorld({ parameters: suppressing(60) });
	world.addMany(2);
	await world.poll();
	world.parameters = {};
	world.addMany(2);
	await world.poll();
	world.parameters = suppressing(60);
	world.addMany(2);
	await world.poll();
	expect(world.delivered).toEqual(['event-1', 'event-3', 'event-4', 'event-5']);
});

it('with more to remember than there is room, an alert comes again, and n8n’s log says so', async () => {
	const world = await createActiveWorld({ parameters: suppressing(10_080) });
	const clients = Array.from({ length: 5_000 }, (_, at) => ({
		userEmail: `user${at}@example.com`,
		createdAtMs: world.nowMs + at,
	}));
	world.add(...clients);
	const { ids, logs } = await world.poll();
	expect(ids).toHaveLength(5_000);
	expect(logs.map(({ level, message }) => [level, message])).toContainEqual([
		'warn',
		expect.stringMatching(/^Too many different alerts to remember for Suppress Repeats/),
	]);
	const store = world.host.begin({ activation: false, nodeName: world.nodeName });
	for (const part of [store.node(), store.global()]) {
		expect(JSON.stringify(part).length).toBeLessThanOrEqual(64 * 1024);
	}
	const again = world.add(
		{ userEmail: 'user0@example.com' },
		{ userEmail: 'user4999@example.com' },
	);
	expect((await world.poll()).ids).toEqual(again.slice(0, 1));
});

it('all that a state can have to remember takes at most 64 KiB a copy, and nothing is lost for it', async () => {
	const options = {
		...{ suppressRepeats: 10_080, afterRestart: 'repeatLast' },
		...{ lateEventWindow: 60, maxEventsPerPoll: 20_000 },
	};
	const world = await createActiveWorld({ parameters: { options } });
	const transform = (body: string) => {
		const page = JSON.parse(body) as { data: unknown[] };
		const timeless = Array.from({ length: 50 }, (_, id) => ({ id: `timeless-${id}` }));
		return JSON.stringify({ data: [...page.data, ...timeless] });
	};
	world.service.failNext({ transform }, { times: 10_000 });
	for (let round = 0; round < 5; round++) {
		world.nowMs += 5 * MINUTE;
		world.add(
			...Array.from({ length: 4_000 }, (_, at) => ({
				createdAtMs: world.nowMs - 7 * (4_000 - at),
				userEmail: `user${round}-${at}@example.com`,
				orgId: `organization-${at % 12}`.padEnd(200, 'x'),
			})),
		);
		await world.poll();
		const store = world.host.begin({ activation: false, nodeName: world.nodeName });
		for (const part of [store.node(), store.global()]) {
			expect(JSON.stringify(part).length).toBeLessThanOrEqual(64 * 1024);
			expect(JSON.stringify(part).length).toBeGreaterThan(50 * 1024);
		}
	}
	const ids = world.delivered.filter((id) => id.startsWith('event-'));
	expect([ids.length, new Set(ids).size]).toEqual([20_000, 20_000]);
});

it.each([-1, 10_081, 1.5, 'often'])('%j minutes are refused by name', async (minutes) => {
	const parameters = { options: { suppressRepeats: minutes } };
	await expect(createActiveWorld({ parameters })).rejects.toThrow('Suppress Repeats (Minutes)');
});

it('a test run shows events as they are', async () => {
	const world = await createActiveWorld({ parameters: suppressing(60) });
	const ids = world.addMany(3, { stepMs: SECOND });
	expect((await world.poll({ manual: true })).ids).toEqual(ids);
});
