import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SCRATCH } from '../places';
import { runNpm } from '../processes/npm';

const PACKED = join(SCRATCH, 'packed');
const LOG = join(SCRATCH, 'package.log');

/**
 * Builds the package and packs it as for publication. Gives the tarball's path: that of `PACKED_PACKAGE`
 * where who starts several runs has packed it for all of them.
 */
export async function packPackage(): Promise<string> {
	const { PACKED_PACKAGE } = process.env;
	if (PACKED_PACKAGE) return PACKED_PACKAGE;
	rmSync(PACKED, { recursive: true, force: true });
	rmSync(LOG, { force: true });
	mkdirSync(PACKED, { recursive: true });
	await runNpm({ args: ['run', 'build'], cwd: ROOT, logPath: LOG });
	await runNpm({ args: ['pack', '--pack-destination', PACKED], cwd: ROOT, logPath: LOG });
	const tarball = readdirSync(PACKED).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error(`npm pack left no tarball in ${PACKED}`);
	return join(PACKED, tarball);
}

function nodesFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes');
}

/** Where `installPackage` puts the package. */
export function installedPackage(userFolder: string): string {
	return join(nodesFolder(userFolder), 'node_modules', 'n8n-nodes-org-event-log');
}

/** Installs a tarball where n8n keeps community nodes, as n8n itself does for its users. */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = nodesFolder(userFolder);
	mkdirSync(nodes, { recursive: true });
	writeFileSync(join(nodes, 'package.json'), '{"name":"installed-nodes","private":true}\n');
	await runNpm({
		args: [
			'install',
			tarball,
			'--offline',
			'--ignore-scripts',
			'--legacy-peer-deps',
			'--no-audit',
			'--no-fund',
			'--no-package-lock',
		],
		cwd: nodes,
		logPath: LOG,
	});
}
