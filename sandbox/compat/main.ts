import type { CommandRun } from '../command/command';
import { runCommand } from '../command/command';
import type { InstanceBase } from '../n8n/instance';
import { prepareInstanceBase } from '../n8n/instance';
import type { PollingMode } from '../n8n/settings';
import { probeCore } from './coreProbe';
import { CHECKS, allHold, noneHolds, type Findings, type Row } from './findings';
import { installCore, installN8n } from './installedRelease';
import { probeN8n } from './n8nProbe';
import type { CompatOptions } from './options';
import { USAGE, isWhole, parseOptions } from './options';
import { pollingModesOf } from './pollingModes';
import { RELEASES, findNewestReleases, type Release } from './releases';
import { toTable, writeTable } from './table';

const INSTALL_TIMEOUT_MS = 20 * 60_000;

function log(text: string): void {
	console.error(`${new Date().toISOString().slice(11, 19)}  ${text}`);
}

async function unlessItFails(
	probe: () => Promise<Findings>,
	signal: AbortSignal,
): Promise<Findings> {
	try {
		return await probe();
	} catch (error) {
		signal.throwIfAborted();
		const reason = error instanceof Error ? error.message : String(error);
		console.error(reason);
		return noneHolds(reason);
	}
}

async function rowOfCore(release: Release, base: InstanceBase, run: CommandRun): Promise<Row> {
	const { version, core } = release;
	log(`${version}: its n8n-core ${core}`);
	const probing = async () => {
		const tree = await installCore(release, run.signal);
		return await probeCore(base, { core, tree }, run);
	};
	const findings = await unlessItFails(probing, run.signal);
	return { version, ran: `n8n-core ${core}`, mode: 'inMemory', findings };
}

/** The modes side by side: most of their time, they wait for polls. */
async function rowsOfN8n(
	{ version }: Release,
	base: InstanceBase,
	modes: readonly PollingMode[],
	run: CommandRun,
): Promise<Row[]> {
	const offered = pollingModesOf(base.installation).filter((mode) => modes.includes(mode));
	return await Promise.all(
		offered.map(async (mode) => {
			log(`${version}: ${mode}`);
			const probing = async () => await probeN8n(base, mode, run);
			const findings = await unlessItFails(probing, run.signal);
			const failing = CHECKS.filter((check) => findings.get(check)?.holds !== true);
			log(`${version}: ${mode}: ${failing.length === 0 ? 'all holds' : failing.join(', ')}`);
			return { version, ran: 'all', mode, findings };
		}),
	);
}

/** All of n8n; where that can't be installed, its n8n-core. */
async function rowsOf(
	release: Release,
	sandbox: InstanceBase,
	{ core, modes }: CompatOptions,
	run: CommandRun,
): Promise<Row[]> {
	if (core || release.isCoreOnly) return [await rowOfCore(release, sandbox, run)];
	try {
		const timeLimit = AbortSignal.timeout(INSTALL_TIMEOUT_MS);
		const signal = AbortSignal.any([run.signal, timeLimit]);
		const installation = await installN8n(release, sandbox.installation, signal);
		return await rowsOfN8n(release, { ...sandbox, installation }, modes, run);
	} catch (error) {
		run.signal.throwIfAborted();
		log(`${release.version} can't be installed. ${String(error)}`);
		return [await rowOfCore(release, sandbox, run)];
	}
}

async function testReleases(options: CompatOptions, run: CommandRun): Promise<boolean> {
	const { only } = options;
	const releases = options.newest ? await findNewestReleases() : RELEASES;
	const chosen = releases.filter(({ version }) => version.startsWith(only));
	if (chosen.length === 0) throw new Error(`No release begins with ${only}`);
	const base = await prepareInstanceBase(run.signal);
	const rows: Row[] = [];
	for (const release of chosen) rows.push(...(await rowsOf(release, base, options, run)));
	const table = toTable(rows);
	console.log(table);
	const lines = rows.map(({ findings, ...row }) => {
		return { ...row, findings: Object.fromEntries(findings) };
	});
	console.log(JSON.stringify({ rows: lines }));
	if (isWhole(options)) writeTable(table);
	return rows.length > 0 && rows.every(allHold);
}

/** The whole of `npm run compat`. */
export async function main(args: readonly string[]): Promise<void> {
	await runCommand({ usage: USAGE, parse: parseOptions, execute: testReleases }, args);
}
