import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as plainTest } from 'vitest';
import { beginRun } from '../command/command';
import { prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import type { LabOptions } from './lab';
import { openLab } from './lab';
import type { N8n } from './topologies/topology';

/** Vitest's `test`, with a lab, and what a scenario may ask for that makes something of its own. */
export const test = plainTest
	/** n8n's installation and the packed package. */
	.extend('base', { scope: 'file' }, () => prepareInstanceBase(new AbortController().signal))
	/** Stops what is started with it when the test ends, however it ends. */
	.extend('run', ({ signal }, { onCleanup }) => {
		const { run, end } = beginRun(signal);
		onCleanup(end);
		return run;
	})
	/** A new folder; it is deleted unless the test fails. */
	.extend('folder', ({ task, onTestFinished }) => {
		const folder = temporaryUserFolder(task.file.name.replace(/^.*\/|\.test\.ts$/g, ''));
		onTestFinished(({ task: { result } }) => {
			if (result?.state === 'fail') console.error(`${task.name}: ${folder} shows what happened`);
			else rmSync(folder, { recursive: true, force: true });
		});
		return folder;
	})
	/** Opens a lab of the test's own. */
	.extend('openLab', ({ run, base, folder, task }) => {
		let opened = 0;
		return async <Kind extends N8n>(options: LabOptions<Kind>) => {
			const own = join(folder, String(++opened));
			return await openLab(options, { base, name: task.name, folder: own }, run);
		};
	});
