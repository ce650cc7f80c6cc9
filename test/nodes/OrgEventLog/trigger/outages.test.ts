import type { WorkflowActivateMode } from 'n8n-workflow';
import type { Fault } from '../../../../sandbox/service';
import { MINUTE } from '../../../support/times';
import { causeOf, createActiveWorld, createTriggerWorld } from '../../../support/triggerHarness';
import type { TriggerWorld, WorldOptions } from '../../../support/triggerHarness';
import { HOST_KINDS, TRIGGER_HOSTS } from '../../../support/triggerHosts';

/** For longer than a poll waits. */
const OUT_OF_SERVICE: Fault = { status: 503, retryAfter: '600' };

const AWAY: ReadonlyArray<readonly [string, Fault]> = [
	['503', OUT_OF_SERVICE],
	['429', { status: 429, retryAfter: '120' }],
	['a dropped connection', { drop: true }],
	["a proxy's web page", { html: 200 }],
	["a proxy's 404", { status: 404 }],
];
const BY_SOMEBODY: readonly WorkflowActivateMode[] = ['activate', 'update'];
const BY_ANYBODY: readonly WorkflowActivateMode[] = ['init', 'leadershipChange', ...BY_SOMEBODY];

function fail(world: TriggerWorld, fault: Fault): void {
	world.service.failNext(fault, { times: 1000 });
}

/** A trigger that has delivered something, and what came since then is not delivered yet. */
async function worldWithPosition(options: WorldOptions = {}): Promise<TriggerWorld> {
	const world = await createActiveWorld(options);
	world.addMany(3);
	await world.poll();
	world.host.kill();
	world.addMany(3);
	return world;
}

describe.each(HOST_KINDS)(
	'%s: n8n restarts, or somebody publishes, while the service is away',
	(kind) => {
		it.each(
			AWAY.flatMap(([name, fault]) => BY_ANYBODY.map((mode) => [name, mode, fault] as const)),
		)('%s, %s: that is no obstacle to a stored position', async (_fault, mode, fault) => {
			const world = await worldWithPosition({ host: TRIGGER_HOSTS[kind]() });
			fail(world, fault);
			const { logs } = await world.activate(mode);
			expect(logs.map(({ level, message }) => [level, message])).toEqual([
				['warn', expect.stringMatching(/The next poll that can read it continues/)],
			]);
			world.service.faults.clear();
			await world.poll();
			expect(world.delivered).toEqual(world.logged);
		});

		it('the next poll fails for everybody to see, if it is still away', async () => {
			const world = await worldWithPosition({ host: TRIGGER_HOSTS[kind]() });
			fail(world, OUT_OF_SERVICE);
			await world.activate('init');
			for (let polls = 0; polls < 3; polls++)
				expect(await causeOf(world.poll())).toBe('temporarily-unavailable');
			world.service.faults.clear();
			await world.poll();
			expect(world.delivered).toEqual(world.logged);
		});

		it('restarted with no position yet: it begins with the first poll that succeeds', async () => {
			const world = await createTriggerWorld({ host: TRIGGER_HOSTS[kind]() });
			fail(world, OUT_OF_SERVICE);
			const { logs } = await world.activate('init');
			expect(logs.map(({ message }) => message)).toEqual([
				expect.stringMatching(
					/The next poll that can read it continues, or begins as 'Start From' says/,
				),
			]);
			world.addMany(2);
			world.service.faults.clear();
			await world.poll();
			const ids = world.addMany(2);
			await world.poll();
			expect(world.delivered).toEqual(ids);
		});

		it.each(BY_SOMEBODY)(
			'%s, with no position in this log: they learn that it cannot begin',
			async (mode) => {
				const host = TRIGGER_HOSTS[kind]();
				const world = await createTriggerWorld({ host });
				fail(world, OUT_OF_SERVICE);
				expect(await causeOf(world.activate(mode))).toBe('temporarily-unavailable');
				world.service.faults.clear();
				await world.activate(mode);
				const { stored } = world.credential;
				const baseUrl = world.service.baseUrl.replace('127.0.0.1', 'localhost');
				world.credential.stored = { ...stored, baseUrl };
				fail(world, OUT_OF_SERVICE);
				expect(await causeOf(world.activate(mode))).toBe('temporarily-unavailable');
			},
		);

		it.each<[string, WorkflowActivateMode, Fault, string]>([
			['key', 'init', { status: 401 }, 'credential-invalid'],
			['key', 'update', { status: 401 }, 'credential-invalid'],
			['right', 'update', { status: 403 }, 'credential-invalid'],
			['filter', 'update', { status: 400 }, 'configuration-invalid'],
		])('a wrong %s still stops it at once (%s)', async (_what, mode, fault, cause) => {
			const world = await worldWithPosition({ host: TRIGGER_HOSTS[kind]() });
			fail(world, fault);
			expect(await causeOf(world.activate(mode))).toBe(cause);
		});
	},
);

it('a page that was lost is no sign of a crowd: of a feed that gives the newest first all comes with two requests', async () => {
	const world = await createTriggerWorld({ behaviour: { feedOrder: 'ignored' } });
	world.addMany(50, { fromMs: world.nowMs - 50 * MINUTE, stepMs: MINUTE });
	await world.activate();
	const ids = world.addMany(60, { stepMs: 1 });
	world.service.failNext({ status: 403 }, { after: 1, times: 9 });
	await expect(world.poll()).rejects.toThrow();
	world.service.faults.clear();
	const { ids: delivered, requests } = await world.poll();
	expect(delivered).toEqual(ids);
	expect(requests).toHaveLength(2);
});

it('of polls that are all taken for activations no two in a row are forgiven', async () => {
	// A setting of n8n may give each poll just as long as it gives that of an activation.
	const host = TRIGGER_HOSTS.durableScheduler();
	const world = await worldWithPosition({ host, budgetMs: 5 * MINUTE });
	fail(world, OUT_OF_SERVICE);
	const outcomes: unknown[] = [];
	for (let polls = 0; polls < 4; polls++) outcomes.push(await causeOf(world.poll()));
	const [hidden, seen] = ['no failure', 'temporarily-unavailable'];
	expect(outcomes).toEqual([hidden, seen, hidden, seen]);
	world.service.faults.clear();
	await world.poll();
	fail(world, OUT_OF_SERVICE);
	expect(await causeOf(world.poll())).toBe(hidden);
	expect(await causeOf(world.poll())).toBe(seen);
	expect(world.delivered).toEqual(world.logged);
});

it.each<[string, Fault, RegExp]>([
	['a web page', { html: 200 }, /web page/],
	['404', { status: 404 }, /no event log at this address/],
	['a redirect', { redirectTo: 'http://127.0.0.1:9/' }, /redirect/],
])(
	'%s may be an outage’s: it is declared passing, however often it comes, and says what it is',
	async (_name, fault, words) => {
		const world = await createActiveWorld({ host: TRIGGER_HOSTS.durableCursors() });
		fail(world, fault);
		for (let polls = 0; polls < 12; polls++)
			expect(await causeOf(world.poll())).toBe('temporarily-unavailable');
		await expect(world.poll()).rejects.toThrow(words);
	},
);
