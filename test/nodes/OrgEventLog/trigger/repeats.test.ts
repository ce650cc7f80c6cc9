import type { INodeParameters } from 'n8n-workflow';
import type { EventOverrides } from '../../../../sandbox/service';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	MINUTE,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { TRIGGER_HOSTS, type HostKind } from '../../../support/triggerHosts';

afterEach(endWorlds);

function suppressing(minutes: number, parameters: INodeParameters = {}): INodeParameters {
	return { ...parameters, suppressRepeats: minutes };
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
		expect(suppressedOf(await world.poll())).toEqual([0]);
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

it('an event that comes late is held back by the alert after it', async () => {
	const world = await createActiveWorld({ parameters: suppressing(10) });
	const [first] = world.addMany(1);
	await world.poll();
	world.addMany(1, { fromMs: world.nowMs - 2 * MINUTE });
	expect((await world.poll()).items).toEqual([]);
	expect(world.delivered).toEqual([first]);
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
		expect.stringMatching(
			/^Suppress Repeats has more different alerts than the trigger can remember/,
		),
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

it.each(['with the first poll', 'later'])(
	'turned on %s, it holds back although the window is full',
	async (when) => {
		const start = { startFrom: 'date', startDate: '2026-11-01T11:00:00Z' };
		const wide = { ...start, options: { maxEventsPerPoll: 20_000 } };
		const suppressed = { ...wide, suppressRepeats: 60 };
		const users = (count: number) =>
			Array.from({ length: count }, (_, at) => ({
				userEmail: `user${at % 100}@example.com`,
				createdAtMs: world.nowMs - count + at,
			}));
		const world = await createTriggerWorld({ parameters: when === 'later' ? wide : suppressed });
		world.add(...users(9_000));
		await world.activate();
		world.parameters = suppressed;
		world.add(...users(100));
		const given = new Set([...world.delivered, ...(await world.poll()).ids]);
		world.add(...users(100));
		expect((await world.poll()).ids).toEqual([]);
		expect(given.size).toBe(when === 'later' ? 9_100 : 100);
	},
);

it('says in n8n’s log up to when it forgets how many were held back', async () => {
	const options = { maxEventsPerPoll: 20_000 };
	const world = await createActiveWorld({ parameters: suppressing(1, { options }) });
	const lastMs = new Map<string, number>();
	let forgottenToMs = -Infinity;
	for (let round = 0; round < 6; round++) {
		const eachTwice = Array.from({ length: 2_000 }, (_, at) => ({
			userEmail: `user${round}-${at % 1_000}@example.com`,
			createdAtMs: world.nowMs + at,
		}));
		world.add(...eachTwice);
		for (const { userEmail, createdAtMs } of eachTwice.slice(0, 1_000))
			lastMs.set(userEmail, createdAtMs);
		const { ids, logs } = await world.poll();
		expect(ids).toHaveLength(1_000);
		for (const { level, message } of logs) {
			if (level === 'warn')
				forgottenToMs = Date.parse(/up to (\S+)\. Their/.exec(message)?.[1] ?? 'unknown');
		}
		world.nowMs += 10 * MINUTE;
	}
	const forgotten = [...lastMs].filter(([, atMs]) => atMs <= forgottenToMs);
	expect(forgotten.length).toBeGreaterThan(0);
	expect(forgotten.length).toBeLessThan(3_000);
	world.add(...[...lastMs.keys()].map((userEmail) => ({ userEmail, createdAtMs: world.nowMs })));
	const { items } = await world.poll();
	const untold = items.filter(({ json }) => json.suppressed === 0);
	expect(untold.map(({ json }) => json.userEmail)).toEqual(forgotten.map(([email]) => email));
});

it('all that a state can have to remember takes at most 64 KiB a copy, and nothing is lost for it', async () => {
	const options = {
		...{ afterRestart: 'repeatLast', lateEventWindow: 60, maxEventsPerPoll: 20_000 },
		heartbeatMinutes: 60,
	};
	const world = await createActiveWorld({ parameters: { suppressRepeats: 10_080, options } });
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
	const parameters = { suppressRepeats: minutes };
	await expect(createActiveWorld({ parameters })).rejects.toThrow('Suppress Repeats (Minutes)');
});

it('a test run shows events as they are, with nothing held back', async () => {
	const world = await createActiveWorld({ parameters: suppressing(60) });
	const ids = world.addMany(3, { stepMs: SECOND });
	const outcome = await world.poll({ manual: true });
	expect(outcome.ids).toEqual(ids.slice(-1));
	expect(suppressedOf(outcome)).toEqual([0]);
});

it.each([
	['events', 60, 0],
	['events', 0, undefined],
	['digest', 60, 0],
	['digest', 0, undefined],
	['burst', 60, 0],
	['burst', 0, undefined],
])('every item says how many were held back: %s, %d minutes', async (emit, minutes, expected) => {
	const burst = { burstCount: 2, burstPer: 'all' };
	const world = await createActiveWorld({ parameters: suppressing(minutes, { emit, ...burst }) });
	world.add({ action: 'deny' }, { action: 'register' });
	expect(suppressedOf(await world.poll({ manual: true }))).toEqual([expected]);
	expect(new Set(suppressedOf(await world.poll()))).toEqual(new Set([expected]));
});

const OF_ADA = { userEmail: 'ada@example.com' };
const AT_WIKI = { extra: { service: { name: 'Wiki' } } };
const from = (ip_address: string) => ({
	userPrincipal: { client: { ip_address, user_agent: '' } },
});

it.each<[string, EventOverrides, EventOverrides, EventOverrides]>([
	['happening', OF_ADA, { ...OF_ADA, message: 'otherwise' }, { ...OF_ADA, action: 'Deny' }],
	['user', OF_ADA, { ...OF_ADA, action: 'Deny' }, { userEmail: 'bob@example.com' }],
	[
		'userAndService',
		{ ...OF_ADA, ...AT_WIKI },
		{ ...OF_ADA, ...AT_WIKI, action: 'Deny' },
		{ ...OF_ADA, extra: { service: { name: 'Payroll' } } },
	],
	['device', { deviceId: 'd-1' }, { deviceId: 'd-1', action: 'Deny' }, { deviceId: 'd-2' }],
	[
		'address',
		from('203.0.113.7:1'),
		{ ...from('203.0.113.7:2'), action: 'Deny' },
		from('203.0.113.8:1'),
	],
])('holds back per %s', async (suppressPer, one, like, other) => {
	const world = await createActiveWorld({ parameters: suppressing(60, { suppressPer }) });
	const [first, , third] = world.add(one, like, other);
	expect((await world.poll()).ids).toEqual([first, third]);
});

it.each(['user', 'userAndService', 'device', 'address'])(
	'an event that names no %s goes by what happened',
	async (suppressPer) => {
		const world = await createActiveWorld({ parameters: suppressing(60, { suppressPer }) });
		const nobody = { userPrincipal: null, message: 'No valid client certificate' };
		const [first, , third] = world.add(nobody, nobody, { ...nobody, action: 'Deny' });
		expect((await world.poll()).ids).toEqual([first, third]);
	},
);

it('refuses a key by name that it does not know', async () => {
	const parameters = suppressing(60, { suppressPer: 'weather' });
	await expect(createActiveWorld({ parameters })).rejects.toThrow('Suppress Per');
});
