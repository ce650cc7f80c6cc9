import { rmSync } from 'node:fs';
import type { CommandRun } from '../command/command';
import type { ExternalSystems } from '../externalSystems/externalSystems';
import { startExternalSystems } from '../externalSystems/externalSystems';
import { openEditorApi } from '../n8n/editorApi';
import { listExecutions } from '../n8n/executions';
import { DELIVERY_WORKFLOW } from '../n8n/imports';
import type { N8nInstance } from '../n8n/settings';
import { temporaryUserFolder } from '../n8n/instance';
import { startN8n } from '../n8n/server';
import { logTail } from '../processes/logTail';
import type { WaitOptions } from '../processes/waitUntil';
import type { Tally } from '../sink/tally';
import { deliverLiveStream } from './delivery';
import { createExampleInstance } from './exampleInstance';
import type { ReportCheck } from './report';
import { makeReport } from './report';
import { startOfDay } from './yesterday';

/** The line that `npm start -- --once` ends with. */
interface Outcome {
	readonly n8n: string;
	readonly eventsCreated: number;
	readonly eventsDelivered: number;
	readonly lost: number;
	readonly duplicates: number;
	readonly triggerExecutions: number;
	readonly report: { readonly events: number; readonly expected: number };
}

const TIMEZONE = 'America/New_York';
const STEP_TIMEOUT_MS = 4 * 60_000;
const HISTORY = { events: 6_000, days: 3 };
/** Small pages and short-lived tokens, so that the trigger has to handle both. */
const BEHAVIOUR = { maxLimit: 500, accessTokenLifetimeMs: 45_000 };

async function observe(
	n8n: N8nInstance,
	systems: ExternalSystems,
	run: CommandRun,
): Promise<{ tally: Tally; report: ReportCheck; failed: number }> {
	const wait: WaitOptions = { timeoutMs: STEP_TIMEOUT_MS, signal: run.signal };
	await Promise.all([startN8n(n8n, run), systems.polls.waitForPoll(wait)]);
	console.error('n8n is up and the trigger is active. Making the report of yesterday …');
	const report = await makeReport(n8n.settings, systems, wait);
	console.error('Creating events and waiting for polls: about a minute …');
	const tally = await deliverLiveStream(systems, wait);
	const api = await openEditorApi(n8n.settings);
	const executions = await listExecutions(api, DELIVERY_WORKFLOW);
	const failed = executions.filter(({ status }) => status !== 'success').length;
	return { tally, report, failed };
}

function isProof(tally: Tally, report: ReportCheck, failed: number): boolean {
	const { created, lost, duplicates, unexpected } = tally;
	const nothingWrong = lost === 0 && duplicates === 0 && unexpected === 0 && failed === 0;
	return created > 0 && nothingWrong && report.complete && report.expected > 0;
}

function toOutcome(n8n: N8nInstance, tally: Tally, report: ReportCheck): Outcome {
	return {
		n8n: n8n.installation.version,
		eventsCreated: tally.created,
		eventsDelivered: tally.delivered,
		lost: tally.lost,
		duplicates: tally.duplicates,
		triggerExecutions: tally.executions,
		report: { events: report.events, expected: report.expected },
	};
}

/**
 * Proves the package in a fresh n8n and prints the outcome as one line of JSON.
 *
 * @returns whether all is well: nothing lost, nothing twice, the report complete
 */
export async function runOnce(run: CommandRun): Promise<boolean> {
	const { signal, teardown } = run;
	const startMs = startOfDay(Date.now(), TIMEZONE, HISTORY.days - 1);
	const systems = await startExternalSystems(
		{ events: HISTORY.events, startMs, behaviour: BEHAVIOUR },
		run,
	);
	const userFolder = temporaryUserFolder('once');
	const n8n = await createExampleInstance({ systems, userFolder, timezone: TIMEZONE }, signal);
	try {
		const { tally, report, failed } = await observe(n8n, systems, run);
		if (tally.unexpected > 0) console.error(`${tally.unexpected} old events were delivered.`);
		if (failed > 0) console.error(`${failed} executions of the trigger's workflow failed.`);
		console.log(JSON.stringify(toOutcome(n8n, tally, report)));
		const proven = isProof(tally, report, failed);
		if (proven) teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
		else console.error(logTail(n8n.settings.logPath));
		return proven;
	} catch (error) {
		if (!signal.aborted) console.error(logTail(n8n.settings.logPath));
		throw error;
	}
}
