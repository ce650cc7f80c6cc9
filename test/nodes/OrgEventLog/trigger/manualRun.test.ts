import type { INodeParameters } from 'n8n-workflow';
import { createStaticData } from '../../../support/n8nContexts';
import {
	createActiveWorld,
	createTriggerWorld,
	DAY,
	endWorlds,
	MINUTE,
	SECOND,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

describe.each(['feed', 'list'])('a test run in the editor (%s)', (source) => {
	const parameters = { source };

	it('shows the newest event, also one that was delivered before, and says how many more pass', async () => {
		const world = await createActiveWorld({ parameters });
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll();
		const { items } = await world.poll({ manual: true });
		expect(items.map(({ json }) => [json.id, json.note])).toEqual([
			[ids[2], 'and 2 more of the newest 3 events read pass'],
		]);
	});

	it.each([
		[{ startFrom: 'date', startDate: '2026-13-45' }, 'Start Date'],
		[{ startFrom: 'date', startDate: '' }, 'Start Date'],
		[{ startFrom: 'last', lastAmount: 0, lastUnit: 'days' }, 'Last'],
	])('refuses %j, with which it could not be published', async (start, field) => {
		const world = await createTriggerWorld({ parameters: { ...parameters, ...start } });
		world.add({});
		await expect(world.poll({ manual: true })).rejects.toThrow(`'${field}'`);
		expect(world.service.requests).toEqual([]);
	});

	it.each(['honoured', 'ignored', 'sortsPage'] as const)(
		'has the newest that pass the filters, however long ago (order %s)',
		async (feedOrder) => {
			const world = await createTriggerWorld({
				parameters: { source, filters: { type: 'Rare' } },
				behaviour: { feedOrder, feedDefaultOrder: 'ASC', maxLimit: 20 },
			});
			world.addMany(30, { fromMs: world.nowMs - 3 * DAY, stepMs: SECOND });
			const [, newest] = world.add(
				{ type: 'Rare', createdAtMs: world.nowMs - 2 * DAY },
				{ type: 'Rare', createdAtMs: world.nowMs - DAY },
			);
			world.addMany(90, { fromMs: world.nowMs - MINUTE, stepMs: 100 });
			expect((await world.poll({ manual: true })).ids).toEqual([newest]);
		},
	);

	it('neither reads nor writes state, good or bad', async () => {
		const world = await createActiveWorld({ parameters });
		world.addMany(3, { stepMs: SECOND });
		for (const json of ['{}', '{"node:Node under test":{"kept":"damaged"},"global":{"a":1}}']) {
			const staticData = createStaticData(json);
			const { ids } = await world.poll({ manual: true, staticData });
			expect(ids).toHaveLength(1);
			expect(staticData.changed).toBe(false);
			expect(staticData.save()).toBe(json);
		}
	});

	it('takes nothing from the trigger: what it showed is delivered', async () => {
		const world = await createActiveWorld({ parameters });
		const ids = world.addMany(3, { stepMs: SECOND });
		await world.poll({ manual: true });
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it.each([
		['an empty log', {}],
		['filters that nothing passes', { filters: { type: 'Nothing has this' } }],
	])('says what to do with %s', async (_name, more) => {
		const world = await createTriggerWorld({ parameters: { source, ...more } });
		if ('filters' in more) world.addMany(3, { fromMs: world.nowMs - MINUTE });
		await expect(world.poll({ manual: true })).rejects.toMatchObject({
			description: expect.stringMatching(/publish \(activate\) the workflow/) as unknown,
		});
	});

	it('says which value occurs nowhere and which comes near', async () => {
		const filters = { type: 'Access', action: 'Deny' };
		const world = await createTriggerWorld({ parameters: { source, filters } });
		world.add({ type: 'Access', action: 'deny' }, { type: 'Access', action: 'grant' });
		await expect(world.poll({ manual: true })).rejects.toMatchObject({
			message: 'No event in the log matches these filters',
			description: expect.stringContaining(
				'Action “Deny” occurs in none of the newest 2 events; similar: “deny” (1)',
			) as unknown,
		});
	});
});

it('shows the newest burst, and says how many more there are', async () => {
	const parameters = { emit: 'burst', burstCount: 2, burstMinutes: 1, burstPer: 'all' };
	const world = await createActiveWorld({ parameters });
	world.addMany(2, { fromMs: world.nowMs - 10 * MINUTE, stepMs: SECOND });
	world.addMany(2, { fromMs: world.nowMs - 5 * MINUTE, stepMs: SECOND });
	const { items } = await world.poll({ manual: true });
	expect(items.map(({ json }) => [json.summary, json.note])).toEqual([
		[
			'2 events within 1 second, last of ada@example.com',
			'and 1 more burst of the newest 4 events read',
		],
	]);
});

it.each<[INodeParameters, number, string]>([
	[{}, 1, 'and no more of the newest 1 event read pass'],
	[{ emit: 'digest' }, 2, 'and no more of the newest 2 events read pass'],
	[{ emit: 'burst', burstCount: 2 }, 2, 'and no more bursts of the newest 2 events read'],
])('says where there is no more (%j)', async (parameters, events, note) => {
	const world = await createActiveWorld({ parameters });
	world.addMany(events);
	const { items } = await world.poll({ manual: true });
	expect(items.map(({ json }) => json.note)).toEqual([note]);
});

it('leaves a raw event the note that it has itself', async () => {
	const world = await createActiveWorld({ parameters: { simplify: false } });
	world.add({ extra: { note: 'its own' } });
	const { items } = await world.poll({ manual: true });
	expect(items[0]?.json.note).toBe('its own');
});

it('shows them as they will be delivered: a digest, or the API’s own object', async () => {
	const world = await createActiveWorld({ parameters: { emit: 'digest' } });
	world.addMany(3, { stepMs: SECOND });
	const { items } = await world.poll({ manual: true });
	expect(items.map(({ json }) => json.count)).toEqual([3]);
	world.parameters = { simplify: false };
	const [item] = (await world.poll({ manual: true })).items;
	expect(item?.json).toHaveProperty('user_principal');
});

it('ends when its time is up', async () => {
	const world = await createActiveWorld({
		parameters: { filters: { type: 'Nothing has this' }, options: { pageSize: 10 } },
		budgetMs: 20 * SECOND,
	});
	world.addMany(2000, { fromMs: world.nowMs - DAY, stepMs: SECOND });
	world.msPerRequest = SECOND;
	await expect(world.poll({ manual: true })).rejects.toThrow();
	expect(world.service.requests.length).toBeLessThan(40);
});
