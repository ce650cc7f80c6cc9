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

function triggerOf({ nodes }, triggerType) {
	return nodes.find(({ type }) => type === triggerType)?.name;
}

// What is known of a row of n8n's executions, with its parsed data and workflow joined to it.
function storedExecution({ id, status, createdAtMs, data, workflowData }, triggerType) {
	// The node may have had another name then.
	const events = handedOver(data, triggerOf(workflowData, triggerType));
	return {
		id,
		status,
		createdAtMs,
		eventIds: events.map((event) => event.id),
		redeliveredIds: events.filter((event) => event.redelivered).map((event) => event.id),
	};
}

module.exports = { storedExecution, triggerOf };
