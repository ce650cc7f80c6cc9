import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { runBurst } from '../lab/checks/burst';
import { makeFile } from '../lab/checks/file';
import { type Restartable, withDown } from '../lab/faults/down';
import { type Moment, SLOWDOWN_MS } from '../lab/faults/moments';
import type { RestartableServer } from '../lab/servers/restartableServer';
import { test } from '../lab/test';
import type { QueueN8n } from '../lab/topologies/queue';
import { queue } from '../lab/topologies/queue';
import { logOf, runningExecution } from '../lab/topologies/workerLog';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW } from '../n8n/imports';
import type { N8nProcess } from '../n8n/n8nProcess';
import { makeReport } from '../run/report';
import { idsWithin, startOfDay, yesterdayOf } from '../run/yesterday';
import { mixed, share } from '../service/generator/randomness';

const { KILLS = '1', SEED = '1' } = process.env;
const COUNT = Number(KILLS);
const TIMEOUT_MS = (40 + 4 * COUNT) * 60_000;
const TIMEZONE = 'America/New_York';
const STREAM = { ratePerSecond: 1.5, tieShare: 0.4, lateShare: 0.2, maxLateMs: 15_000 };
/** n8n ends by itself where it has no Redis for ten seconds. */
const MAX_DOWN_MS = 3_000;

/** n8n's default, with which nothing is lost where the trigger repeats; and the one that loses nothing by itself. */
const MODES = {
	inMemory: { binaryData: 'database', afterRestart: 'repeatLast', guarantee: 'repeatsSaySo' },
	durableCursors: { binaryData: 'filesystem', afterRestart: 'goOn', guarantee: 'exactlyOnce' },
} as const;
const NAMES = ['inMemory', 'durableCursors'] as const;
/** How n8n begins the id of a file that it keeps. */
const PLACES = { database: /^database:/, filesystem: /^filesystem-v2:/ };

interface Fault {
	readonly moments: readonly [Moment, ...Moment[]];
	readonly maxDelayMs: number;
	/** Does it at once, and gives what is down then. */
	readonly takeDown: (n8n: QueueN8n) => Promise<Restartable>;
}

async function killed(process: N8nProcess) {
	await process.kill();
	return process;
}

async function stopped(server: RestartableServer) {
	await server.stop();
	return server;
}

async function busyWorkerKilled({ workers }: QueueN8n) {
	const busy = workers.find((worker) => runningExecution(logOf(worker)) !== undefined);
	if (busy === undefined) throw new Error('No worker was at an execution');
	return await killed(busy);
}

/** In an order in which the one fault of a short run differs from mode to mode. */
const FAULTS: readonly [Fault, ...Fault[]] = [
	{
		moments: ['duringExecution'],
		// Until its execution has ended: a delivery waits twice for as long.
		maxDelayMs: 2 * SLOWDOWN_MS - 500,
		takeDown: busyWorkerKilled,
	},
	{
		moments: ['afterLastResponse', 'duringExecution', 'duringPoll'],
		maxDelayMs: 60,
		takeDown: async ({ main }) => await killed(main),
	},
	{
		moments: ['afterLastResponse', 'duringExecution'],
		maxDelayMs: 60,
		takeDown: async ({ redis }) => await stopped(redis),
	},
	{
		moments: ['duringPoll', 'duringExecution'],
		maxDelayMs: SLOWDOWN_MS,
		takeDown: async ({ postgres }) => await stopped(postgres),
	},
];

/** Faults of all kinds by turns; the rest is drawn, the same way for the same seed. */
function faultsOf(mode: keyof typeof MODES) {
	const first = NAMES.indexOf(mode);
	const draw = (index: number, salt: number) => share(mixed(Number(SEED), first, 1), index, salt);
	return Array.from({ length: COUNT }, (_, index) => {
		const kind = (first + index) % FAULTS.length;
		const { moments, maxDelayMs, takeDown } = FAULTS[kind] ?? FAULTS[0];
		const moment = moments[Math.floor(draw(index, 401) * moments.length)] ?? moments[0];
		const delayMs = Math.floor(draw(index, 400) * maxDelayMs);
		const downMs = Math.floor(draw(index, 402) * MAX_DOWN_MS);
		return { strike: { moment, delayMs }, takeDown, downMs };
	});
}

describe(`n8n in queue mode, of which ${KILLS} parts go down while events stream`, () => {
	test.concurrent.for(NAMES)('%s', { timeout: TIMEOUT_MS }, async (mode, { openLab }) => {
		const { binaryData, afterRestart, guarantee } = MODES[mode];
		const lab = await openLab({
			topology: queue({ pollingMode: mode, binaryData }),
			trigger: { options: { afterRestart } },
			published: [DELIVERY_WORKFLOW, REPORT_WORKFLOW],
			history: { events: 4_000, startMs: startOfDay(Date.now(), TIMEZONE, 2) },
			timezone: TIMEZONE,
		});
		const { n8n, systems } = lab;
		const stream = lab.stream(STREAM);

		const report = await makeReport(lab);
		lab.say(`a worker reported ${report.events} events of yesterday`);
		expect(report.expected).toBeGreaterThan(0);
		expect(report.complete).toBe(true);

		const yesterday = idsWithin(systems.service.log, yesterdayOf(Date.now(), TIMEZONE));
		const file = await makeFile(lab);
		lab.say(`a worker wrote a file of ${file.contents.length} bytes: ${file.binaryId}`);
		expect(file.binaryId).toMatch(PLACES[binaryData]);
		expect(file.manifest).toMatchObject({
			events: yesterday.size,
			sha256: createHash('sha256').update(file.contents).digest('hex'),
		});
		const text = file.contents.toString('utf8');
		expect([...yesterday].filter((id) => !text.includes(id))).toEqual([]);

		const burst = await runBurst(lab);
		lab.say(`many executions at once, with an expired token: ${JSON.stringify(burst)}`);
		expect(burst.succeeded).toBe(burst.executions);
		expect(burst.exchanges).toBeGreaterThan(0);
		expect(burst.exchanges).toBeLessThanOrEqual(burst.mostExchanges);

		for (const { strike, takeDown, downMs } of faultsOf(mode)) {
			await withDown(strike, lab, () => takeDown(n8n), downMs);
		}
		stream.stop();
		await lab.delivered(guarantee);
		await lab.drained();
		await n8n.stop();
		const { executions } = await lab.look();
		const begun = n8n.workers.map((worker) => [...logOf(worker).started]);
		lab.say(
			`${lab.ledger.toString()}; the workers began ${begun.map(({ length }) => length).join(' and ')}`,
		);
		for (const repeat of lab.ledger.repeats.slice(0, 5)) lab.say(JSON.stringify(repeat));
		expect(lab.ledger.faults(guarantee)).toEqual([]);
		const succeeded = executions.filter(({ status }) => status === 'success').map(({ id }) => id);
		expect(begun.flat()).toEqual(expect.arrayContaining(succeeded));
		for (const ids of begun) expect(ids.filter((id) => succeeded.includes(id))).not.toEqual([]);
	});
});
