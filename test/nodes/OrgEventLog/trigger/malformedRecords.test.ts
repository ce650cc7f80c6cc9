import type { INodeParameters } from 'n8n-workflow';
import { MINUTE } from '../../../support/times';
import { createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import type { TriggerWorld } from '../../../support/triggerHarness';

interface Page {
	data: Array<Record<string, unknown> | null>;
}

/** From now on every page is changed on its way. */
function spoilPages(world: TriggerWorld, spoil: (page: Page) => Page): void {
	const transform = (body: string) => JSON.stringify(spoil(JSON.parse(body) as Page));
	world.service.faults.clear();
	world.service.failNext({ transform }, { times: 10_000 });
}

/** The events with these ids come with something else in some fields. */
function spoilEvents(
	world: TriggerWorld,
	ids: ReadonlyArray<string | undefined>,
	fields: Record<string, unknown> = { created_at: null },
): void {
	spoilPages(world, ({ data }) => ({
		data: data.map((event) =>
			ids.some((id) => id === event?.['id']) ? { ...event, ...fields } : event,
		),
	}));
}

const TIMELESS: ReadonlyArray<readonly [string, unknown, RegExp]> = [
	['missing', undefined, /created_at is missing/],
	['null', null, /created_at is null/],
	['text', '2026-11-01T12:00:00Z', /created_at is a string/],
	['a fraction', 1.5, /created_at is a number instead of whole milliseconds/],
	['beyond all numbers', 1e300, /created_at is before the year 2000 or more than a year ahead/],
];

describe.each(['feed', 'list'])('an event whose time is (%s)', (source) => {
	it.each(TIMELESS)('%s is not delivered, holds up none, and is named', async (_, time, why) => {
		const world = await createActiveWorld({ parameters: { options: { source } } });
		const [first, odd, last] = world.addMany(3, { stepMs: 100 });
		spoilEvents(world, [odd], { created_at: time });
		const poll = await world.poll();
		expect(poll.ids).toEqual([first, last]);
		expect(poll.warnings).toEqual([expect.stringMatching(why)]);
		expect((await world.poll()).ids).toEqual([]);
		const more = world.addMany(3);
		expect((await world.poll()).ids).toEqual(more);
		const later = await world.poll({ afterMs: 60 * MINUTE });
		expect(later.ids).toEqual([]);
	});
});

it('costs a quiet poll no request, and is named by each that meets it', async () => {
	const world = await createActiveWorld();
	world.addMany(12);
	await world.poll();
	world.nowMs += 20 * MINUTE;
	const [, odd] = world.addMany(3);
	spoilEvents(world, [odd]);
	await world.poll();
	for (let polls = 0; polls < 3; polls++) {
		const poll = await world.poll({ afterMs: 1000 });
		expect(poll.requests.length).toBeLessThanOrEqual(2);
		expect(poll.warnings).toEqual([expect.stringMatching(/^1 malformed record can't be read/)]);
	}
});

it.each([{}, { startFrom: 'date', startDate: '2026-11-01T00:00:00Z' }])(
	'a trigger begins on a log that shows one (%j)',
	async (parameters: INodeParameters) => {
		const world = await createTriggerWorld({ parameters });
		const [odd, even] = world.addMany(2);
		spoilEvents(world, [odd]);
		const first = await world.activate();
		expect(first.ids).toEqual('startFrom' in parameters ? [even] : []);
		expect(first.warnings).toEqual([expect.stringMatching(/^1 malformed record can't be read/)]);
		const [next] = world.addMany(1);
		expect((await world.poll()).ids).toEqual([next]);
	},
);

it('a log of nothing else is a failure that says what is wrong with its times', async () => {
	const world = await createTriggerWorld();
	spoilEvents(world, world.addMany(2), { created_at: 1_780_000_000 });
	await expect(world.activate()).rejects.toMatchObject({
		message: 'The response from the service cannot be read',
		description: expect.stringContaining(
			'No record of a page can be read: created_at is before the year 2000',
		) as string,
	});
});

it('a time as digits in a text is a time', async () => {
	const world = await createActiveWorld();
	const ids = world.addMany(3, { stepMs: 100 });
	const transform = (body: string) => body.replace(/"created_at":(\d+)/g, '"created_at":"$1"');
	world.service.failNext({ transform }, { times: 1_000 });
	expect((await world.poll()).ids).toEqual(ids);
	expect((await world.poll()).ids).toEqual([]);
});

it('what is no event at all is named, too', async () => {
	const world = await createActiveWorld({ parameters: { options: { source: 'list' } } });
	const ids = world.addMany(2);
	spoilPages(world, ({ data }) => ({ data: data.length > 0 ? [null, ...data] : data }));
	const poll = await world.poll();
	expect(poll.ids).toEqual(ids);
	expect(poll.warnings).toEqual([expect.stringMatching(/the record is null instead of an event/)]);
});

it('of a burst it is no part', async () => {
	const parameters = { emit: 'burst', burstCount: 3, burstMinutes: 10, burstPer: 'all' };
	const world = await createActiveWorld({ parameters });
	const [odd] = world.addMany(3);
	spoilEvents(world, [odd]);
	expect((await world.poll()).items).toEqual([]);
	world.addMany(1);
	expect((await world.poll()).items).toHaveLength(1);
});

it('what is nested beyond all measure is left out by name, and holds up none', async () => {
	const world = await createActiveWorld();
	const [nested, other] = world.addMany(2);
	const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	const transform = (body: string) =>
		body.replace(`"id":"${nested}"`, `"id":"${nested}","deep":${deep}`);
	world.service.failNext({ transform }, { times: 1000 });
	const poll = await world.poll();
	expect(poll.ids).toEqual([other]);
	expect(poll.warnings.join()).toContain('the record is nested more than 500 levels deep');
});

it('an event without an id is known by its content: it comes once', async () => {
	const world = await createActiveWorld();
	const [first, nameless] = world.addMany(2);
	spoilEvents(world, [nameless], { id: undefined });
	const { ids } = await world.poll();
	expect(ids).toEqual([first, expect.stringMatching(/^digest:/)]);
	expect((await world.poll()).ids).toEqual([]);
	expect((await world.poll()).ids).toEqual([]);
});

it.each([500])(
	'a heartbeat finds the newest event behind them, where List gives %d at a time',
	async (maxLimit) => {
		const behaviour = { maxLimit, feedMaxLimit: 500 };
		const parameters = { options: { heartbeatMinutes: 10 } };
		const world = await createTriggerWorld({ behaviour, parameters });
		const [newest, ...odd] = world.addMany(4, { stepMs: 100 });
		await world.activate();
		spoilEvents(world, odd);
		const beat = await world.poll({ afterMs: 60 * MINUTE });
		expect(beat.json).toMatchObject([{ heartbeat: true, newestEvent: { id: newest } }]);
	},
);
