import type { INodeParameters } from 'n8n-workflow';
import { createActiveWorld } from '../../../support/triggerHarness';

it('a subtype without a type passes the same, where the service filters by it and where not', async () => {
	const filters = { subType: 'Connection' };
	const behaviour = { loneSubType: 'ignored' } as const;
	for (const source of ['feed', 'list']) {
		const world = await createActiveWorld({
			parameters: { options: { source }, filters },
			behaviour,
		});
		const [wanted, , other] = world.add(
			{ type: 'Access', subType: 'Connection' },
			{ type: 'Access', userPrincipal: null },
			{ type: 'Mail', subType: 'Connection', userPrincipal: undefined },
			{ subType: 'connection' },
		);
		await world.poll();
		expect(world.delivered).toEqual([wanted, other]);
		const shown = await world.poll({ manual: true });
		expect(shown.ids).toHaveLength(1);
		expect(world.delivered).toEqual(expect.arrayContaining([...shown.ids]));
	}
});

it.each<[INodeParameters, string]>([
	[{ filters: { type: ['a|b'] } }, 'Type'],
	[{ filters: { severity: 'LOUD' } }, 'Severity'],
	[{ filters: { type: { mode: 'list', value: '' } } }, "'Type' was added without a value"],
	[{ filters: { eventId: '' } }, "'Event ID' was added without a value"],
	[{ filters: { eventId: '=  ' } }, "'Event ID' was added without a value"],
	[
		{ filters: { serviceName: 'Payroll' } },
		"'Service Name' works only if 'Source' is Matching Events",
	],
	[{ filters: { userEmail: '={{ $workflow.nothing }}' } }, 'User Email'],
	[{ filters: { type: '={{ $json.type }}' } }, "'Type' has an expression that does not work in"],
	[
		{ exclude: { action: { __rl: true, mode: 'value', value: "={{ $('Other').item.json.x }}" } } },
		"'Exclude: Action' has an expression that does not work in a trigger",
	],
	[
		{ filters: { type: 'a {{b', action: '={{ $json.a }}', deviceId: '={{ $json.b }}' } },
		"'Action' or 'Device ID' has an expression",
	],
	[
		{ options: { heartbeatMinutes: '={{ $json.a }}', afterRestart: '={{ $json.b }}' } },
		"'After a Restart' or 'Heartbeat (Minutes)' has an expression",
	],
	[
		{ options: { columns: '={{ $json.columns }}' } },
		"'Columns' has an expression that does not work",
	],
	[{ startFrom: 'date', startDate: '={{ $json.day }}' }, "'Start Date' has an expression"],
	[{ exclude: { workloadContainerId: 'c1' } }, "'Exclude: Workload Container ID' can't exclude"],
	[{ preset: '={{ $workflow.nothing }}' }, 'Trigger On'],
	[{ options: { lateEventWindow: 1441 } }, 'Late Event Window'],
	[{ options: { lateEventWindow: -1 } }, 'Late Event Window'],
	[{ options: { maxEventsPerPoll: 0 } }, 'Max Events per Poll'],
	[{ options: { pageSize: 0 } }, 'Page Size'],
	[{ options: { heartbeatMinutes: 1.5 } }, "'Heartbeat (Minutes)' must be a whole number"],
	[{ options: { heartbeatMinutes: 10_081 } }, "'Heartbeat (Minutes)' must be a whole number"],
	[{ suppressRepeats: -1 }, 'Suppress Repeats (Minutes)'],
	[{ suppressRepeats: 10_081 }, 'Suppress Repeats (Minutes)'],
	[{ suppressRepeats: 60, suppressPer: 'weather' }, 'Suppress Per'],
	[{ emit: 'burst', burstCount: 1 }, "'Burst Count'"],
	[{ emit: 'burst', burstCount: 1_001 }, "'Burst Count'"],
	[{ emit: 'burst', burstMinutes: 0 }, "'Burst Minutes'"],
	[{ emit: 'burst', burstMinutes: 61 }, "'Burst Minutes'"],
	[{ emit: 'burst', burstPer: 'week' }, "'Burst Per'"],
	[{ options: { source: 'webhook' } }, 'Source'],
	[{ emit: 'nothing' }, 'Start the Workflow'],
])('%j is refused by the name of the field', async (parameters, field) => {
	const world = await createActiveWorld();
	world.add({});
	const sent = world.service.requests.length;
	Object.assign(world, { parameters });
	await expect(world.poll()).rejects.toThrow(field);
	expect(world.service.requests).toHaveLength(sent);
});

it('a narrow filter on a busy log asks the service for little with List', async () => {
	const world = await createActiveWorld({
		parameters: { filters: { type: 'Rare' }, options: { source: 'list', pageSize: 10 } },
	});
	await world.poll();
	world.addMany(500, { stepMs: 10 });
	const rare = world.add({ type: 'Rare' });
	const { ids, requests } = await world.poll();
	expect(ids).toEqual(rare);
	expect(requests.length).toBeLessThanOrEqual(4);
});

describe.each(['feed', 'list'])('what is excluded (%s)', (source) => {
	const REFUSED = { type: 'Access', action: 'deny', userPrincipal: null };
	const SCANNED = { ...REFUSED, serviceName: 'Scanner' };
	const worldWith = async (exclude: INodeParameters) =>
		await createActiveWorld({ parameters: { options: { source }, exclude } });

	it('is not what a test run shows, which says so where nothing else is there', async () => {
		const world = await worldWith({ serviceName: 'Scanner', type: ['Identity'] });
		const [shown] = world.add(REFUSED);
		world.add(SCANNED);
		expect((await world.poll({ manual: true })).ids).toEqual([shown]);
		Object.assign(world, { parameters: { options: { source }, exclude: { type: 'Access' } } });
		await expect(world.poll({ manual: true })).rejects.toMatchObject({
			message: 'A test run found no matching event',
			description: expect.stringMatching(
				/^No event is left, because 'Exclude' leaves out/,
			) as string,
		});
	});
});
