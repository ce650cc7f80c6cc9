import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import { parserOf } from '../command/options';
import { prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import { logTail } from '../processes/logTail';
import type { WaitOptions } from '../processes/waitUntil';
import { startOfDay } from '../run/yesterday';
import type { ExampleCase } from './exampleCase';
import { agentTool } from './cases/agentTool';
import { archive } from './cases/archive';
import { dailyDigest } from './cases/dailyDigest';
import { deviceTicket } from './cases/deviceTicket';
import { heartbeat } from './cases/heartbeat';
import { monthlyReport } from './cases/monthlyReport';
import { reconciliation } from './cases/reconciliation';
import { refusalBurst } from './cases/refusalBurst';
import { refusedAccess } from './cases/refusedAccess';
import { MINUTE_MS, TIMEZONE } from './localTime';
import { Performance } from './performance';
import { setStage } from './stage';
import { Verdicts } from './verdicts';

const EXAMPLES: readonly ExampleCase[] = [
	refusedAccess,
	refusalBurst,
	deviceTicket,
	dailyDigest,
	monthlyReport,
	heartbeat,
	reconciliation,
	agentTool,
	archive,
];

const USAGE = `npm run example-test

  Runs every example in a real n8n and compares what it sends, word for word.`;

const STEP_TIMEOUT_MS = 3 * MINUTE_MS;

/** What a run takes at the most. */
const LONGEST_RUN_MS = 6 * MINUTE_MS;

/** Yesterday must be the same day at the end of a run as at its beginning. */
async function letMidnightPass(signal: AbortSignal): Promise<void> {
	const nowMs = Date.now();
	const leftMs = startOfDay(nowMs, TIMEZONE, -1) - nowMs;
	if (leftMs > LONGEST_RUN_MS) return;
	console.error('It is almost midnight in New York; waiting for tomorrow …');
	await sleep(leftMs + 1_000, undefined, { signal });
}

async function testExamples(run: CommandRun): Promise<boolean> {
	const { signal, teardown } = run;
	const wait: WaitOptions = { timeoutMs: STEP_TIMEOUT_MS, signal };
	const base = await prepareInstanceBase(signal);
	await letMidnightPass(signal);
	const userFolder = temporaryUserFolder('example-test');
	const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
	const stage = await setStage({ examples: EXAMPLES, base, userFolder, nowMs, wait }, run);
	console.error('Running the examples; two of them wait for a poll, a minute apart …');
	const verdicts = new Verdicts();
	const performances = stage.parts.map(async (part) => {
		await new Performance(part, stage, verdicts, { nowMs, wait }).play();
	});
	await Promise.all(performances);
	console.log(verdicts.summary());
	if (verdicts.allWell) {
		teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
	} else if (!signal.aborted) {
		console.error(logTail(stage.n8n.settings.logPath));
	}
	return verdicts.allWell;
}

/** The whole of `npm run example-test`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand(
		{
			usage: USAGE,
			parse: parserOf(() => ({})),
			execute: async (_options, run) => await testExamples(run),
		},
		args,
	);
}
