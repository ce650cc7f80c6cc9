import type { INodeParameters } from 'n8n-workflow';
import type { EventOverrides } from '../../../../sandbox/service';
import { SECOND, MINUTE } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import type { PollOutcome, TriggerWorld } from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

const WIDE = { maxEventsPerPoll: 20_000 };

function suppressing(minutes: number, parameters: INodeParameters = {}): INodeParameters {
	return { ...parameters, suppressRepeats: minutes };
}

const suppressedOf = (outcome: PollOutcome) => outcome.json.map(({ suppressed }) => suppressed);

/** So many events, a millisecond apart from now on, of so many users by turns. */
function eventsOfUsers(world: TriggerWorld, count: number, users: number, name = 'user') {
	return Array.from({ length: count }, (_, at) => ({
		userEmail: `${name}${at % users}@example.com`,
		createdAtMs: world.nowMs + at,
	}));
}

function expectWithin64KiB(world: TriggerWorld): void {
	for (const part of world.stateParts())
		expect(JSON.stringify(part).length).toBeLessThanOrEqual(64 * 1024);
}

it.each(HOST_KINDS)(
	'fifty refusals of one user are one alert, and the next one says that 49 were held back (%s)',
	async (kind) => {
		const host = TRIGGER_HOSTS[kind]();
		const world = await createActiveWorld({ parameters: suppressing(60), host });
		const [first] = world.addMany(20, { stepMs: SECOND });
		expect(suppressedOf(await world.poll())).toEqual([0]);
		await world.live(3, 10);
		world.nowMs += 60 * MINUTE;
		const [next] = world.addMany(1);
		expect(suppressedOf(await world.poll())).toEqual([49]);
		expect(world.delivered).toEqual([first, next]);
	},
);

it('turned off and on again it begins anew', async () => {
	const world = await createActiveWorld();
	for (const parameters of [suppressing(60), {}, suppressing(60)]) {
		world.parameters = parameters;
		await world.live(1);
	}
	expect(world.delivered).toEqual(['event-1', 'event-3', 'event-4', 'event-5']);
});

it('with more to remember than there is room, an alert comes again', async () => {
	const world = await createActiveWorld({ parameters: suppressing(10_080) });
	world.add(...eventsOfUsers(world, 5_000, 5_000));
	const outcome = await world.poll();
	expect(outcome.ids).toHaveLength(5_000);
	expectWithin64KiB(world);
	const again = ['user0@example.com', 'user4999@example.com'].map((userEmail) => ({ userEmail }));
	const ids = world.add(...again);
	expect((await world.poll()).ids).toEqual(ids.slice(0, 1));
});

it.each(['with the first poll', 'later'])(
	'turned on %s, it holds back although the window is full',
	async (when) => {
		const wide = { startFrom: 'date', startDate: '2026-11-01T11:00:00Z', options: WIDE };
		const suppressed = suppressing(60, wide);
		const world = await createTriggerWorld({ parameters: when === 'later' ? wide : suppressed });
		const add = (count: number) =>
			world.add(
				...eventsOfUsers(world, count, 100).map(({ userEmail, createdAtMs }) => ({
					userEmail,
					createdAtMs: createdAtMs - count,
				})),
			);
		add(9_000);
		await world.activate();
		world.parameters = suppressed;
		add(100);
		await world.poll();
		expect(new Set(world.delivered).size).toBe(when === 'later' ? 9_100 : 100);
		add(100);
		expect((await world.poll()).ids).toEqual([]);
	},
);

it('all that a state can have to remember takes at most 64 KiB a copy, and nothing is lost for it', async () => {
	const options = {
		...{ ...WIDE, afterRestart: 'repeatLast', lateEventWindow: 60 },
		heartbeatMinutes: 60,
	};
	const world = await createActiveWorld({ parameters: suppressing(10_080, { options }) });
	for (let round = 0; round < 3; round++) {
		world.nowMs += 5 * MINUTE;
		world.add(
			...Array.from({ length: 4_000 }, (_, at) => ({
				createdAtMs: world.nowMs - 7 * (4_000 - at),
				userEmail: `user${round}-${at}@example.com`,
				orgId: `organization-${at % 12}`.padEnd(200, 'x'),
			})),
		);
		await world.poll();
		expectWithin64KiB(world);
		for (const part of world.stateParts())
			expect(JSON.stringify(part).length).toBeGreaterThan(50 * 1024);
	}
	const ids = world.delivered.filter((id) => id.startsWith('event-'));
	expect([ids.length, new Set(ids).size]).toEqual([12_000, 12_000]);
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
const NOBODY = { userPrincipal: null, message: 'No valid client certificate' };
const from = (ip_address: string) => ({
	userPrincipal: { client: { ip_address, user_agent: '' } },
});
const deny = (event: EventOverrides) => ({ ...event, action: 'Deny' });

it.each<[string, EventOverrides, EventOverrides, EventOverrides]>([
	['happening', OF_ADA, { ...OF_ADA, message: 'otherwise' }, deny(OF_ADA)],
	['user', OF_ADA, deny(OF_ADA), { userEmail: 'bob@example.com' }],
	[
		'userAndService',
		{ ...OF_ADA, ...AT_WIKI },
		deny({ ...OF_ADA, ...AT_WIKI }),
		{ ...OF_ADA, extra: { service: { name: 'Payroll' } } },
	],
	['device', { deviceId: 'd-1' }, deny({ deviceId: 'd-1' }), { deviceId: 'd-2' }],
	['address', from('203.0.113.7:1'), deny(from('203.0.113.7:2')), from('203.0.113.8:1')],
	['user', NOBODY, NOBODY, deny(NOBODY)],
	['userAndService', NOBODY, NOBODY, deny(NOBODY)],
	['device', NOBODY, NOBODY, deny(NOBODY)],
	['address', NOBODY, NOBODY, deny(NOBODY)],
])('holds back per %s, or by what happened (%#)', async (suppressPer, one, like, other) => {
	const world = await createActiveWorld({ parameters: suppressing(60, { suppressPer }) });
	const [first, , third] = world.add(one, like, other);
	expect((await world.poll()).ids).toEqual([first, third]);
});
