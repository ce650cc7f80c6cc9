import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { folderMadeOnce } from '../../n8n/folderMadeOnce';
import { buildSqlite, type N8nInstallation } from '../../n8n/installation';
import type { InstanceBase } from '../../n8n/instance';
import type { PollingMode } from '../../n8n/settings';
import { templateOf } from '../../n8n/template';
import { SCRATCH } from '../../places';
import { runNpm } from '../../processes/npm';
import type { Release } from './releases';

/** Installed releases, 2 GB each. */
const TREES = join(SCRATCH, 'releases');
const LOG = join(SCRATCH, 'releases-install.log');

/** The setting without which an n8n does not have a mode. */
const NEEDED_SETTINGS: Readonly<Record<PollingMode, string>> = {
	inMemory: '',
	durableScheduler: "'N8N_SCHEDULER_POLL_TRIGGERS_ENABLED'",
	durableCursors: "'N8N_POLLER_DURABLE_CURSORS_ENABLED'",
};

interface Tree {
	readonly name: string;
	readonly dependencies: Readonly<Record<string, string>>;
	readonly before?: string;
	/** Whether npm leaves alone what packages expect beside them: n8n names all that it needs by itself. */
	readonly ignoresPeers?: true;
	/** What npm is not asked to do. */
	readonly complete?: (folder: string) => Promise<void>;
}

/** A folder with these packages, installed once. */
async function installTree(
	{ name, dependencies, before, ignoresPeers, complete }: Tree,
	signal: AbortSignal,
): Promise<string> {
	return await folderMadeOnce(join(TREES, name), `Installing ${name} …`, async (folder) => {
		const manifest = { private: true, dependencies };
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
		await runNpm({
			args: [
				'install',
				'--ignore-scripts',
				'--no-audit',
				'--no-fund',
				...(ignoresPeers ? ['--legacy-peer-deps'] : []),
				...(before === undefined ? [] : [`--before=${before}`]),
			],
			cwd: folder,
			logPath: LOG,
			signal,
		});
		await complete?.(folder);
	});
}

/**
 * What an instance of a release begins as, on the Node that the sandbox's n8n runs on. The sandbox's own is used as it is.
 * @throws Error with the end of npm's output, or when the signal ends it
 */
export async function installRelease(
	{ version, before }: Release,
	sandbox: InstanceBase,
	signal: AbortSignal,
): Promise<InstanceBase> {
	const { nodePath, ...own } = sandbox.installation;
	if (version === own.version) return sandbox;
	const tree = await installTree(
		{
			name: `n8n-${version}`,
			dependencies: { n8n: version },
			before,
			ignoresPeers: true,
			complete: async (folder) => await buildSqlite({ folder, logPath: LOG, signal }),
		},
		signal,
	);
	const script = join(tree, 'node_modules', 'n8n', 'bin', 'n8n');
	const installation = { version, nodePath, script };
	const template = await templateOf(installation, sandbox.tarball, signal);
	return { ...sandbox, installation, template };
}

/** What of a release a node is run by: n8n-core and n8n-workflow. Gives the folder they are installed in. */
export async function installCore(
	{ version, core, workflow, before }: Release,
	signal: AbortSignal,
): Promise<string> {
	const dependencies = { 'n8n-core': core, 'n8n-workflow': workflow };
	return await installTree({ name: `core-of-${version}`, dependencies, before }, signal);
}

/** Whether an installed n8n has a polling mode: it ignores the settings of others without a word. */
export function hasMode({ script }: N8nInstallation, mode: PollingMode): boolean {
	const config = dirname(createRequire(script).resolve('@n8n/config'));
	const file = join(config, 'configs', 'scheduler.config.js');
	return (existsSync(file) ? readFileSync(file, 'utf8') : '').includes(NEEDED_SETTINGS[mode]);
}
