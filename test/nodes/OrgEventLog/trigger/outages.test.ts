import type { WorkflowActivateMode } from 'n8n-workflow';
import type { Fault } from '../../../../sandbox/service';
import {
	createActiveWorld,
	createTriggerWorld,
	endWorlds,
	MINUTE,
	type TriggerWorld,
	type WorldOptions,
} from '../../../support/triggerHarness';
import { TRIGGER_HOSTS } from '../../../support/triggerHosts';

afterEach(endWorlds);

const AWAY: ReadonlyArray<readonly [string, Fault]> = [
	['503', { status: 503 }],
	['429', { status: 429, retryAfter: '120' }],
	['a dropped connection', { drop: true }],
	["a proxy's web page", { html: 200 }],
	["a proxy's 404", { status: 404 }],
];
const BY_N8N: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];
const BY_SOMEBODY: readonly WorkflowActivateMode[] = ['activate', 'update'];
const HOSTS = Object.entries(TRIGGER_HOSTS);

function fail(world: TriggerWorld, fault: Fault): void {
	world.service.failNext(fault, { times: 1000 });
}

async function causeOf(poll: Promise<unknown>): Promise<unknown> {
	return await poll.then(
		() => 'no failure',
		(error: unknown) => {
			if (typeof error !== 'object' || error === null || !('failure' in error)) return error;
			const { failure } = error;
			return typeof failure === 'object' && failure !== null && 'cause' in failure && failure.cause;
		},
	);
}

/** A trigger that has delivered something, and what came since then and is not delivered yet. */
async function worldWithPosition(options: WorldOptions = {}) {
	const world = await createActiveWorld(options);
	const delivered = world.addMany(3);
	await world.poll();
	world.host.kill();
	return { world, ids: [...delivered, ...world.addMany(3)] };
}

describe.each(HOSTS)('%s: n8n restarts while the service is away', (_name, createHost) => {
	const cases = AWAY.flatMap(([name, fault]) => BY_N8N.map((mode) => [name, mode, fault] as const));

	it.each(cases)('%s, %s: the trigger stays alive and delivers', async (_fault, mode, fault) => {
		const { world, ids } = await worldWithPosition({ host: createHost() });
		fail(world, fault);
		const { logs } = await world.activate(mode);
		expect(logs).toEqual([
			expect.objectContaining({
				level: 'warn',
				message: expect.stringMatching(
					/The next poll continues where the trigger stopped/,
				) as string,
			}),
		]);
		world.service.faults.clear();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('the next poll fails for everybody to see, if it is still away', async () => {
		const { world, ids } = await worldWithPosition({ host: createHost() });
		fail(world, { status: 503 });
		await world.activate('init');
		for (let polls = 0; polls < 3; polls++) {
			expect(await causeOf(world.poll())).toBe('temporarily-unavailable');
		}
		world.service.faults.clear();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('with no position yet: it begins with the first poll that succeeds', async () => {
		const world = await createTriggerWorld({ host: createHost() });
		fail(world, { status: 503 });
		const { logs } = await world.activate('init');
		expect(logs.map(({ message }) => message)).toEqual([
			expect.stringMatching(/starts with the first poll that can read the log/),
		]);
		world.addMany(2);
		world.service.faults.clear();
		await world.poll();
		const ids = world.addMany(2);
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it('a key that is no longer accepted stops it at once', async () => {
		const { world } = await worldWithPosition({ host: createHost() });
		fail(world, { status: 401 });
		expect(await causeOf(world.activate('init'))).toBe('credential-invalid');
	});
});

it('of polls that are all taken for activations no two in a row are passed over', async () => {
	// A setting of n8n may give each poll just as long as it gives that of an activation.
	const host = TRIGGER_HOSTS.durableScheduler();
	const { world, ids } = await worldWithPosition({ host, budgetMs: 5 * MINUTE });
	fail(world, { status: 503 });
	const outcomes: unknown[] = [];
	for (let polls = 0; polls < 4; polls++) outcomes.push(await causeOf(world.poll()));
	const [hidden, seen] = ['no failure', 'temporarily-unavailable'];
	expect(outcomes).toEqual([hidden, seen, hidden, seen]);
	world.service.faults.clear();
	await world.poll();
	fail(world, { status: 503 });
	expect(await causeOf(world.poll())).toBe(hidden);
	expect(await causeOf(world.poll())).toBe(seen);
	expect(world.delivered).toEqual(ids);
});

describe.each(HOSTS)('%s: somebody publishes while the service is away', (_name, createHost) => {
	const cases = AWAY.flatMap(([name, fault]) =>
		BY_SOMEBODY.map((mode) => [name, mode, fault] as const),
	);

	it.each(cases)('%s, %s: that is no obstacle to a stored position', async (_f, mode, fault) => {
		const { world, ids } = await worldWithPosition({ host: createHost() });
		fail(world, fault);
		const { logs } = await world.activate(mode);
		expect(logs.map(({ level }) => level)).toEqual(['warn']);
		world.service.faults.clear();
		await world.poll();
		expect(world.delivered).toEqual(ids);
	});

	it.each(BY_SOMEBODY)(
		'%s, with no position yet: they learn that it cannot begin',
		async (mode) => {
			const world = await createTriggerWorld({ host: createHost() });
			fail(world, { status: 503 });
			expect(await causeOf(world.activate(mode))).toBe('temporarily-unavailable');
		},
	);

	it.each(BY_SOMEBODY)('%s, with the position of another log: as with none', async (mode) => {
		const { world } = await worldWithPosition({ host: createHost() });
		const { stored } = world.credential;
		const baseUrl = world.service.baseUrl.replace('127.0.0.1', 'localhost');
		world.credential.stored = { ...stored, baseUrl };
		fail(world, { status: 503 });
		expect(await causeOf(world.activate(mode))).toBe('temporarily-unavailable');
	});

	it.each<[string, Fault, string]>([
		['key', { status: 401 }, 'credential-invalid'],
		['right', { status: 403 }, 'credential-invalid'],
		['filter', { status: 400 }, 'configuration-invalid'],
	])('a wrong %s still stops them', async (_what, fault, cause) => {
		const { world } = await worldWithPosition({ host: createHost() });
		fail(world, fault);
		expect(await causeOf(world.activate('update'))).toBe(cause);
	});
});

describe("answers that look like a wrong setting, but may be an outage's", () => {
	const DOUBTFUL: ReadonlyArray<readonly [string, Fault]> = [
		['a web page', { html: 200 }],
		['404', { status: 404 }],
		['a redirect', { redirectTo: 'http://127.0.0.1:9/' }],
	];

	it.each(DOUBTFUL)('%s: is declared passing, however often it comes', async (_name, fault) => {
		const world = await createActiveWorld({ host: TRIGGER_HOSTS.durableCursors() });
		fail(world, fault);
		for (let polls = 0; polls < 12; polls++) {
			expect(await causeOf(world.poll())).toBe('temporarily-unavailable');
		}
	});

	it('say what is the matter all the same', async () => {
		const world = await createActiveWorld();
		fail(world, { status: 404 });
		await expect(world.poll()).rejects.toThrow(/no event log at this address/);
	});
});
