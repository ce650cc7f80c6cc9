import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../../../../nodes/OrgEventLog/json/jsonValues';
import { createEventLog } from '../../../../sandbox/service';
import { createStaticData } from '../../../support/n8nContexts';
import { SECOND, HOUR, DAY } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import type { TriggerWorld } from '../../../support/triggerHarness';
import { HOST_KINDS, InMemoryHost, TRIGGER_HOSTS } from '../../../support/triggerHosts';

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
		world.service.log.forgetBefore(world.nowMs + 1);
		const [again] = world.add({ orgId: 'org-0', createdAtMs: world.nowMs + 1 });
		expect((await world.poll()).ids).toEqual([again]);
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

const CANNOT_BE_READ = {
	message: 'The stored position of this trigger cannot be read',
	failure: { cause: 'configuration-invalid' },
	description: expect.stringMatching(/copy and paste this trigger node/) as unknown,
};

it.each<[string, (state: IDataObject) => unknown]>([
	['another version', () => ({ version: 1 })],
	[
		'a watermark that is no number',
		({ cursor }) => ({ cursor: { ...asObject(cursor), watermarkMs: '1' } }),
	],
	[
		'ids that are cut off',
		({ cursor }) => ({ cursor: { ...asObject(cursor), consumed: '0:abc' } }),
	],
	['no service', () => ({ service: null })],
])('a stored state with %s is told, and kept', async (_name, damage) => {
	const host = new InMemoryHost();
	const world = await createActiveWorld({ host });
	await world.live(1, 5);
	const saved = createStaticData(host.saved).live;
	const damaged = JSON.stringify(
		mapStates(saved, (state) => ({ ...state, ...asObject(damage(state)) })),
	);
	expect(damaged).not.toBe(host.saved);
	host.kill();
	host.saved = damaged;
	await expect(world.poll()).rejects.toMatchObject(CANNOT_BE_READ);
	expect(JSON.stringify(host.begin({ activation: false }).live)).toBe(damaged);
});

const asObject = (value: unknown): IDataObject => (isJsonObject(value) ? { ...value } : {});

/** Static data with each kept state changed: the node's and the workflow's. */
function mapStates(saved: IDataObject, change: (state: IDataObject) => IDataObject): IDataObject {
	const changed: IDataObject = {};
	for (const [part, data] of Object.entries(saved)) {
		const copies: IDataObject = {};
		for (const [key, copy] of Object.entries(asObject(data)))
			copies[key] = { ...asObject(copy), state: change(asObject(asObject(copy).state)) };
		changed[part] = copies;
	}
	return changed;
}
