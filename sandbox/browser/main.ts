import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import { ROOT, SCRATCH } from '../places';
import { logTail } from '../processes/logTail';
import { type TestResult, runTests } from './browserTest';
import { keepWindow } from './evidence';
import { requireFfmpeg } from './ffmpeg';
import type { BrowserTestOptions } from './options';
import { USAGE, parseOptions } from './options';
import { Pictures } from './pictures';
import { type Stage, setStage } from './stage';
import { ALL_TESTS } from './tests/allTests';

const FOLDER = join(SCRATCH, 'browser-test');
const IMAGES = join(ROOT, 'docs', 'images');

async function keepEvidence({ person, n8n }: Stage, name: string): Promise<string> {
	const window = await keepWindow(person.page, FOLDER, name);
	return `${window}; n8n's log is ${n8n.settings.logPath}`;
}

function report(results: readonly TestResult[], pictures: Pictures): boolean {
	const failed = results.filter(({ passed }) => !passed).length;
	console.log(JSON.stringify({ passed: results.length - failed, failed }));
	if (failed === 0 && pictures.missing.length > 0) {
		console.error(`No test took a picture of ${pictures.missing.join(', ')}.`);
	}
	return failed === 0 && results.length > 0;
}

async function runBrowserTests(options: BrowserTestOptions, run: CommandRun): Promise<boolean> {
	rmSync(FOLDER, { recursive: true, force: true });
	const pictures = new Pictures(options.images ? IMAGES : join(FOLDER, 'images'));
	if (options.images) await requireFfmpeg();
	const tests = ALL_TESTS.filter(({ name }) => name.includes(options.only));
	const stage = await setStage(pictures, run);
	const results = await runTests(tests, stage, {
		signal: run.signal,
		keepEvidence: (name) => keepEvidence(stage, name),
	});
	if (options.images) await pictures.compress(run.signal);
	const passed = report(results, pictures);
	if (passed) {
		const { userFolder } = stage.n8n.settings;
		run.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	} else {
		console.error(logTail(stage.n8n.settings.logPath));
	}
	return passed;
}

/** The whole of `npm run browser-test`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: runBrowserTests }, args);
}
