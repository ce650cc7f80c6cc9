import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRun } from '../command/command';
import { isJsonObject } from '../jsonGuards';
import { installPackage } from '../n8n/communityPackage';
import { temporaryUserFolder, type InstanceBase } from '../n8n/instance';
import { ROOT } from '../places';
import { exitOf } from '../processes/exitOf';
import { logTail } from '../processes/logTail';
import { spawnManaged } from '../processes/managedProcess';
import { parseFindings, type Findings } from './findings';

const MAIN = join(ROOT, 'test', 'support', 'coreProbe', 'main.cjs');
const PACKAGE = join('.n8n', 'nodes', 'node_modules', 'n8n-nodes-org-event-log');

/**
 * Makes all checks in the contexts of an n8n-core, in a process of its own.
 * @param core its version
 * @param tree the folder in which it is installed
 * @throws Error with the end of the process's log when it could not be done
 */
export async function probeCore(
	{ installation, tarball }: InstanceBase,
	{ core, tree }: { readonly core: string; readonly tree: string },
	{ signal, teardown }: CommandRun,
): Promise<Findings> {
	const userFolder = temporaryUserFolder('compat-core');
	teardown.add(() => rmSync(userFolder, { recursive: true, force: true }));
	await installPackage(tarball, userFolder);
	const [resultPath, logPath] = [join(userFolder, 'findings.json'), join(userFolder, 'core.log')];
	const temporary = join(userFolder, 'tmp');
	mkdirSync(temporary);
	const probe = spawnManaged({
		nodePath: installation.nodePath,
		script: MAIN,
		args: [join(userFolder, PACKAGE), resultPath],
		cwd: userFolder,
		env: { PATH: process.env.PATH, TMPDIR: temporary, N8N_CORE_TREE: tree },
		logPath,
	});
	const status = await exitOf(probe, signal);
	if (status !== 0) throw new Error(`n8n-core could not be probed. ${logTail(logPath)}`);
	const result: unknown = JSON.parse(readFileSync(resultPath, 'utf8'));
	if (!isJsonObject(result) || result.core !== core) {
		throw new Error('Another n8n-core was probed than the release has');
	}
	return parseFindings(result.findings);
}
