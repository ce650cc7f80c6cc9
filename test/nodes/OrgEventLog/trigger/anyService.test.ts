import type { ServiceBehaviour } from '../../../../sandbox/service';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	MINUTE,
	SECOND,
} from '../../../support/triggerHarness';

afterEach(endWorlds);

/** What the specification leaves open, one way or the other. */
const SERVICES: ReadonlyArray<readonly [string, Partial<ServiceBehaviour>]> = [
	['feed ignores order, newest first', { feedOrder: 'ignored', feedDefaultOrder: 'DESC' }],
	['feed ignores order, oldest first', { feedOrder: 'ignored', feedDefaultOrder: 'ASC' }],
	['feed knows ASC only', { feedOrder: 'upperCaseOnly' }],
	['feed knows asc only', { feedOrder: 'lowerCaseOnly' }],
	['feed refuses what it does not know', { feedOrder: 'lowerCaseOnly', unknownOrder: 'refuse' }],
	['feed sorts the newest page', { feedOrder: 'sortsPage', feedDefaultOrder: 'DESC' }],
	['feed sorts the oldest page', { feedOrder: 'sortsPage', feedDefaultOrder: 'ASC' }],
	['one event a page', { maxLimit: 1 }],
	['seven events a page', { maxLimit: 7 }],
	['a greater limit is refused', { maxLimit: 30, overMaxLimit: 'refuse' }],
	['feed gives less than list', { feedMaxLimit: 5, feedDefaultLimit: 3 }],
	['bounds the other way round', { listBounds: 'inclusive', feedBounds: 'exclusive' }],
	['ties shuffled', { tieOrder: 'shuffled' }],
	['ties mirrored', { tieOrder: 'mirrored' }],
	['ties reversed', { tieOrder: 'reversed' }],
	['no deep skip', { maxLimit: 20, maxSkip: 40 }],
	['deep skip is empty', { maxLimit: 20, maxSkip: 40, overMaxSkip: 'empty' }],
	['unknown parameters are refused', { unknownParameters: 'refuse' }],
	['bad queries are ignored', { invalidQuery: 'ignore' }],
	['no Date header', { dateHeader: false }],
	['counts are capped', { countCap: 10 }],
	[
		'all against us',
		{
			...{ feedOrder: 'ignored', feedDefaultOrder: 'DESC', tieOrder: 'shuffled', maxLimit: 7 },
			...{ listBounds: 'inclusive', feedBounds: 'exclusive', dateHeader: false, maxSkip: 40 },
		},
	],
];

describe.each(['feed', 'list'])('%s', (source) => {
	it.each(SERVICES)('%s: each event once', async (_name, behaviour) => {
		const world = await createTriggerWorld({ behaviour, parameters: { source } });
		world.addMany(12, { fromMs: world.nowMs - MINUTE, stepMs: SECOND });
		await world.activate();
		const ids: string[] = [];
		for (let round = 0; round < 2; round++) {
			const fromMs = world.nowMs + 1;
			ids.push(
				...world.addMany(8, { fromMs }),
				...world.addMany(3, { fromMs: fromMs + SECOND, stepMs: 10 }),
			);
			await world.poll();
			ids.push(...world.add({ createdAtMs: fromMs }, { createdAtMs: fromMs + 5 }));
		}
		await world.pollUntilQuiet();
		expect([...world.delivered].sort()).toEqual([...ids].sort());
	});
});

it('an empty answer that is null is a failure, not an empty log', async () => {
	const world = await createTriggerWorld({ behaviour: { emptyData: 'null' } });
	await expect(world.activate()).rejects.toThrow(/cannot be read/);
});

describe('a service that does not advance is told, not asked for ever', () => {
	it.each(['feed', 'list'])('the same page whatever is asked (%s)', async (source) => {
		const world = await createActiveWorld({ parameters: { source, options: { pageSize: 5 } } });
		world.addMany(20, { stepMs: SECOND });
		let page: string | undefined;
		const transform = (body: string) => (page ??= body);
		world.service.failNext({ transform }, { times: 10_000 });
		await expect(world.poll()).rejects.toMatchObject({ failure: expect.anything() as unknown });
		expect(world.service.requests.length).toBeLessThan(100);
	});
});
