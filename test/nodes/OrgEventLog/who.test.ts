import type { EventOverrides } from '../../../sandbox/service';
import { NO_DEVICE, NOBODY, makeEvent, makeUser } from '../../../sandbox/service';
import { createActiveWorld } from '../../support/triggerHarness';
import { runOver } from './runNode';

// Few refusals name a user; nearly all have an address. Who is the best that an event tells of somebody.

const user = makeUser({ email: 'ada@example.com' });
const client = { ip_address: '203.0.113.7:51724', user_agent: '' };
const serial = { ...NO_DEVICE, serial_number: 'C02XK0AAJGH5' };
const named = { ...serial, friendly_name: "Ada's laptop" };

it.each<[string, EventOverrides['userPrincipal'], string | null]>([
	['the user', { user, device: named, client }, 'ada@example.com'],
	['else the device by its name', { user: NOBODY, device: named, client }, "Ada's laptop"],
	['else by its serial number', { user: NOBODY, device: serial, client }, 'C02XK0AAJGH5'],
	['else the client’s address', { user: NOBODY, device: NO_DEVICE, client }, '203.0.113.7'],
	['else nobody', null, null],
])('is %s', async (_what, userPrincipal, who) => {
	const world = await createActiveWorld();
	world.add({ userPrincipal });

	expect((await world.poll()).json).toMatchObject([{ who }]);
});

it('holds back repeats of the same name, but not of a device that is called like an address', async () => {
	const world = await createActiveWorld({
		parameters: { suppressRepeats: 60, suppressPer: 'who' },
	});
	const device = { ...NO_DEVICE, friendly_name: '203.0.113.7' };
	const [first, , other] = world.add(
		{ userPrincipal: { client }, action: 'Deny' },
		{ userPrincipal: { client }, action: 'Grant' },
		{ userPrincipal: { device, client } },
	);

	expect((await world.poll()).ids).toEqual([first, other]);
});

it('is what a summary counts by, and bursts, unless others are chosen', async () => {
	const refusals = Array.from({ length: 5 }, (_, time) => ({
		userPrincipal: { client },
		id: `${time}`,
	}));
	const [group] = await runOver(refusals.map(makeEvent), { operation: 'summarize' });
	expect(group?.json).toMatchObject({ who: '203.0.113.7', count: 5 });

	const world = await createActiveWorld({ parameters: { emit: 'burst' } });
	world.add(...refusals);
	expect((await world.poll()).json).toMatchObject([{ value: '203.0.113.7', count: 5 }]);
});
