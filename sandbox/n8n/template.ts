import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import { Teardown } from '../command/teardown';
import { SCRATCH } from '../places';
import { freePort } from '../processes/freePort';
import { installPackage } from './communityPackage';
import { folderMadeOnce } from './folderMadeOnce';
import type { N8nInstallation } from './installation';
import { N8nProcess } from './n8nProcess';

/** What of n8n's folder is the package, and what is its data. */
const NODES = join('.n8n', 'nodes');
const DATABASE = join('.n8n', 'database.sqlite');
/** With the journal: an n8n that was slow to end has left the newest of its database there. */
const DATA = [join('.n8n', 'config'), DATABASE, `${DATABASE}-wal`];

/** Has n8n set up its database in a folder, once. */
async function setUp(
	installation: N8nInstallation,
	userFolder: string,
	signal: AbortSignal,
): Promise<void> {
	const run: CommandRun = { signal, teardown: new Teardown() };
	try {
		const settings = {
			userFolder,
			port: await freePort(),
			taskBrokerPort: await freePort(),
			timezone: 'UTC',
			pollingMode: 'inMemory',
			logPath: join(userFolder, 'n8n.log'),
		} as const;
		await new N8nProcess({ installation, settings }, run).start();
	} finally {
		await run.teardown.run();
	}
}

/**
 * A folder of an n8n that has the package, its owner and an empty database: what instances begin as. It is made once for
 * each release and package.
 */
export async function templateOf(
	installation: N8nInstallation,
	tarball: string,
	signal: AbortSignal,
): Promise<string> {
	const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 12);
	return await folderMadeOnce(
		join(SCRATCH, `template-${installation.version}-${sum}`),
		`  Preparing a folder for it, once for each build: half a minute or more …`,
		async (folder) => {
			await installPackage(tarball, folder);
			await setUp(installation, folder, signal);
		},
	);
}

/** Puts the package into an n8n's folder, and the data of the template unless it has its own or is to have none. */
export function copyTemplate(template: string, userFolder: string, isEmpty: boolean): void {
	rmSync(join(userFolder, NODES), { recursive: true, force: true });
	cpSync(join(template, NODES), join(userFolder, NODES), { recursive: true });
	if (isEmpty || existsSync(join(userFolder, DATABASE))) return;
	for (const path of DATA.filter((name) => existsSync(join(template, name)))) {
		cpSync(join(template, path), join(userFolder, path));
	}
}
