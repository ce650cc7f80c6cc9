import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSections } from '../../../scripts/docs/sections';
import type { CommandRun } from '../../command/command';
import { runCommand } from '../../command/command';
import { firstAlertSteps } from '../journey/firstAlert';
import { setEmptyStage } from '../journey/emptyStage';
import { takeSteps } from '../journey/step';
import { ROOT, SCRATCH } from '../../places';
import type { TenMinutesOptions } from './options';
import { USAGE, parseOptions } from './options';
import { type TimedStep, isWithinTenMinutes, stepLine, summary, timeStep } from './timedSteps';

const EVIDENCE = join(SCRATCH, 'ten-minutes');
const PAGE = join(ROOT, 'docs/first-alert.md');

async function runTenMinutes({ page }: TenMinutesOptions, run: CommandRun): Promise<boolean> {
	const stage = await setEmptyStage(run);
	const steps: TimedStep[] = [];
	const { person } = stage;
	await takeSteps(
		firstAlertSteps(stage.firstAlert),
		{ page: person.page, evidence: EVIDENCE, signal: run.signal },
		async (step) => {
			const timed = await timeStep(step, person);
			steps.push(timed);
			console.log(stepLine(steps.length, timed));
		},
	);
	const text = summary(steps);
	console.log(`\n${text}`);
	if (page) {
		writeFileSync(PAGE, withSections(readFileSync(PAGE, 'utf8'), { 'ten-minutes': text }));
	}
	const { userFolder } = stage.n8n.settings;
	run.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	return isWithinTenMinutes(steps);
}

/** The whole of `npm run ten-minutes`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: runTenMinutes }, args);
}
