import assert from 'node:assert/strict';
import type { EditorApi } from '../../n8n/editorApi';
import { openEditorApi } from '../../n8n/editorApi';
import { isUnderWay, listExecutions } from '../../n8n/executions';
import { fillInForm, linkOfQuestion } from '../../n8n/questions';
import type { WorkflowFile } from '../../n8n/workflowFiles';
import { readExamples } from '../../n8n/workflowFiles';
import { waitUntil } from '../../processes/waitUntil';
import type { BrowserTest } from '../browserTest';
import type { Picture } from '../docsMaterial';
import type { Stage } from '../stage';

/** Which task of the docs an example is shown at, by its id. */
const PICTURE_OF: Readonly<Record<string, Picture>> = {
	orgEventLogRefused: 'task-alert',
	orgEventLogTicket: 'task-ticket',
	orgEventLogBurst: 'task-burst',
	orgEventLogDigest: 'task-digest',
	orgEventLogMonthly: 'task-report',
	orgEventLogReconcile: 'task-reconcile',
	orgEventLogHeartbeat: 'task-heartbeat',
	orgEventLogAgent: 'task-ai-tool',
};
const RUN_TIMEOUT_MS = 90_000;

/** How the one run of a workflow has ended. */
async function outcomeOf(api: EditorApi, { signal }: Stage, workflowId: string): Promise<string> {
	const wait = { timeoutMs: RUN_TIMEOUT_MS, signal };
	return await waitUntil('the run to end', wait, async () => {
		const [run] = await listExecutions(api, workflowId);
		return run !== undefined && !isUnderWay(run.status) && run.status;
	});
}

/** Answers what a workflow asks somebody, as its signer would: until then its run has no end. */
async function answerQuestion(
	api: EditorApi,
	{ systems, signal }: Stage,
	workflowId: string,
): Promise<void> {
	const wait = { timeoutMs: RUN_TIMEOUT_MS, signal };
	const executionId = await waitUntil('the run to begin', wait, async () => {
		const [run] = await listExecutions(api, workflowId);
		return run?.id;
	});
	const sent = () => systems.sink.messages.at(-1)?.content;
	const link = await linkOfQuestion(api, executionId, wait, sent);
	await fillInForm(link, 'Please sign', ['Ada Lovelace', 'I sign it']);
}

function runsAtOneClick({ id, name, nodes }: WorkflowFile): BrowserTest {
	return {
		name: `example: "${name}" runs at one click`,
		run: async (stage) => {
			const api = await openEditorApi(stage.settings);
			const canvas = await stage.editor.openWorkflow(id);
			assert.deepEqual(await canvas.nodesWithIssues(), []);
			const asks = nodes.some(({ parameters }) => parameters.operation === 'sendAndWait');
			await Promise.all([canvas.execute(), asks && answerQuestion(api, stage, id)]);
			assert.equal(await outcomeOf(api, stage, id), 'success');
			await canvas.fitIntoView();
			const picture = PICTURE_OF[id];
			if (picture) await stage.docs.take(stage.person.page, picture);
		},
	};
}

/** Every example, as somebody would try it who has just imported it. */
export const EXAMPLE_TESTS: readonly BrowserTest[] = readExamples().map(runsAtOneClick);
