import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackage } from '../n8n/communityPackage';
import { completeInstallation } from '../n8n/installation';
import type { PollingMode } from '../n8n/settings';
import { Teardown } from '../processes/teardown';
import { findLosses, findRepetitions } from './findings';
import { onInterruption } from '../processes/interruption';
import { planKills } from './killPlan';
import type { TortureOptions } from './options';
import { MODES, USAGE, readOptions } from './options';
import type { Ordeal } from './ordeal';
import { torment } from './ordeal';
import { toTable } from './table';
import type { Verdict } from './verdict';
import { judge } from './verdict';
import type { Victim } from './victim';
import { prepareVictim } from './victim';

const STATUS_MISUSE = 2;
const STATUS_INTERRUPTED = 130;
const MS_PER_MINUTE = 60_000;

class OutOfTime extends Error {}

type Verdicts = Partial<Record<PollingMode, Verdict>>;

/**
 * With durable cursors nothing is excused. Without them n8n writes state and execution one after the
 * other, and what a kill between the two costs is counted, shown and kept, but is n8n's.
 */
function isGood(mode: PollingMode, verdict: Verdict): boolean {
	const { created, uncalledFor, lost, duplicates } = verdict;
	if (created === 0 || uncalledFor > 0) return false;
	if (mode === 'durableCursors') return lost === 0 && duplicates === 0;
	const { lostByUncreatedExecution, duplicatesByUnsavedState } = verdict;
	return lost === lostByUncreatedExecution && duplicates === duplicatesByUnsavedState;
}

/** Keeps what a loss or a repeat can be understood from. */
function writeEvidence({ n8n, sink, mode }: Victim, ordeal: Ordeal): void {
	const path = join(n8n.settings.userFolder, 'evidence.json');
	const found = { losses: findLosses(ordeal), repetitions: findRepetitions(ordeal) };
	writeFileSync(path, JSON.stringify({ ...found, ...ordeal, deliveries: sink.deliveries }));
	console.error(`${mode}: ${path} and n8n.log beside it tell what happened`);
}

async function tormentAll(
	options: TortureOptions,
	teardown: Teardown,
	signal: AbortSignal,
): Promise<Verdicts> {
	await completeInstallation();
	console.error('Building and packing the package …');
	const tarball = await packPackage();
	signal.throwIfAborted();
	console.error('Setting up n8n …');
	const verdicts: Verdicts = {};
	const run = async (mode: PollingMode) => {
		const victim = await prepareVictim(mode, tarball, teardown, signal);
		const plan = planKills(options.kills, options.seed, MODES.indexOf(mode));
		const ordeal = await torment(victim, plan, teardown, signal);
		const verdict = judge(ordeal, victim.sink.deliveries);
		verdicts[mode] = verdict;
		if (options.keep || !isGood(mode, verdict) || verdict.lost + verdict.duplicates > 0) {
			writeEvidence(victim, ordeal);
		} else {
			const { userFolder } = victim.n8n.settings;
			teardown.addLast(() => rmSync(userFolder, { recursive: true, force: true }));
		}
	};
	await Promise.all(options.modes.map(run));
	return verdicts;
}

async function run(
	options: TortureOptions,
	teardown: Teardown,
	interruption: AbortController,
): Promise<number> {
	const giveUp = () => {
		console.error(`The run takes longer than ${options.limitMinutes} minutes: given up`);
		interruption.abort(new OutOfTime());
	};
	setTimeout(giveUp, options.limitMinutes * MS_PER_MINUTE).unref();
	const verdicts = await tormentAll(options, teardown, interruption.signal);
	const rows = options.modes.map((mode) => ({ mode, verdict: verdicts[mode] }));
	console.log(toTable(rows));
	console.log(JSON.stringify({ seed: options.seed, kills: options.kills, modes: verdicts }));
	return rows.every(({ mode, verdict }) => verdict && isGood(mode, verdict)) ? 0 : 1;
}

async function runToItsEnd(options: TortureOptions): Promise<number> {
	const teardown = new Teardown();
	const interruption = new AbortController();
	onInterruption(() => {
		if (!interruption.signal.aborted) console.error('\nStopping …');
		interruption.abort();
	});
	try {
		return await run(options, teardown, interruption);
	} catch (error) {
		if (interruption.signal.reason instanceof OutOfTime) return 1;
		if (interruption.signal.aborted) return STATUS_INTERRUPTED;
		console.error(error instanceof Error ? error.message : error);
		return 1;
	} finally {
		interruption.abort();
		await teardown.run();
	}
}

async function toStatus(args: readonly string[]): Promise<number> {
	try {
		const options = readOptions(args);
		if (!options.help) return await runToItsEnd(options);
		console.log(USAGE);
		return 0;
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
		return STATUS_MISUSE;
	}
}

/** The whole of `npm run torture`; ends the process with its exit status. */
export async function main(args: readonly string[]): Promise<void> {
	process.exit(await toStatus(args));
}
