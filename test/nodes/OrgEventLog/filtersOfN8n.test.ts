import type { INodeParameters } from 'n8n-workflow';
import { NO_DEVICE, makeEvent, makeUser, type EventOverrides } from '../../../sandbox/service';
import { createActiveWorld } from '../../support/triggerHarness';
import { idsOf, runOver } from './runNode';

// The API has no filters for these: n8n applies them to what the service lets pass.

const at = (address: string, name = '', email = 'ada@example.com') => ({
	device: { ...NO_DEVICE, friendly_name: name, serial_number: `S-${name}` },
	user: makeUser({ email }),
	client: { ip_address: address, user_agent: '' },
});

const EVENTS: readonly EventOverrides[] = [
	{ id: 'e-1', userPrincipal: at('203.0.113.7:51724', "Ada's laptop"), message: 'Low TrustScore' },
	{ id: 'e-2', userPrincipal: at('[2001:db8::7]:443', 'Phone, old'), message: 'No certificate' },
	{ id: 'e-3', userPrincipal: at('203.0.113.8:1', 'Phone', 'bob@example.com'), message: '' },
	{ id: 'e-4', userPrincipal: null, message: 'Your TRUSTSCORE is low' },
];

const CASES: ReadonlyArray<readonly [INodeParameters, readonly string[]]> = [
	[{ ipAddress: '203.0.113.7' }, ['e-1']],
	[{ ipAddress: '203.0.113.7, 2001:db8::7' }, ['e-1', 'e-2']],
	[{ ipAddress: ['203.0.113.8', '2001:db8::7'] }, ['e-2', 'e-3']],
	[{ deviceName: "Ada's laptop|Phone, old" }, ['e-1', 'e-2']],
	[{ messageContains: 'trustscore' }, ['e-1', 'e-4']],
	[{ messageContains: 'trustscore', userEmail: 'bob@example.com; ada@example.com' }, ['e-1']],
	[{ userEmail: 'ada@example.com bob@example.com' }, ['e-1', 'e-2', 'e-3']],
	[{ serialNumber: "S-Phone,S-Ada's" }, ['e-3']],
];

const LOGGED = EVENTS.map((event, index) =>
	makeEvent({ createdAtMs: 1_714_564_800_000 + index, ...event }),
);
const over = async (parameters: INodeParameters) => await runOver(LOGGED, parameters);

describe.each(CASES)('%j', (filters, passing) => {
	it('chooses events of List, and their number for Count', async () => {
		expect(idsOf(await over({ filters, options: { order: 'ASC' } }))).toEqual(passing);
		const [{ json } = { json: {} }] = await over({ operation: 'count', filters });
		expect(json).toEqual({ count: passing.length });
	});

	it('leaves out by Exclude each that any of them matches', async () => {
		const kept = idsOf(await over({ exclude: filters, options: { order: 'ASC' } }));
		const [name, ...others] = Object.keys(filters);
		if (others.length === 0) {
			expect(kept).toEqual(['e-1', 'e-2', 'e-3', 'e-4'].filter((id) => !passing.includes(id)));
		} else {
			expect([name, kept]).toEqual(['messageContains', []]);
		}
	});

	it.each(['feed', 'list'])('chooses what starts the workflow, with source %s', async (source) => {
		const world = await createActiveWorld({ parameters: { options: { source }, filters } });
		world.add(...EVENTS);

		expect((await world.poll()).ids).toEqual(passing);
	});
});

it.each<[INodeParameters, string]>([
	[{ userEmail: ['a@example.com|b@example.com'] }, "'User Email' contains a pipe (|)"],
	[{ deviceName: ['a', 'b|c'] }, "'Device Name' contains a pipe (|)"],
	[{ messageContains: 'a|b' }, "'Message Contains' contains a pipe (|)"],
])('%j is refused by name', async (filters, message) => {
	await expect(over({ filters })).rejects.toMatchObject({
		message: expect.stringContaining(message) as string,
	});
});
