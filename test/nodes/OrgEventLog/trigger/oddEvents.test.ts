import type { INodeParameters } from 'n8n-workflow';
import { ProcessMemory } from '../../../../nodes/OrgEventLog/trigger/processMemory';
import { MAX_REMEMBERED } from '../../../../nodes/OrgEventLog/trigger/unplacedDelivery';
import {
	MINUTE,
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
} from '../../../support/triggerHarness';
import type { PollOutcome, TriggerWorld } from '../../../support/triggerHarness';
import { TRIGGER_HOSTS } from '../../../support/triggerHosts';

afterEach(endWorlds);

interface Page {
	data: Array<Record<string, unknown> | null>;
}

/** From now on every page is changed on its way. */
function spoilPages(world: TriggerWorld, spoil: (page: Page) => Page): void {
	const transform = (body: string) => JSON.stringify(spoil(JSON.parse(body) as Page));
	world.service.faults.clear();
	world.service.failNext({ transform }, { times: 10_000 });
}

/** The event with this id comes with something else in one field. */
function spoilEvent(
	world: TriggerWorld,
	id: string | undefined,
	fields: Record<string, unknown>,
): void {
	spoilPages(world, ({ data }) => ({
		data: data.map((event) => (event?.['id'] === id ? { ...event, ...fields } : event)),
	}));
}

const TIMELESS: ReadonlyArray<readonly [string, unknown, RegExp]> = [
	['missing', undefined, /no created_at/],
	['null', null, /created_at is null/],
	['text', '2026-11-01T12:00:00Z', /created_at is a string/],
	['a fraction', 1.5, /created_at is no whole number/],
	['beyond all numbers', 1e300, /created_at is no whole number/],
];

describe.each(['feed', 'list'])('an event whose time is (%s)', (source) => {
	it.each(TIMELESS)(
		'%s comes once, after the others, and holds up none',
		async (_, time, oddity) => {
			const world = await createActiveWorld({ parameters: { source } });
			const [first, odd, last] = world.addMany(3, { stepMs: 100 });
			spoilEvent(world, odd, { created_at: time });
			const { items, ids, logs } = await world.poll();
			expect(ids).toEqual([first, last, odd]);
			expect(items[2]?.json).toMatchObject({ id: odd, createdAt: null });
			expect(logs).toContainEqual(
				expect.objectContaining({
					level: 'warn',
					message: expect.stringMatching(oddity) as string,
				}),
			);
			expect((await world.poll()).ids).toEqual([]);
			const more = world.addMany(3);
			expect((await world.poll()).ids).toEqual(more);
			expect((await world.poll({ afterMs: 60 * MINUTE })).ids).toEqual([]);
		},
	);
});

it('leaves a state that is read again, also where the last delivery is remembered', async () => {
	const world = await createActiveWorld({
		parameters: { suppressRepeats: 5, options: { afterRestart: 'repeatLast' } },
	});
	const [event, odd] = world.addMany(2);
	spoilEvent(world, odd, { created_at: null });
	expect((await world.poll()).ids).toEqual([event, odd]);
	expect((await world.poll()).ids).toEqual([]);
	const [next] = world.add({ userEmail: 'grace@example.com' });
	expect((await world.poll()).ids).toEqual([next]);
});

it('without a time nothing repeats anything, and nothing is held back', async () => {
	const world = await createActiveWorld({ parameters: { suppressRepeats: 60 } });
	const odd = world.addMany(2);
	spoilPages(world, ({ data }) => ({
		data: data.map((event) =>
			odd.some((id) => id === event?.['id']) ? { ...event, created_at: null } : event,
		),
	}));
	expect((await world.poll()).ids).toEqual(odd);
	const [event] = world.addMany(2);
	expect((await world.poll()).ids).toEqual([event]);
	expect((await world.poll()).ids).toEqual([]);
});

describe('where the last delivery is repeated after a restart', () => {
	const parameters = { options: { afterRestart: 'repeatLast' } };

	function spoilTimes(world: TriggerWorld, ids: readonly string[]): void {
		spoilPages(world, ({ data }) => ({
			data: data.map((event) =>
				ids.some((id) => id === event?.['id']) ? { ...event, created_at: null } : event,
			),
		}));
	}

	async function toldBy(poll: Promise<PollOutcome>): Promise<unknown[]> {
		return (await poll).items.map(({ json }) => [json['id'], json['redelivered']]);
	}

	it.each([
		['inMemory', TRIGGER_HOSTS.inMemory],
		['durableScheduler', TRIGGER_HOSTS.durableScheduler],
	])('%s: killed over events without a time, they come once more', async (_name, createHost) => {
		const world = await createActiveWorld({ host: createHost(), parameters });
		await world.poll();
		const first = world.addMany(2);
		spoilTimes(world, first);
		await world.poll({ killedBetweenWrites: true });
		world.restartN8n();
		const [second = ''] = world.add({});
		spoilTimes(world, [...first, second]);
		expect(await toldBy(world.activate('init'))).toEqual([
			...first.map((id) => [id, true]),
			[second, false],
		]);
		expect((await world.poll()).ids).toEqual([]);
		world.restartN8n();
		expect((await world.activate('init')).ids).toEqual([...first, second]);
		expect((await world.poll()).ids).toEqual([]);
	});

	it('several mains that poll by turns: each repeats them once', async () => {
		const world = await createActiveWorld({ host: TRIGGER_HOSTS.durableScheduler(), parameters });
		const mains = [new ProcessMemory(), new ProcessMemory()];
		const ids = world.addMany(2);
		spoilTimes(world, ids.slice(0, 1));
		const [odd = '', even = ''] = ids;
		const outcomes: Array<readonly string[]> = [];
		for (let poll = 0; poll < 6; poll++) {
			const main = mains[poll % mains.length];
			if (main) world.runIn(main);
			outcomes.push((await world.poll()).ids);
		}
		expect(outcomes).toEqual([[even, odd], [even, odd], [], [], [], []]);
	});
});

it('what is no event at all comes as it is, once', async () => {
	const world = await createActiveWorld({ parameters: { simplify: false } });
	const ids = world.addMany(2);
	spoilPages(world, ({ data }) => ({ data: [null, ...data] }));
	const { items } = await world.poll();
	expect(items.map(({ json }) => json['id'] ?? json)).toEqual([...ids, { value: null }]);
	expect((await world.poll()).ids).toEqual([]);
});

it('an event that is nested beyond all measure holds up no other, and comes once', async () => {
	const world = await createActiveWorld({ parameters: { simplify: false } });
	const [nested, other] = world.addMany(2);
	const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
	const transform = (body: string) =>
		body.replace(`"id":"${nested}"`, `"id":"${nested}","deep":${deep}`);
	world.service.failNext({ transform }, { times: 1000 });
	const { ids, items } = await world.poll();
	expect(ids).toEqual([nested, other]);
	expect(JSON.stringify(items[0]?.json)).toContain(deep.slice(0, 100));
	expect((await world.poll()).ids).toEqual([]);
});

it('an event without an id is known by its content: it comes once', async () => {
	const world = await createActiveWorld();
	const [first, nameless] = world.addMany(2);
	spoilEvent(world, nameless, { id: undefined });
	const { ids } = await world.poll();
	expect(ids).toEqual([first, expect.stringMatching(/^digest:/)]);
	expect((await world.poll()).ids).toEqual([]);
	expect((await world.poll()).ids).toEqual([]);
});

it('filters hold for events without a time, too', async () => {
	const parameters: INodeParameters = { filters: { severity: 'ERROR' } };
	const world = await createActiveWorld({ parameters });
	const [harmless] = world.add({ severity: 'INFO' });
	spoilEvent(world, harmless, { created_at: null });
	expect((await world.poll()).ids).toEqual([]);
	const [grave] = world.add({ severity: 'ERROR' });
	spoilEvent(world, grave, { created_at: null });
	expect((await world.poll()).ids).toEqual([grave]);
});

it('a trigger that begins now passes by what the log shows, one with a start date delivers it', async () => {
	for (const [parameters, expected] of [
		[{}, []],
		[{ startFrom: 'date', startDate: '2026-11-01T00:00:00Z' }, ['event-2', 'event-1']],
	] as const) {
		const world = await createTriggerWorld({ parameters });
		const [odd] = world.addMany(2);
		spoilEvent(world, odd, { created_at: null });
		expect((await world.activate()).ids).toEqual(expected);
		expect((await world.poll()).ids).toEqual([]);
		const [next] = world.addMany(1);
		expect((await world.poll()).ids).toEqual([next]);
	}
});

it('of more than can be remembered the rest is passed over, with a warning each time', async () => {
	const world = await createActiveWorld();
	const odd = Array.from({ length: MAX_REMEMBERED + 2 }, (_, index) => ({ id: `odd-${index}` }));
	spoilPages(world, ({ data }) => ({ data: [...data, ...odd] }));
	const [event] = world.addMany(1);
	const { ids } = await world.poll();
	expect(ids).toHaveLength(1 + MAX_REMEMBERED);
	expect(ids[0]).toBe(event);
	for (let polls = 0; polls < 2; polls++) {
		const { ids: none, logs } = await world.poll();
		expect(none).toEqual([]);
		const warnings = logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(warnings).toEqual([
			expect.stringMatching(/^2 events have no readable time.*Not delivered/),
		]);
	}
	spoilPages(world, ({ data }) => ({ data: [...data, { id: 'odd-new' }] }));
	expect((await world.poll()).ids).toEqual(['odd-new']);
});
