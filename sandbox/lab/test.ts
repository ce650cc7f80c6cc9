import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as plainTest } from 'vitest';
import type { CommandRun } from '../command/command';
import { Teardown } from '../command/teardown';
import type { InstanceBase } from '../n8n/instance';
import { prepareInstanceBase, temporaryUserFolder } from '../n8n/instance';
import type { Lab, LabOptions } from './lab';
import { openLab } from './lab';
import type { N8n } from './topologies/topology';

/** What every scenario may ask for. */
interface LabFixtures {
	/** Stops what is started with it when the test ends, however it ends. */
	readonly run: CommandRun;
	/** n8n's installation and the packed package. */
	readonly base: InstanceBase;
	/** A new folder; it is deleted unless the test fails. */
	readonly folder: string;
	/** A lab of the test's own. */
	readonly openLab: <Kind extends N8n>(options: LabOptions<Kind>) => Promise<Lab<Kind>>;
}

/** Vitest's `test`, with a lab. */
export const test = plainTest.extend<LabFixtures>({
	run: async ({ signal }, use) => {
		const teardown = new Teardown();
		const end = new AbortController();
		try {
			await use({ signal: AbortSignal.any([signal, end.signal]), teardown });
		} finally {
			// What ran beside the part that failed must start nothing new meanwhile.
			end.abort();
			await teardown.run();
		}
	},
	base: async ({ run }, use) => {
		await use(await prepareInstanceBase(run.signal));
	},
	folder: async ({ task, onTestFinished }, use) => {
		const folder = temporaryUserFolder(task.file.name.replace(/^.*\/|\.test\.ts$/g, ''));
		onTestFinished(({ task: { result } }) => {
			if (result?.state === 'fail') console.error(`${task.name}: ${folder} shows what happened`);
			else rmSync(folder, { recursive: true, force: true });
		});
		await use(folder);
	},
	openLab: async ({ run, base, folder, task }, use) => {
		let opened = 0;
		await use(async (options) => {
			const own = join(folder, String(++opened));
			return await openLab(options, { base, name: task.name, folder: own }, run);
		});
	},
});
