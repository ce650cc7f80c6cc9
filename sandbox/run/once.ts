import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEditorApi } from '../n8n/editorApi';
import { listExecutions } from '../n8n/executions';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW } from '../n8n/imports';
import { SCRATCH } from '../places';
import { logTail } from '../processes/logTail';
import type { Teardown } from '../processes/teardown';
import type { Patience } from '../processes/until';
import type { Tally } from '../sink/tally';
import { deliverLiveStream } from './delivery';
import { runExamples } from './exampleRuns';
import { waitForPoll } from './polls';
import type { ReportCheck } from './report';
import { makeReport } from './report';
import type { SandboxedN8n } from './sandboxedN8n';
import { prepareN8n, runN8n } from './sandboxedN8n';
import type { Surroundings } from './surroundings';
import { startSurroundings } from './surroundings';

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
const STEP_LIMIT_MS = 4 * 60_000;
const HISTORY = { events: 6_000, days: 3 };
/** Small pages and short-lived tokens, so that both have to be dealt with. */
const BEHAVIOUR = { maxLimit: 500, accessTokenLifetimeMs: 45_000 };

async function observe(
	n8n: SandboxedN8n,
	surroundings: Surroundings,
	teardown: Teardown,
	signal: AbortSignal,
): Promise<{ tally: Tally; report: ReportCheck; failed: number; failedExamples: string[] }> {
	const patience: Patience = { limitMs: STEP_LIMIT_MS, signal };
	const activation = waitForPoll(surroundings.service, patience);
	await Promise.all([runN8n(n8n, teardown, signal), activation]);
	console.error('n8n is up and the trigger is active. Making the report of yesterday …');
	const report = await makeReport(n8n.settings, surroundings, patience);
	console.error('Running the other examples …');
	const api = await openEditorApi(n8n.settings);
	const proved = [DELIVERY_WORKFLOW, REPORT_WORKFLOW];
	const failedExamples = await runExamples(api, proved, patience);
	console.error('Creating events and waiting for polls, a minute apart: about three minutes …');
	const tally = await deliverLiveStream(surroundings, patience);
	const executions = await listExecutions(api, DELIVERY_WORKFLOW);
	const failed = executions.filter(({ status }) => status !== 'success').length;
	return { tally, report, failed, failedExamples };
}

function isProof(tally: Tally, report: ReportCheck, failed: number): boolean {
	const { created, lost, duplicates, uncalledFor } = tally;
	const nothingWrong = lost === 0 && duplicates === 0 && uncalledFor === 0 && failed === 0;
	return created > 0 && nothingWrong && report.complete && report.expected > 0;
}

function toOutcome(n8n: SandboxedN8n, tally: Tally, report: ReportCheck): Outcome {
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
export async function runOnce(teardown: Teardown, signal: AbortSignal): Promise<boolean> {
	mkdirSync(SCRATCH, { recursive: true });
	const userFolder = mkdtempSync(join(SCRATCH, 'once-'));
	const surroundings = await startSurroundings(
		{ ...HISTORY, timezone: TIMEZONE, behaviour: BEHAVIOUR },
		teardown,
	);
	const n8n = await prepareN8n(
		{
			userFolder,
			timezone: TIMEZONE,
			pollingMode: 'inMemory',
			port: 0,
			endpoints: { serviceUrl: surroundings.service.baseUrl, sinkUrl: surroundings.sink.baseUrl },
		},
		signal,
	);
	try {
		const observed = await observe(n8n, surroundings, teardown, signal);
		const { tally, report, failed, failedExamples } = observed;
		if (tally.uncalledFor > 0) console.error(`${tally.uncalledFor} old events were delivered.`);
		if (failed > 0) console.error(`${failed} executions of the trigger's workflow failed.`);
		if (failedExamples.length > 0) console.error(`Failed: ${failedExamples.join(', ')}.`);
		console.log(JSON.stringify(toOutcome(n8n, tally, report)));
		const proven = failedExamples.length === 0 && isProof(tally, report, failed);
		if (proven) teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
		else console.error(logTail(n8n.settings.logPath));
		return proven;
	} catch (error) {
		if (!signal.aborted) console.error(logTail(n8n.settings.logPath));
		throw error;
	}
}
