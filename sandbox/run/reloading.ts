import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'chokidar';
import type { CommandRun } from '../command/command';
import { installedPackage } from '../n8n/communityPackage';
import { ROOT, SCRATCH } from '../places';
import { runNpm } from '../processes/npm';

/** What the package is built from. */
const SOURCES = ['nodes', 'credentials', 'icons'];
/** An editor writes a file in several steps, and several files at once. */
const SETTLED_MS = 200;
const LOG = join(SCRATCH, 'reload.log');

/** With these n8n looks for changes of the nodes that it has installed, and shows them in an open editor. */
export const RELOADING = { N8N_DEV_RELOAD: 'true' };

async function rebuild(userFolder: string, signal: AbortSignal): Promise<void> {
	const startedMs = Date.now();
	try {
		await runNpm({ args: ['run', 'build'], cwd: ROOT, logPath: LOG, signal });
		const dist = join(installedPackage(userFolder), 'dist');
		cpSync(join(ROOT, 'dist'), dist, { recursive: true });
		console.log(
			`Built in ${((Date.now() - startedMs) / 1000).toFixed(1)} s. n8n loads the new build now.`,
		);
	} catch (error) {
		if (!signal.aborted) console.error(error instanceof Error ? error.message : error);
	}
}

/** Builds the package anew after each change of its sources, for an n8n that is running. */
export function rebuildOnChange(userFolder: string, { signal, teardown }: CommandRun): void {
	const sources = SOURCES.map((folder) => join(ROOT, folder));
	const watcher = watch(sources, { ignoreInitial: true });
	teardown.add(async () => await watcher.close());
	watcher.on('ready', () =>
		console.log(`Changes in ${SOURCES.join(', ')} are built as you save them.`),
	);
	let settling: NodeJS.Timeout | undefined;
	let building = Promise.resolve();
	watcher.on('all', () => {
		clearTimeout(settling);
		settling = setTimeout(() => {
			building = building.then(async () => await rebuild(userFolder, signal));
		}, SETTLED_MS);
	});
}
