import type { INodeParameters } from 'n8n-workflow';
import { makeDevice, makeUser } from '../../../../sandbox/service';
import {
	createActiveWorld,
	endWorlds,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

/** Ids of events of every kind, whole and with parts that are null or missing. */
function addAllKinds(world: TriggerWorld): void {
	const seconds = { createdAtMs: world.nowMs };
	world.add(
		{ type: 'Access', subType: 'Connection', action: 'grant', severity: 'WARN' },
		{ type: 'Access', severity: 'ERROR', userEmail: 'bob@example.com' },
		{ severity: 'DEBUG', deviceId: 'device-2', serialNumber: 'SERIAL-2' },
		{ severity: 'INFO', externalId: '4711', serialNumber: 'SERIAL-1' },
		{ severity: 'LOUD' },
		{ type: 'Access', userPrincipal: null },
		{ type: 'Access', userPrincipal: undefined, severity: 'ERROR' },
		{ userPrincipal: { device: null, user: null } },
		{ userPrincipal: { device: makeDevice(), user: makeUser({ groups: null, roles: null }) } },
		{ serviceName: 'wiki', type: 'access' },
		{ serviceName: 'mail', workloadContainerId: 'c1', subType: 'Connection' },
		{ serviceAccountName: 'robot', ...seconds },
		{ serviceAccountName: 'other', ...seconds },
	);
}

async function deliveredWith(source: string, filters: INodeParameters): Promise<string[]> {
	const world = await createActiveWorld({ parameters: { source, filters } });
	addAllKinds(world);
	await world.poll();
	world.nowMs += SECOND;
	await world.poll();
	await endWorlds();
	return world.delivered;
}

it('a subtype without a type passes the same, where the service filters by it and where not', async () => {
	const parameters = { source: 'list', filters: { subType: 'Connection' } };
	const world = await createActiveWorld({ parameters, behaviour: { loneSubType: 'ignored' } });
	addAllKinds(world);
	await world.poll();
	const shown = await world.poll({ manual: true });
	expect(shown.ids).toHaveLength(1);
	expect(world.delivered).toEqual(expect.arrayContaining([...shown.ids]));
	expect(world.delivered).toEqual(await deliveredWith('feed', parameters.filters));
});

it.each<[INodeParameters, string]>([
	[{ filters: { type: ['a|b'] } }, 'Type'],
	[{ filters: { severity: 'LOUD' } }, 'Severity'],
	[{ filters: { type: { mode: 'list', value: '' } } }, "'Type' was added without a value"],
	[{ filters: { eventId: '' } }, "'Event ID' was added without a value"],
	[
		{ filters: { serviceName: 'Payroll' } },
		"'Service Name' works only if 'Source' is Filtered by the Service",
	],
	[{ filters: { userEmail: '={{ $workflow.nothing }}' } }, 'User Email'],
	[{ source: 'list', preset: '={{ $workflow.nothing }}' }, 'Preset'],
	[{ options: { lateEventWindow: 61 } }, 'Late Event Window'],
	[{ options: { lateEventWindow: -1 } }, 'Late Event Window'],
	[{ options: { maxEventsPerPoll: 0 } }, 'Max Events per Poll'],
	[{ options: { pageSize: 0 } }, 'Page Size'],
	[{ source: 'webhook' }, 'Source'],
	[{ emit: 'nothing' }, 'Emit'],
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
		parameters: { source: 'list', filters: { type: 'Rare' }, options: { pageSize: 10 } },
	});
	await world.poll();
	world.addMany(500, { stepMs: 10 });
	const rare = world.add({ type: 'Rare' });
	const { ids, requests } = await world.poll();
	expect(ids).toEqual(rare);
	expect(requests.length).toBeLessThanOrEqual(4);
});

describe.each(['feed', 'list'])('a preset (%s)', (source) => {
	it('delivers what it takes, on top of the filters, and each once', async () => {
		const parameters = { source, preset: 'refusedAccess', filters: { action: 'connect' } };
		const world = await createActiveWorld({ parameters });
		const refused = { type: 'Access', action: 'connect', result: 'ERROR' };
		const [first] = world.add(
			refused,
			{ ...refused, action: 'grant' },
			{ ...refused, result: 'INFO' },
		);
		await world.poll();
		const [second] = world.add(refused);
		await world.poll();
		await world.poll();
		expect(world.delivered).toEqual([first, second]);
	});
});
