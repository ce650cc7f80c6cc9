// Runs on n8n's Node: the one that runs the rest has no SQLite. Prints what is in n8n's database.
const { DatabaseSync } = require('node:sqlite');
const { parse } = require('flatted');
const { storedExecution, triggerOf } = require('./storedExecution.cjs');

const [path, workflowId, triggerType] = process.argv.slice(2);
const database = new DatabaseSync(path, { readOnly: true });

const workflow = database
	.prepare('SELECT nodes, staticData FROM workflow_entity WHERE id = ?')
	.get(workflowId);
const trigger = triggerOf({ nodes: JSON.parse(workflow.nodes) }, triggerType);
const executions = database
	.prepare(
		`SELECT id, status, createdAt, data, workflowData FROM execution_entity
		JOIN execution_data ON executionId = id WHERE workflowId = ? ORDER BY id`,
	)
	.all(workflowId)
	.map(({ createdAt, data, workflowData, ...row }) =>
		storedExecution(
			{
				...row,
				createdAtMs: Date.parse(`${createdAt.replace(' ', 'T')}Z`),
				data: parse(data),
				workflowData: JSON.parse(workflowData),
			},
			triggerType,
		),
	);
const poller = database
	.prepare('SELECT cursor FROM poller_state WHERE workflowId = ?')
	.get(workflowId);
const staticData = JSON.parse(workflow.staticData ?? '{}')?.[`node:${trigger}`];
const cursor = JSON.parse(poller?.cursor ?? 'null');
process.stdout.write(
	JSON.stringify({ executions, state: (cursor ?? staticData)?.kept?.state ?? null }),
);
