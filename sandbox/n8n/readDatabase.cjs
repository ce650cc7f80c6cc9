// Runs on n8n's Node, with n8n's own clients: the one that runs the rest has no SQLite. Prints what is in n8n's database.
const { parse } = require('flatted');

const { path, workflow: deliveryWorkflow, triggerType } = JSON.parse(process.argv[2]);

// Both give rows for the same SQL.
async function openDatabase() {
	if (path !== undefined) {
		const { DatabaseSync } = require('node:sqlite');
		const database = new DatabaseSync(path, { readOnly: true });
		return {
			rows: async (sql) => database.prepare(sql).all(),
			close: async () => database.close(),
		};
	}
	const { Client } = require('pg');
	// Where the server is, its environment tells.
	const client = new Client();
	await client.connect();
	return { rows: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

function jsonOf(value) {
	return typeof value === 'string' ? JSON.parse(value) : (value ?? null);
}

function millisecondsOf(date) {
	return date instanceof Date ? date.getTime() : Date.parse(`${date.replace(' ', 'T')}Z`);
}

function triggerOf(nodes) {
	return nodes.find(({ type }) => type === triggerType)?.name;
}

function eventsOf(main) {
	const items = (main ?? []).flatMap((output) => output ?? []);
	return items.map(({ json }) => json).filter((json) => typeof json?.id === 'string');
}

// A finished execution has what the trigger gave as a node's result; one that was killed still has
// it as the data to begin with.
function handedOver({ resultData, executionData }, trigger) {
	const done = (resultData?.runData?.[trigger] ?? []).flatMap((run) => eventsOf(run.data?.main));
	if (done.length > 0) return done;
	return (executionData?.nodeExecutionStack ?? [])
		.filter(({ node }) => node.name === trigger)
		.flatMap((entry) => eventsOf(entry.data?.main));
}

// The first file that an execution has made, as n8n refers to it, and the manifest beside it.
function fileOf({ resultData }) {
	const runs = Object.values(resultData?.runData ?? {}).flat();
	const items = runs.flatMap((run) => run.data?.main?.[0] ?? []);
	const item = items.find(({ binary }) => binary?.data);
	return item && { manifest: item.json, binaryId: item.binary.data.id };
}

function executionOf({ id, status, mode, createdAt, workflowId, data, workflowData }) {
	const parsed = parse(data);
	// The node may have had another name then.
	const events = handedOver(parsed, triggerOf(jsonOf(workflowData).nodes));
	return {
		id: Number(id),
		status,
		createdAtMs: millisecondsOf(createdAt),
		// Events of a retry were delivered before: it is another run of the same delivery.
		isDelivery: workflowId === deliveryWorkflow && mode !== 'retry',
		eventIds: events.map((event) => event.id),
		redeliveredIds: events.filter((event) => event.redelivered).map((event) => event.id),
		file: fileOf(parsed) ?? null,
	};
}

async function main() {
	const { rows, close } = await openDatabase();
	const executions = await rows(
		`SELECT id, status, mode, "createdAt", "workflowId", data, "workflowData" FROM execution_entity
		JOIN execution_data ON "executionId" = id ORDER BY id`,
	);
	const [workflow] = await rows(
		`SELECT nodes, "staticData" FROM workflow_entity WHERE id = '${deliveryWorkflow}'`,
	);
	const [poller] = await rows(
		`SELECT cursor FROM poller_state WHERE "workflowId" = '${deliveryWorkflow}'`,
	);
	await close();
	const trigger = workflow && triggerOf(jsonOf(workflow.nodes));
	const data = jsonOf(poller?.cursor) ?? jsonOf(workflow?.staticData)?.[`node:${trigger}`];
	const { kept } = data ?? {};
	process.stdout.write(
		JSON.stringify({
			executions: executions.map(executionOf),
			// Without a guard: a state that is written in another way is not to pass for none.
			savedWatermarkMs: kept ? kept.state.cursor.watermarkMs : 0,
		}),
	);
}

main().catch(({ message }) => {
	console.error(message);
	process.exit(1);
});
