import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '../../n8n/editorApi';
import { listExecutions } from '../../n8n/executions';
import { EXAMPLES } from '../../places';
import type { BrowserTest } from '../browserTest';
import type { Picture } from '../pictures';
import type { Stage } from '../stage';

interface Example {
	readonly file: string;
	readonly id: string;
	readonly name: string;
}

/** Which task of the docs an example is shown at. */
const PICTURE_OF: Readonly<Record<string, Picture>> = {
	'refused-access-to-slack.json': 'task-alert',
	'device-to-jira-ticket.json': 'task-ticket',
	'refusal-burst-to-slack-and-jira.json': 'task-burst',
	'daily-digest-by-mail.json': 'task-digest',
	'monthly-compliance-report.json': 'task-report',
	'reconciliation.json': 'task-reconcile',
	'heartbeat.json': 'task-heartbeat',
	'ai-agent-tool.json': 'task-ai-tool',
};

function readExample(file: string): Example {
	const workflow: unknown = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8'));
	return { file, id: String(fieldOf(workflow, 'id')), name: String(fieldOf(workflow, 'name')) };
}

function examples(): Example[] {
	return readdirSync(EXAMPLES)
		.filter((file) => file.endsWith('.json'))
		.map(readExample);
}

function runsAtOneClick({ file, id, name }: Example): BrowserTest<Stage> {
	return {
		name: `example: ${name} runs at one click`,
		run: async (stage) => {
			const canvas = await stage.editor.openWorkflow(id);
			assert.deepEqual(await canvas.nodesWithIssues(), []);
			await canvas.execute();
			const [newest] = await listExecutions(stage.api, id);
			assert.equal(newest?.status, 'success');
			await canvas.fitIntoView();
			const picture = PICTURE_OF[file];
			if (picture) await stage.pictures.take(stage.person.page, picture);
		},
	};
}

/** Every example, as somebody would try it who has just imported it. */
export const EXAMPLE_TESTS: ReadonlyArray<BrowserTest<Stage>> = examples().map(runsAtOneClick);
