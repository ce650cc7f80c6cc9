import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import { parserOf } from '../command/options';
import { openEditorApi } from '../n8n/editorApi';
import { fillN8n } from '../n8n/filling';
import { SCRATCH } from '../places';
import { logTail } from '../processes/logTail';
import { runTests } from './browserTest';
import { DocsMaterial } from './docsMaterial';
import { type Stage, setStage } from './stage';
import { CREDENTIAL_TESTS } from './tests/credentialTests';
import { EXAMPLE_TESTS } from './tests/exampleTests';
import { FIRST_ALERT } from './tests/firstAlert';
import { NODE_TESTS } from './tests/nodeTests';
import { PAGE_TESTS } from './tests/pageTests';

const USAGE = `npm run browser-test [-- options]

  --images      take what docs/ has from these tests anew: the pictures, and the times of the first alert
  --only TEXT   after the first alert, run only the tests whose name has this in it`;

const parseOptions = parserOf((given) => ({
	images: given.flag('images'),
	only: given.text('only'),
}));

const FOLDER = join(SCRATCH, 'browser-test');
const FILLING_TIMEOUT_MS = 60_000;

/** Keeps how the window looks. Gives where. */
async function keepEvidence({ person: { page }, settings }: Stage, name: string): Promise<string> {
	const path = join(FOLDER, `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`);
	await page.screenshot({ path });
	return `${page.url()} is shown in ${path}; n8n's log is ${settings.logPath}`;
}

/** Puts the examples and the sandbox's credentials into n8n. */
async function fill({ settings, systems, signal }: Stage): Promise<void> {
	const wait = { timeoutMs: FILLING_TIMEOUT_MS, signal };
	const filling = { endpoints: systems.endpoints, publishedWorkflows: [] };
	await fillN8n(await openEditorApi(settings), filling, wait);
}

async function runBrowserTests(
	{ images, only }: ReturnType<typeof parseOptions>,
	run: CommandRun,
): Promise<boolean> {
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	const stage = await setStage(new DocsMaterial(images ? undefined : FOLDER), run);
	const keep = (name: string) => keepEvidence(stage, name);
	const failed = await runTests([FIRST_ALERT], stage, keep);
	if (failed.length === 0) {
		await fill(stage);
		const all = [...CREDENTIAL_TESTS, ...NODE_TESTS, ...EXAMPLE_TESTS, ...PAGE_TESTS];
		const tests = all.filter(({ name }) => name.includes(only));
		failed.push(...(await runTests(tests, stage, keep)));
		console.log(`${tests.length + 1 - failed.length} passed, ${failed.length} failed`);
	}
	const { userFolder, logPath } = stage.settings;
	if (failed.length > 0) console.error(logTail(logPath));
	else run.teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	return failed.length === 0;
}

/** The whole of `npm run browser-test`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: runBrowserTests }, args);
}
