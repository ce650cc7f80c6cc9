import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../jsonGuards';
import { installedPackage } from '../../n8n/communityPackage';
import type { InstanceBase } from '../../n8n/instance';
import { copyTemplate } from '../../n8n/template';
import { ROOT } from '../../places';
import { exitOf } from '../../processes/exitOf';
import { logTail } from '../../processes/logTail';
import { spawnManaged } from '../../processes/managedProcess';
import { parseFindings, type Findings } from './checks';
import { installCore } from './installedRelease';
import type { Release } from './releases';

const MAIN = join(ROOT, 'test', 'support', 'coreProbe', 'main.cjs');

/**
 * Makes all checks in the contexts of a release's n8n-core, in a process of its own with a folder of its own.
 * @throws Error with the end of the process's log when it could not be done
 */
export async function probeCore(
	release: Release,
	{ installation, template }: InstanceBase,
	folder: string,
	signal: AbortSignal,
): Promise<Findings> {
	const tree = await installCore(release, signal);
	copyTemplate(template, folder, true);
	const [resultPath, logPath] = [join(folder, 'findings.json'), join(folder, 'core.log')];
	const temporary = join(folder, 'tmp');
	mkdirSync(temporary);
	const probe = spawnManaged({
		nodePath: installation.nodePath,
		script: MAIN,
		args: [installedPackage(folder), resultPath],
		cwd: folder,
		env: { PATH: process.env.PATH, TMPDIR: temporary, N8N_CORE_TREE: tree },
		logPath,
	});
	const status = await exitOf(probe, signal);
	if (status !== 0) throw new Error(`n8n-core could not be probed. ${logTail(logPath)}`);
	const result: unknown = JSON.parse(readFileSync(resultPath, 'utf8'));
	if (!isJsonObject(result) || result.core !== release.core) {
		throw new Error('Another n8n-core was probed than the release has');
	}
	return parseFindings(result.findings);
}
