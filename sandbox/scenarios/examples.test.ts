import { rmSync } from 'node:fs';
import { beginRun } from '../command/command';
import { test as labTest } from '../lab/test';
import { temporaryUserFolder } from '../n8n/instance';
import { agentTool } from './examples/agentTool';
import { archive } from './examples/archive';
import { dailyDigest } from './examples/dailyDigest';
import { deviceTicket } from './examples/deviceTicket';
import { heartbeat } from './examples/heartbeat';
import { monthlyReport, reportThatArrives } from './examples/monthlyReport';
import { reconciliation } from './examples/reconciliation';
import { refusalBurst } from './examples/refusalBurst';
import { refusedAccess } from './examples/refusedAccess';
import { Scene } from './examples/scene';
import { setStage } from './examples/stage';

const EXAMPLES = [
	refusedAccess,
	refusalBurst,
	deviceTicket,
	dailyDigest,
	monthlyReport,
	heartbeat,
	reconciliation,
	agentTool,
	archive,
];

/** With one n8n for all examples; its folder is deleted unless one of them fails. */
const test = labTest.extend('stage', { scope: 'file' }, async ({ base }, { onCleanup }) => {
	const { run, end } = beginRun();
	const folder = temporaryUserFolder('examples');
	const outcome = { isFailed: false };
	onCleanup(async () => {
		await end();
		if (outcome.isFailed) console.error(`${folder} shows what happened`);
		else rmSync(folder, { recursive: true, force: true });
	});
	const stage = await setStage(EXAMPLES, { base, folder, name: 'examples' }, run);
	return { ...stage, outcome };
});

test.concurrent.for(EXAMPLES)(
	'$workflowId sends what is written here',
	async (example, { stage, expect, onTestFailed }) => {
		onTestFailed(() => {
			stage.outcome.isFailed = true;
		});
		const service = stage.services.get(example) ?? stage.lab.systems.service;
		await example.play(new Scene(stage, example.workflowId, service, expect));
	},
);

/** Where n8n keeps the files of its executions: in memory, on disk, or in its database. */
labTest.concurrent.for(['default', 'filesystem', 'database'])(
	'a report arrives as it was written where n8n keeps files in the mode %s',
	async (mode, { base, folder, run, expect }) => {
		const place = { base, folder, name: `files in mode ${mode}` };
		const variables = { N8N_DEFAULT_BINARY_DATA_MODE: mode };
		const stage = await setStage([reportThatArrives], place, run, variables);
		const service = stage.services.get(reportThatArrives) ?? stage.lab.systems.service;
		await reportThatArrives.play(new Scene(stage, reportThatArrives.workflowId, service, expect));
	},
);
