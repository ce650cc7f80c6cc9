import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject } from '../jsonGuards';
import { buildSqlite, type N8nInstallation } from '../n8n/installation';
import { SANDBOX, SCRATCH } from '../places';
import { runNpm } from '../processes/npm';
import type { Release } from './releases';

/** Installed releases, 2 GB each; ignored by git. */
const TREES = join(SANDBOX, '.compat');
const SQLITE = join('node_modules', 'sqlite3');
const SQLITE_BINARY = join(SQLITE, 'build', 'Release', 'node_sqlite3.node');
const INSTALLING = 'installing-';

type Dependencies = Readonly<Record<string, string>>;

function versionIn(folder: string): string | undefined {
	const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const version = isJsonObject(manifest) ? manifest.version : undefined;
	return typeof version === 'string' ? version : undefined;
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** What installations left that were killed. */
function removeLeftovers(): void {
	for (const name of readdirSync(TREES).filter((entry) => entry.startsWith(INSTALLING))) {
		const pid = Number(name.slice(INSTALLING.length).split('-')[0]);
		if (!isRunning(pid)) rmSync(join(TREES, name), { recursive: true, force: true });
	}
}

/** n8n can't do without sqlite3, which ships no binary; what the sandbox has built fits the same version. */
async function addSqlite(tree: string, signal: AbortSignal): Promise<void> {
	const built = join(SANDBOX, SQLITE_BINARY);
	const wanted = versionIn(join(tree, SQLITE));
	if (existsSync(built) && versionIn(join(SANDBOX, SQLITE)) === wanted) {
		mkdirSync(dirname(join(tree, SQLITE_BINARY)), { recursive: true });
		copyFileSync(built, join(tree, SQLITE_BINARY));
		return;
	}
	await buildSqlite({ folder: tree, logPath: join(SCRATCH, 'compat-install.log'), signal });
}

interface Tree {
	readonly name: string;
	readonly dependencies: Dependencies;
	readonly before?: string;
	/** Whether npm leaves alone what packages expect beside them: n8n names all that it needs by itself. */
	readonly ignoresPeers?: true;
	/** What npm is not asked to do. */
	readonly complete?: (folder: string) => Promise<void>;
}

/** A folder with these packages, installed once. It has its name only when it is complete. */
async function installTree(
	{ name, dependencies, before, ignoresPeers, complete }: Tree,
	signal: AbortSignal,
): Promise<string> {
	const tree = join(TREES, name);
	if (existsSync(tree)) return tree;
	mkdirSync(TREES, { recursive: true });
	removeLeftovers();
	const folder = join(TREES, `${INSTALLING}${process.pid}-${name}`);
	mkdirSync(folder);
	try {
		console.error(`Installing ${name} …`);
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
			logPath: join(SCRATCH, 'compat-install.log'),
			signal,
		});
		await complete?.(folder);
		if (!existsSync(tree)) renameSync(folder, tree);
		return tree;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * All of a release, on the Node that the sandbox's n8n runs on. The sandbox's own is used as it is.
 * @throws Error with the end of npm's output, or when the signal ends it
 */
export async function installN8n(
	{ version, before }: Release,
	sandbox: N8nInstallation,
	signal: AbortSignal,
): Promise<N8nInstallation> {
	if (version === sandbox.version) return sandbox;
	const tree = await installTree(
		{
			name: `n8n-${version}`,
			dependencies: { n8n: version },
			before,
			ignoresPeers: true,
			complete: async (folder) => await addSqlite(folder, signal),
		},
		signal,
	);
	const script = join(tree, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, nodePath: sandbox.nodePath, script };
}

/** What of a release a node is run by: n8n-core and n8n-workflow. Gives the folder they are installed in. */
export async function installCore(
	{ version, core, workflow, before }: Release,
	signal: AbortSignal,
): Promise<string> {
	const dependencies = { 'n8n-core': core, 'n8n-workflow': workflow };
	return await installTree({ name: `core-of-${version}`, dependencies, before }, signal);
}
