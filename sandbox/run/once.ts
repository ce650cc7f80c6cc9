import { rmSync } from 'node:fs';
import type { CommandRun } from '../command/command';
import { openLab, type Lab } from '../lab/lab';
import { single } from '../lab/topologies/single';
import { DELIVERY_WORKFLOW, REPORT_WORKFLOW } from '../n8n/imports';
import { prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import { logTail } from '../processes/logTail';
import { waitUntil } from '../processes/waitUntil';
import { makeReport } from './report';
import { startOfDay } from './yesterday';

const TIMEZONE = 'America/New_York';
const HISTORY = { events: 6_000, days: 3 };
/** Small pages and short-lived tokens, so that the trigger has to handle both. */
const BEHAVIOUR = { maxLimit: 500, accessTokenLifetimeMs: 45_000 };
/** Ties, and events that are seen only when later ones have been delivered: longer than from one poll to the next. */
const STREAM = { seed: 7, ratePerSecond: 1, tieShare: 0.3, lateShare: 0.2, maxLateMs: 30_000 };
const MIN_EVENTS = 30;
const MIN_EXECUTIONS = 2;

/** What does not hold, in words; nothing where all is well. */
async function prove(lab: Lab): Promise<string[]> {
	console.error('n8n is up and the trigger is active. Making the report of yesterday …');
	const report = await makeReport(lab);
	console.error('Creating events and waiting for polls: about two minutes …');
	const stream = lab.stream(STREAM);
	await waitUntil(`${MIN_EXECUTIONS} executions of the trigger`, lab.wait, async () => {
		await lab.poll();
		await lab.look();
		return lab.ledger.executions.length >= MIN_EXECUTIONS && stream.created.length >= MIN_EVENTS;
	});
	stream.stop();
	console.error(`${stream.created.length} events created; waiting until all are delivered …`);
	await lab.delivered().catch((error: unknown) => {
		// What is lost is told with all the rest.
		if (lab.wait.signal.aborted) throw error;
	});
	// Further polls could deliver something twice.
	await lab.drained();
	const { created, lost, repeats, executions, unfinished } = lab.ledger;
	const arrived = new Set(lab.systems.sink.deliveries.flatMap(({ eventIds }) => eventIds));
	const outcome = {
		n8n: lab.n8n.main.n8n.installation.version,
		...{ eventsCreated: created.length, eventsDelivered: created.length - lost.length },
		...{ lost: lost.length, duplicates: repeats.length, triggerExecutions: executions.length },
		report: { events: report.events, expected: report.expected },
	};
	console.log(JSON.stringify(outcome));
	return [
		...lab.ledger.faults('exactlyOnce'),
		...(unfinished.length > 0 ? [`executions with ${unfinished.length} events failed`] : []),
		...(created.every(({ id }) => arrived.has(id)) ? [] : ['not all that was delivered arrived']),
		...(report.complete && report.expected > 0 ? [] : ['the report is not complete']),
	];
}

/**
 * Proves the package in a fresh n8n and prints the outcome as one line of JSON.
 *
 * @returns whether all is well: nothing lost, nothing twice, the report complete
 */
export async function runOnce(run: CommandRun): Promise<boolean> {
	const base = await prepareInstanceBase(run.signal);
	const folder = temporaryUserFolder('once');
	try {
		const lab = await openLab(
			{
				topology: single('inMemory'),
				published: [DELIVERY_WORKFLOW, REPORT_WORKFLOW],
				history: {
					events: HISTORY.events,
					startMs: startOfDay(Date.now(), TIMEZONE, HISTORY.days - 1),
				},
				behaviour: BEHAVIOUR,
				timezone: TIMEZONE,
			},
			{ base, folder, name: 'once' },
			run,
		);
		const faults = await prove(lab);
		for (const fault of faults) console.error(fault);
		if (faults.length > 0) console.error(logTail(lab.n8n.main.n8n.settings.logPath));
		else run.teardown.addLast(() => rmSync(folder, { recursive: true, force: true }));
		return faults.length === 0;
	} catch (error) {
		if (!run.signal.aborted) console.error(`${folder} shows what happened`);
		throw error;
	}
}
