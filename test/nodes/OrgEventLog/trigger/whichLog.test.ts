import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../../../../nodes/OrgEventLog/json/jsonValues';
import { createEventLog } from '../../../../sandbox/service';
import { createStaticData } from '../../../support/n8nContexts';
import {
	DAY,
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	HOUR,
	SECOND,
	type TriggerWorld,
} from '../../../support/triggerHarness';
import { HOST_KINDS, InMemoryHost, TRIGGER_HOSTS } from '../../../support/triggerHosts';

afterEach(endWorlds);

describe('another base URL', () => {
	it('is another log: begins with what is new there', async () => {
		const world = await createActiveWorld();
		const ids = await world.live(1, 3);
		await world.moveTo(createEventLog());
		world.addMany(5, { fromMs: world.nowMs - HOUR, stepMs: SECOND });
		const { logs } = await world.poll();
		expect(logs.map(({ message }) => message).join()).toMatch(/another log/);
		ids.push(...(await world.live(1)));
		expect(world.delivered).toEqual(ids);
	});

	it.each(HOST_KINDS.flatMap((kind) => [0, 3].map((delivered) => [kind, delivered] as const)))(
		'back and forth: nothing old is repeated (%s, %d delivered before)',
		async (kind, delivered) => {
			const world = await createActiveWorld({ host: TRIGGER_HOSTS[kind]() });
			const ids = await world.live(1, delivered);
			const { service, credential } = world;
			const { stored } = credential;
			await world.moveTo(createEventLog());
			await world.poll();
			Object.assign(world, { service });
			credential.stored = stored;
			await world.poll();
			ids.push(...(await world.live(3)));
			expect(world.delivered).toEqual(ids);
		},
	);

	it.each([
		['with a slash behind it', ({ baseUrl }) => ({ baseUrl: `${baseUrl}/api/v1/` })],
		['with another key or token', () => ({ authentication: 'refreshToken' })],
	] satisfies Array<[string, (service: TriggerWorld['service']) => object]>)(
		'the same one %s is the same log',
		async (_name, edit) => {
			const world = await createActiveWorld();
			const ids = await world.live(1, 3);
			world.credential.stored = { ...world.credential.stored, ...edit(world.service) };
			ids.push(...(await world.live(1, 3)));
			expect(world.delivered).toEqual(ids);
		},
	);
});

describe('the log of an organization', () => {
	it('that is another one behind the same base URL begins anew', async () => {
		const world = await createActiveWorld();
		const ids = await world.live(1, 3);
		const orgId = 'another-organization';
		world.service.log.forgetBefore(world.nowMs + 1);
		const createdAtMs = world.nowMs - 60 * SECOND;
		world.add(...[0, 1, 2, 3, 4].map((ms) => ({ orgId, createdAtMs: createdAtMs + ms })));
		await world.poll();
		ids.push(...world.add({ orgId }, { orgId }));
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it.each([1, 2])('of many organizations is one log (%d events each)', async (count) => {
		const world = await createActiveWorld();
		for (let round = 0; round < 20; round++) {
			world.add(...Array.from({ length: count }, () => ({ orgId: `org-${round}` })));
			await world.poll({ afterMs: 10 * 60 * SECOND });
		}
		expect(world.delivered).toEqual(world.logged);
	});

	it.each([{}, { startFrom: 'last', lastAmount: 1, lastUnit: 'weeks' }])(
		'of many organizations whose matches are gone repeats and misses nothing (%j)',
		async (startFrom) => {
			const parameters = { options: { source: 'list' }, filters: { type: 'Rare' }, ...startFrom };
			const world = await createActiveWorld({ parameters });
			const ids = world.add({ type: 'Rare', orgId: 'one' });
			for (let hour = 0; hour < 6; hour++) {
				await world.poll({ afterMs: HOUR });
				world.service.log.forgetBefore(world.nowMs - 2 * HOUR);
				world.add({ orgId: 'another' });
			}
			for (const orgId of ['one', 'another']) {
				ids.push(...world.add({ type: 'Rare', orgId }));
				await world.poll();
			}
			expect(world.delivered).toEqual(ids);
		},
	);

	it('whose id changed long ago is taken for another one once at most', async () => {
		const parameters = { filters: { type: 'Rare' }, options: { source: 'list', pageSize: 10 } };
		const world = await createTriggerWorld({ parameters });
		const oldMs = world.nowMs - 30 * DAY;
		world.add({ orgId: 'former', createdAtMs: oldMs });
		world.addMany(20, { fromMs: oldMs + DAY, stepMs: HOUR });
		await world.activate();
		const polls = [await world.poll(), await world.poll(), await world.poll()];
		const told = polls.flatMap(({ logs }) => logs.map(({ message }) => message));
		expect(told.filter((message) => /another log/.test(message)).length).toBeLessThanOrEqual(1);
		const ids = world.add({ type: 'Rare' });
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('is the same one where its events leave out whose they are', async () => {
		const world = await createActiveWorld();
		const ids = await world.live(1, 3);
		world.service.log.forgetBefore(world.nowMs + 1);
		ids.push(...world.add({ orgId: '' }, { orgId: '' }));
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('whose id changes keeps its place', async () => {
		const world = await createActiveWorld();
		await world.live(1, 3);
		await world.poll({ afterMs: HOUR });
		world.add({ orgId: 'renamed' });
		await world.poll();
		await world.poll();
		expect(world.delivered).toEqual(world.logged);
	});
});

async function savedState() {
	const host = new InMemoryHost();
	const world = await createActiveWorld({ host });
	await world.live(1, 5);
	return { world, saved: createStaticData(host.saved).live, host };
}

type Damage = (part: IDataObject, field: string) => void;

const membersOf = (value: unknown): object => (isJsonObject(value) ? value : {});

/** The saved static data once for each field of each kept state, and of what is kept with it, damaged. */
function withEachFieldDamaged(saved: IDataObject, damage: Damage): string[] {
	const text = JSON.stringify(saved);
	const damaged: string[] = [];
	const visit = (path: readonly string[], value: unknown) => {
		for (const [name, member] of Object.entries(membersOf(value))) {
			if (path.length >= 2) {
				const copy = createStaticData(text).live;
				const part = path.reduce((parent, step) => parent[step] as IDataObject, copy);
				damage(part, name);
				damaged.push(JSON.stringify(copy));
			}
			if (path.length < 3) visit([...path, name], member);
		}
	};
	visit([], saved);
	return damaged;
}

const NONSENSE = ['nonsense', 17.5, -1, true, { a: 1 }, '', 1e300];
const CANNOT_BE_READ = {
	message: 'The stored position of this trigger cannot be read',
	failure: { cause: 'configuration-invalid' },
};

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
			...CANNOT_BE_READ,
			description: expect.stringMatching(/copy and paste this trigger node/) as unknown,
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
			await expect(world.poll()).rejects.toMatchObject(CANNOT_BE_READ);
		}
	},
);
