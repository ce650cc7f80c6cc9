import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import { withinMinutes } from '../command/timeLimit';
import type { InstanceBase } from '../n8n/instance';
import { prepareInstanceBase } from '../n8n/instance';
import { POLLING_MODES, type PollingMode } from '../n8n/settings';
import { findDuplicates, findLosses } from './findings';
import { planKills } from './killPlan';
import type { CrashTestOptions } from './options';
import { USAGE, parseOptions } from './options';
import type { ScenarioRecord } from './scenario';
import { runScenario } from './scenario';
import type { Summary } from './summary';
import { hasPassed, summarize } from './summary';
import { toTable } from './table';
import type { Target } from './target';
import { prepareTarget } from './target';

const BASE_MINUTES = 12;
const MINUTES_PER_KILL = 3;

/** Keeps what a loss or a duplicate can be explained from. */
function writeDetails({ mode, n8n, systems }: Target, record: ScenarioRecord): void {
	const path = join(n8n.settings.userFolder, 'details.json');
	const found = { losses: findLosses(record), duplicates: findDuplicates(record) };
	const { deliveries } = systems.sink;
	writeFileSync(path, JSON.stringify({ ...found, ...record, deliveries }));
	console.error(`${mode}: ${path} and n8n.log beside it show what happened`);
}

async function testMode(
	mode: PollingMode,
	base: InstanceBase,
	{ kills, seed, afterRestart }: CrashTestOptions,
	run: CommandRun,
): Promise<Summary> {
	const target = await prepareTarget(mode, { options: { afterRestart } }, base, run);
	const record = await runScenario(
		target,
		planKills(kills, seed, POLLING_MODES.indexOf(mode)),
		run,
	);
	const summary = summarize(record, target.systems.sink.deliveries);
	if (!hasPassed(mode, afterRestart, summary) || summary.lost + summary.duplicates > 0) {
		writeDetails(target, record);
	} else {
		const { userFolder } = target.n8n.settings;
		run.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	}
	return summary;
}

async function testModes(options: CrashTestOptions, run: CommandRun): Promise<boolean> {
	const base = await prepareInstanceBase(run.signal);
	console.error('Setting up n8n …');
	const rows = await Promise.all(
		options.modes.map(async (mode) => ({
			mode,
			summary: await testMode(mode, base, options, run),
		})),
	);
	console.log(toTable(rows));
	const modes = Object.fromEntries(rows.map(({ mode, summary }) => [mode, summary]));
	const { seed, kills, afterRestart } = options;
	console.log(JSON.stringify({ seed, kills, afterRestart, modes }));
	return rows.every(({ mode, summary }) => hasPassed(mode, afterRestart, summary));
}

async function testWithinTimeLimit(options: CrashTestOptions, run: CommandRun): Promise<boolean> {
	const minutes = BASE_MINUTES + MINUTES_PER_KILL * options.kills;
	return await withinMinutes(minutes, run, (limited) => testModes(options, limited));
}

/** The whole of `npm run crash-test`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: testWithinTimeLimit }, args);
}
