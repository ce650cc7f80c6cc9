import type { INodeParameters } from 'n8n-workflow';
import { makeDevice, makeUser } from '../../../../sandbox/service';
import { createStaticData } from '../../../support/n8nContexts';
import { SECOND, MINUTE, DAY } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';

describe.each(['feed', 'list'])('a test run in the editor (%s)', (source) => {
	it('shows the newest event, also one that was delivered before, takes nothing from the trigger, and neither reads nor writes state, good or bad', async () => {
		const world = await createActiveWorld({ parameters: { options: { source } } });
		const ids = world.addMany(3, { stepMs: SECOND });
		for (const json of ['{}', '{"node:Node under test":{"kept":"damaged"},"global":{"a":1}}']) {
			const staticData = createStaticData(json);
			const shown = (await world.poll({ manual: true, staticData })).json;
			expect(shown.map(({ id, note }) => [id, note])).toEqual([
				[
					ids[2],
					'Polled every minute, these settings would have started the workflow 1 time since 2026-11-01 12:02 (UTC), with 3 items: at most 3 in one hour and 3 in one day',
				],
			]);
			expect(Object.keys(shown[0] ?? {}).slice(0, 3)).toEqual(['note', 'summary', 'who']);
			expect(staticData.changed).toBe(false);
			expect(staticData.save()).toBe(json);
			await world.poll();
			expect(world.delivered).toEqual(ids);
		}
	});

	it.each<[string, INodeParameters, RegExp]>([
		['an empty log', {}, /^The log has no events\. You can publish the workflow all the same/],
		['filters that nothing passes', { type: 'Nothing' }, /You can publish the workflow/],
		[
			'a value that occurs nowhere, and those that do',
			{ type: 'Access', action: 'Deny' },
			/Action “Deny” does not occur in the newest 2 events; most frequent: “deny” \(1\)/,
		],
	])('says what to do with %s', async (what, filters, words) => {
		const world = await createTriggerWorld({ parameters: { options: { source }, filters } });
		const events = [
			{ type: 'Access', action: 'deny' },
			{ type: 'Access', action: 'grant' },
		];
		if (what !== 'an empty log') world.add(...events);
		await expect(world.poll({ manual: true })).rejects.toMatchObject({
			description: expect.stringMatching(words) as unknown,
		});
	});
});

it.each([
	[{ startFrom: 'date', startDate: '2026-13-45' }, 'Start Date'],
	[{ startFrom: 'date', startDate: '' }, 'Start Date'],
	[{ startFrom: 'last', lastAmount: 0, lastUnit: 'days' }, 'Last'],
])('refuses %j, with which it could not be published', async (parameters, field) => {
	const world = await createTriggerWorld({ parameters });
	world.add({});
	await expect(world.poll({ manual: true })).rejects.toThrow(`'${field}'`);
	expect(world.service.requests).toEqual([]);
});

it('shows the newest burst, and says how many there are, or that there is none', async () => {
	const parameters = { emit: 'burst', burstCount: 2, burstMinutes: 1, burstPer: 'all' };
	const world = await createActiveWorld({ parameters });
	world.add({ createdAtMs: world.nowMs - DAY });
	await expect(world.poll({ manual: true })).rejects.toThrow(
		/^The newest matching events contain no burst/,
	);
	world.addMany(2, { fromMs: world.nowMs - 10 * MINUTE, stepMs: SECOND });
	world.addMany(2, { fromMs: world.nowMs - 5 * MINUTE, stepMs: SECOND });
	const shown = (await world.poll({ manual: true })).json;
	expect(shown.map(({ summary, note }) => [summary, note])).toEqual([
		[
			"2 events within 1 second, the last: ada@example.com registered the device Ada's laptop",
			'Polled every minute, these settings would have started the workflow 2 times since 2026-10-31 12:02 (UTC), with 2 items: at most 2 in one hour and 2 in one day',
		],
	]);
	expect(Object.keys(shown[0] ?? {}).slice(0, 2)).toEqual(['note', 'summary']);
});

it('shows a digest of the ten newest events', async () => {
	const world = await createActiveWorld({ parameters: { emit: 'digest' } });
	world.addMany(12);
	expect((await world.poll({ manual: true })).json).toMatchObject([{ count: 10 }]);
});

it('shows the newest event that names a user or a device, or else the newest', async () => {
	const world = await createActiveWorld();
	let createdAtMs = world.nowMs - DAY;
	for (const named of [[], [{ user: makeUser() }], [{ device: makeDevice() }]]) {
		const principals = [...named, null];
		const [shown] = world.add(
			...principals.map((userPrincipal) => ({
				userPrincipal,
				createdAtMs: (createdAtMs += SECOND),
			})),
		);
		expect((await world.poll({ manual: true })).ids).toEqual([shown]);
	}
});

it('shows a raw event as it will be delivered, with the note that it has itself', async () => {
	const world = await createActiveWorld({ parameters: { simplify: false } });
	world.add({ extra: { note: 'its own' } });
	expect((await world.poll({ manual: true })).json).toMatchObject([
		{ note: 'its own', user_principal: expect.anything() as unknown },
	]);
});

const REFUSALS = { preset: 'refusedAccess', options: { source: 'list', pageSize: 10 } };

it('reads back to the first page with something to show, and no further', async () => {
	const world = await createActiveWorld({ parameters: REFUSALS });
	world.addMany(25, { fromMs: world.nowMs - DAY, stepMs: SECOND });
	world.add({ action: 'deny' }, { action: 'deny', createdAtMs: world.nowMs + 1 });
	world.addMany(15, { fromMs: world.nowMs + SECOND, stepMs: SECOND });
	world.nowMs += MINUTE;
	const { ids, json, requests } = await world.poll({ manual: true });
	expect(ids).toEqual(['event-27']);
	expect(json[0]?.note).toContain('since 2026-10-31 12:02 (UTC)');
	expect(requests).toHaveLength(2);
});

it('looks at 20,000 events at most', async () => {
	const parameters = { preset: 'refusedAccess', options: { source: 'list' } };
	const world = await createActiveWorld({ parameters });
	world.add({ action: 'deny' });
	world.addMany(21_500, { fromMs: world.nowMs + SECOND, stepMs: 1 });
	world.nowMs += MINUTE;
	const requestsBefore = world.service.requests.length;
	await expect(world.poll({ manual: true })).rejects.toThrow();
	// One page more brings the last of them, and one request tells why nothing was found.
	expect(world.service.requests.length - requestsBefore).toBe(20 + 2);
});

it('of a burst, shows what came before the service failed; fails if that is nothing', async () => {
	const parameters = { ...REFUSALS, emit: 'burst', burstCount: 2, burstPer: 'all' };
	const world = await createActiveWorld({ parameters });
	world.addMany(15, { stepMs: 1 });
	world.service.failNext({ status: 403 }, { after: 1, times: 1000 });
	await expect(world.poll({ manual: true })).rejects.toMatchObject({ httpCode: '403' });
	world.service.faults.clear();
	world.service.failNext({ status: 403 }, { after: 2, times: 1000 });
	world.add({ action: 'deny', createdAtMs: world.nowMs + 1 });
	world.addMany(15, { fromMs: world.nowMs + 2, stepMs: 1 });
	world.add({ action: 'deny', createdAtMs: world.nowMs + 20 });
	expect((await world.poll({ manual: true })).json).toMatchObject([{ count: 2 }]);
});

it('ends when its time is up', async () => {
	const world = await createActiveWorld({
		parameters: { filters: { type: 'Nothing has this' }, options: { pageSize: 10 } },
		budgetMs: 20 * SECOND,
	});
	world.addMany(2000, { fromMs: world.nowMs - DAY, stepMs: SECOND });
	world.msPerRequest = SECOND;
	await expect(world.poll({ manual: true })).rejects.toThrow();
	expect(world.service.requests.length).toBe(16);
});
