import type { IDataObject } from 'n8n-workflow';
import { startEventLogService, type EventLogService } from '../../../../sandbox/service';
import { createStaticData } from '../../../support/n8nContexts';
import {
	createActiveWorld,
	endWorlds,
	HOUR,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { InMemoryHost } from '../../../support/triggerHosts';

const others: EventLogService[] = [];

afterEach(async () => {
	await endWorlds();
	await Promise.all(others.splice(0).map(async (service) => await service.close()));
});

async function moveToAnotherService(world: TriggerWorld): Promise<void> {
	world.service = await startEventLogService({ clock: () => world.clockMs() });
	others.push(world.service);
	world.credential.stored = { ...world.credential.stored, baseUrl: world.service.baseUrl };
}

describe('another base URL', () => {
	it('is another log: begins with what is new there', async () => {
		const world = await createActiveWorld();
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		await moveToAnotherService(world);
		world.addMany(5, { fromMs: world.nowMs - HOUR, stepMs: SECOND });
		const { logs } = await world.poll();
		expect(logs.map(({ message }) => message).join()).toMatch(/another log/);
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('back and forth: nothing old is repeated', async () => {
		const world = await createActiveWorld();
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		const { service, credential } = world;
		const { stored } = credential;
		await moveToAnotherService(world);
		await world.poll();
		Object.assign(world, { service });
		credential.stored = stored;
		await world.poll();
		ids.push(...world.addMany(2, { stepMs: SECOND }));
		await world.poll();
		expect(new Set(world.delivered)).toEqual(new Set(ids));
	});

	it('the same one with a slash behind it is the same log', async () => {
		const world = await createActiveWorld();
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		const { baseUrl } = world.service;
		world.credential.stored = { ...world.credential.stored, baseUrl: `${baseUrl}/api/v1/` };
		ids.push(...world.addMany(3, { stepMs: SECOND }));
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('another key or token for it is the same log', async () => {
		const world = await createActiveWorld();
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		world.credential.stored = { ...world.credential.stored, authentication: 'refreshToken' };
		ids.push(...world.addMany(3, { stepMs: SECOND }));
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});
});

describe('another organization behind the same base URL', () => {
	it('is another log: nothing of it from before is delivered, everything after is', async () => {
		const world = await createActiveWorld();
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		const orgId = 'another-organization';
		await moveToAnotherService(world);
		world.add(
			...Array.from({ length: 5 }, (_, index) => ({
				orgId,
				createdAtMs: world.nowMs - HOUR + index,
			})),
		);
		await world.poll();
		ids.push(...world.add({ orgId }, { orgId }));
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});
});

const FILTERS = [
	[
		{ source: 'feed', filters: { type: 'Access' } },
		{ source: 'feed', filters: {} },
	],
	[
		{ source: 'list', filters: { type: 'Access' } },
		{ source: 'list', filters: {} },
	],
	[
		{ source: 'list', filters: { type: 'Access' } },
		{ source: 'feed', filters: {} },
	],
	[
		{ source: 'feed', filters: {} },
		{ source: 'list', filters: { type: 'Registration' } },
	],
] as const;

it.each(FILTERS)(
	'filters changed between polls keep the place: %j to %j',
	async (before, after) => {
		const world = await createActiveWorld({ parameters: before });
		world.add({ type: 'Other' }, { type: 'Access' }, { type: 'Other' });
		await world.poll();
		await world.poll({ afterMs: HOUR });
		const firstRound = [...world.delivered];
		world.parameters = after;
		await world.poll();
		const ids = world.add({ type: 'Registration' }, { type: 'Registration' });
		await world.poll();
		await world.poll();
		const expected = [...firstRound, ...ids];
		expect(world.delivered.filter((id) => ids.includes(id))).toEqual(ids);
		expect(new Set(world.delivered).size).toBe(world.delivered.length);
		expect(world.delivered.length).toBeGreaterThanOrEqual(expected.length);
	},
);

async function savedState(): Promise<{
	world: TriggerWorld;
	saved: IDataObject;
	host: InMemoryHost;
}> {
	const host = new InMemoryHost();
	const world = await createActiveWorld({ host });
	world.addMany(5, { stepMs: SECOND });
	await world.poll();
	return { world, saved: createStaticData(host.saved).live, host };
}

type Damage = (part: IDataObject, field: string) => void;

/** Where in the saved static data the fields of each kept state are, and of what is kept with it. */
function keptFields(saved: IDataObject): Array<readonly string[]> {
	return Object.entries(saved).flatMap(([whose, parts]) =>
		Object.entries(asObject(parts)).flatMap(([name, kept]) => [
			...Object.keys(asObject(kept)).map((field) => [whose, name, field]),
			...Object.keys(asObject(asObject(kept).state)).map((field) => [whose, name, 'state', field]),
		]),
	);
}

/** The saved static data once for each of these fields, with that field damaged. */
function withEachFieldDamaged(saved: IDataObject, damage: Damage): string[] {
	return keptFields(saved).map((path) => {
		const copy = createStaticData(JSON.stringify(saved)).live;
		const part = path.slice(0, -1).reduce((parent, name) => asObject(parent[name]), copy);
		damage(part, path[path.length - 1] ?? '');
		return JSON.stringify(copy);
	});
}

function isDataObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): IDataObject {
	return isDataObject(value) ? value : {};
}

const NONSENSE = ['nonsense', 17.5, -1, true, { a: 1 }, '', 1e300];

it.each<[string, Damage]>([
	...NONSENSE.map((value): [string, Damage] => [
		`replaced by ${JSON.stringify(value)}`,
		(part, field) => (part[field] = value),
	]),
	['left out', (part, field) => delete part[field]],
	['cut off', (part, field) => (part[field] = JSON.stringify(part[field]).slice(1, -3))],
])('a field of the state %s: told, or nothing lost', async (_name, damage) => {
	const { world, saved, host } = await savedState();
	const outcomes: string[] = [];
	for (const damaged of withEachFieldDamaged(saved, damage)) {
		host.kill();
		host.saved = damaged;
		const ids = world.add({}, { createdAtMs: world.nowMs - 30 * SECOND });
		const seen = world.delivered.length;
		const failure: unknown = await world.poll().then(
			() => undefined,
			(error: unknown) => error,
		);
		outcomes.push(failure === undefined ? 'read' : 'told');
		if (failure === undefined) {
			expect(world.delivered.slice(seen)).toEqual(expect.arrayContaining(ids));
			continue;
		}
		expect(failure).toMatchObject({
			message: 'The stored position of this trigger cannot be read',
			description: expect.stringMatching(/copy and paste this trigger node/) as unknown,
			failure: { cause: 'configuration-invalid' },
		});
		expect(JSON.stringify(host.begin({ activation: false }).live)).toBe(damaged);
	}
	expect(outcomes).toContain('told');
});

it.each(['node:Node under test', 'global'])(
	'all of %s something else than an object: told',
	async (key) => {
		const { world, saved, host } = await savedState();
		for (const nonsense of [null, 'nonsense', 17, true, []]) {
			host.kill();
			host.saved = JSON.stringify({ ...saved, [key]: nonsense });
			await expect(world.poll()).rejects.toMatchObject({
				message: 'The stored position of this trigger cannot be read',
				failure: { cause: 'configuration-invalid' },
			});
		}
	},
);
