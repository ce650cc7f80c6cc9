// Runs on n8n's Node, with n8n's own client of PostgreSQL. Prints what is in n8n's database.
const { Client } = require('pg');
const { parse } = require('flatted');
const { storedExecution } = require('../crashTest/storedExecution.cjs');

const { triggerType, deliveryWorkflow, fileNode } = JSON.parse(process.argv[2]);

// The file that an execution has made, as n8n refers to it, and the manifest beside it.
function fileOf(data) {
	const [run] = data.resultData?.runData?.[fileNode] ?? [];
	const [item] = run?.data?.main?.[0] ?? [];
	return item?.binary?.data && { manifest: item.json, binaryId: item.binary.data.id };
}

async function readExecutions(client) {
	const { rows } = await client.query(
		`SELECT id, status, mode, "createdAt", "workflowId", data, "workflowData" FROM execution_entity
		JOIN execution_data ON "executionId" = id ORDER BY id`,
	);
	return rows.map(({ createdAt, workflowId, mode, ...row }) => {
		const data = parse(row.data);
		return {
			...storedExecution({ ...row, data, createdAtMs: createdAt.getTime() }, triggerType),
			// Its events were delivered before: a retry is another run of the same delivery.
			isDelivery: workflowId === deliveryWorkflow && mode !== 'retry',
			file: fileOf(data) ?? null,
		};
	});
}

async function main() {
	// Where the server is, its environment tells.
	const client = new Client();
	await client.connect();
	try {
		process.stdout.write(JSON.stringify(await readExecutions(client)));
	} finally {
		await client.end();
	}
}

main().catch(({ message }) => {
	console.error(message);
	process.exit(1);
});
