// Runs on n8n's Node: the one that runs the rest has no SQLite. Prints what is in n8n's database.
const { DatabaseSync } = require('node:sqlite');
const { parse } = require('flatted');

const [path, workflowId, triggerType] = process.argv.slice(2);
const database = new DatabaseSync(path, { readOnly: true });

function eventsOf(main) {
	const items = (main ?? []).flatMap((output) => output ?? []);
	return items.map(({ json }) => json).filter((json) => typeof json?.id === 'string');
}

// A finished execution has what the trigger gave as a node's result; one that was killed still has
// it as the data to begin with.
function handedOver(data, trigger) {
	const runs = data.resultData?.runData?.[trigger] ?? [];
	const done = runs.flatMap((run) => eventsOf(run.data?.main));
	if (done.length > 0) return done;
	const stack = data.executionData?.nodeExecutionStack ?? [];
	return stack
		.filter(({ node }) => node.name === trigger)
		.flatMap((entry) => eventsOf(entry.data?.main));
}

function triggerOf({ nodes }) {
	return nodes.find(({ type }) => type === triggerType).name;
}

const workflow = database
	.prepare('SELECT nodes, staticData FROM workflow_entity WHERE id = ?')
	.get(workflowId);
const trigger = triggerOf({ nodes: JSON.parse(workflow.nodes) });
const executions = database
	.prepare(
		`SELECT id, status, createdAt, data, workflowData FROM execution_entity
		JOIN execution_data ON executionId = id WHERE workflowId = ? ORDER BY id`,
	)
	.all(workflowId)
	.map(({ id, status, createdAt, data, workflowData }) => {
		// The node may have had another name then.
		const events = handedOver(parse(data), triggerOf(JSON.parse(workflowData)));
		return {
			id,
			status,
			createdAtMs: Date.parse(`${createdAt.replace(' ', 'T')}Z`),
			eventIds: events.map((event) => event.id),
			redeliveredIds: events.filter((event) => event.redelivered).map((event) => event.id),
		};
	});
const poller = database
	.prepare('SELECT cursor FROM poller_state WHERE workflowId = ?')
	.get(workflowId);
const staticData = JSON.parse(workflow.staticData ?? '{}')?.[`node:${trigger}`];
const cursor = JSON.parse(poller?.cursor ?? 'null');
process.stdout.write(
	JSON.stringify({ executions, state: (cursor ?? staticData)?.kept?.state ?? null }),
);
