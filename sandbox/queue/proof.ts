import { rmSync } from 'node:fs';
import type { CommandRun } from '../command/command';
import { withinMinutes } from '../command/timeLimit';
import { startExternalSystems } from '../externalSystems/externalSystems';
import type { InstanceBase } from '../n8n/instance';
import { prepareInstanceBase } from '../n8n/instance';
import { logTail } from '../processes/logTail';
import { startOfDay } from '../run/yesterday';
import { membersOf, prepareCluster } from './cluster';
import { Course } from './course';
import { planFaults } from './faultPlan';
import type { QueueMode } from './modes';
import { QUEUE_MODES } from './modes';
import type { QueueOptions } from './options';
import type { Proof } from './outcome';
import { findFaults, toOutcome } from './outcome';

const TIMEZONE = 'America/New_York';
const HISTORY = { events: 4_000, days: 3 };
/** Several pages to a poll, and a new access token for most of them. */
const BEHAVIOUR = { maxLimit: 100, accessTokenLifetimeMs: 45_000, tieOrder: 'shuffled' } as const;
const BASE_MINUTES = 12;
const MINUTES_PER_KILL = 4;

/** What the line of JSON has no place for. */
function describe({ mode, tally, ranOn }: Proof): string {
	const { duplicates, redelivered, unfinished } = tally;
	const workers = Object.entries(ranOn).map(([name, count]) => `${name} ran ${count}`);
	const given = `${unfinished} events are only in executions that n8n gave up with their worker`;
	const repeated = `${redelivered} of ${duplicates} repetitions said so`;
	return `${mode.mode}: ${workers.join(', ')}; ${repeated}; ${given}`;
}

async function proveMode(
	mode: QueueMode,
	base: InstanceBase,
	{ kills, seed }: QueueOptions,
	run: CommandRun,
): Promise<boolean> {
	const startMs = startOfDay(Date.now(), TIMEZONE, HISTORY.days - 1);
	const { events } = HISTORY;
	const systems = await startExternalSystems({ events, startMs, behaviour: BEHAVIOUR }, run);
	const cluster = await prepareCluster(base, { mode, systems, timezone: TIMEZONE }, run);
	try {
		const plans = planFaults(kills, seed, QUEUE_MODES.indexOf(mode));
		const proof = await new Course(cluster, systems, run).take(plans);
		const faults = findFaults(proof);
		console.error(describe(proof));
		console.log(JSON.stringify(toOutcome(proof)));
		for (const fault of faults) console.error(`${mode.mode}: ${fault}`);
		if (faults.length > 0) console.error(`${mode.mode}: ${cluster.folder} shows what happened`);
		else run.teardown.addLast(() => rmSync(cluster.folder, { recursive: true, force: true }));
		return faults.length === 0;
	} catch (error) {
		if (!run.signal.aborted) {
			for (const { n8n } of membersOf(cluster)) console.error(logTail(n8n.settings.logPath, 20));
		}
		throw error;
	}
}

/**
 * Runs the package in n8n's queue mode through everything that it has to stand, each mode beside the others, and
 * prints a line of JSON for each.
 *
 * @returns whether all is well. @throws Error when it takes too long, or something does not start
 */
export async function proveQueueMode(options: QueueOptions, run: CommandRun): Promise<boolean> {
	const minutes = BASE_MINUTES + MINUTES_PER_KILL * options.kills;
	return await withinMinutes(minutes, run, async (limited) => {
		const base = await prepareInstanceBase(limited.signal);
		console.error('Setting up Redis, PostgreSQL and n8n …');
		const proven = await Promise.all(
			options.modes.map((mode) => proveMode(mode, base, options, limited)),
		);
		return proven.every(Boolean);
	});
}
