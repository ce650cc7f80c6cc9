import { rmSync } from 'node:fs';
import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import { prepareTarget } from '../crashTest/target';
import type { InstanceBase } from '../n8n/instance';
import { prepareInstanceBase } from '../n8n/instance';
import type { PollingMode } from '../n8n/settings';
import { logTail } from '../processes/logTail';
import { Course } from './course';
import type { StumbleTestOptions } from './options';
import { USAGE, parseOptions } from './options';
import { type Verdict, hasPassed, judge } from './verdict';

const TRIGGER = { filters: { severity: 'INFO' }, options: { afterRestart: 'repeatLast' } };

async function testMode(mode: PollingMode, base: InstanceBase, run: CommandRun): Promise<Verdict> {
	const target = await prepareTarget(mode, TRIGGER, base, run);
	const { userFolder, logPath } = target.n8n.settings;
	try {
		const verdict = judge(await new Course(target, run).take());
		if (hasPassed(mode, verdict)) {
			run.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
		} else {
			console.error(`${mode}: ${userFolder} shows what happened`);
		}
		return verdict;
	} catch (error) {
		if (!run.signal.aborted) console.error(`${mode}: ${logTail(logPath)}`);
		throw error;
	}
}

async function testModes({ modes }: StumbleTestOptions, run: CommandRun): Promise<boolean> {
	const base = await prepareInstanceBase(run.signal);
	console.error('Setting up n8n …');
	const verdicts = await Promise.all(
		modes.map(async (mode) => [mode, await testMode(mode, base, run)] as const),
	);
	console.log(JSON.stringify(Object.fromEntries(verdicts)));
	return verdicts.every(([mode, verdict]) => hasPassed(mode, verdict));
}

/** The whole of `npm run stumble-test`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: testModes }, args);
}
