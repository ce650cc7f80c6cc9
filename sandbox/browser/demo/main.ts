import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../../command/command';
import { runCommand } from '../../command/command';
import { SCRATCH } from '../../places';
import { requireFfmpeg } from '../ffmpeg';
import { setEmptyStage } from '../journey/emptyStage';
import { takeSteps } from '../journey/step';
import { firstAlertSteps } from '../journey/firstAlert';
import type { DemoOptions } from './options';
import { USAGE, parseOptions } from './options';
import { showCaption, watchable } from './pace';
import { Screencast } from './screencast';

const MAX_SECONDS = 300;
const EVIDENCE = join(SCRATCH, 'demo');
const OVERLAY = join(__dirname, 'overlay.js');

async function recordDemo({ record }: DemoOptions, run: CommandRun): Promise<boolean> {
	const { signal } = run;
	await requireFfmpeg();
	const { person, firstAlert, n8n } = await setEmptyStage(watchable(signal), run);
	const { page } = person;
	await page.addInitScript({ path: OVERLAY });
	const screencast = await Screencast.start(page, run);
	await page.goto('about:blank');
	await takeSteps(
		firstAlertSteps(firstAlert),
		{ page, evidence: EVIDENCE, signal },
		async ({ caption, take }) => {
			await showCaption(page, caption, signal);
			await take();
		},
	);
	const seconds = await screencast.finish(record, signal);
	console.log(JSON.stringify({ file: record, seconds: Math.round(seconds) }));
	run.teardown.addLast(() => rmSync(n8n.settings.userFolder, { recursive: true, force: true }));
	return seconds > 0 && seconds < MAX_SECONDS;
}

/** The whole of `npm run demo`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: recordDemo }, args);
}
