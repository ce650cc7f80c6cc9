import assert from 'node:assert/strict';
import { FILTERS } from '../../../nodes/OrgEventLog/events/filters';
import type { NodeView } from '../editor/nodeView';

/** Adds each filter by itself, changes nothing and runs the node: it takes the value that it shows, or asks for one. */
export async function runWithEach(
	view: NodeView,
	prompt: string,
	labels: readonly string[],
): Promise<void> {
	for (const label of labels) {
		await view.parameters.add(prompt, label);
		await view.execute();
		if (label === FILTERS.severity.label) await assertSevere(view);
		else await view.output.waitForText(`'${label}' was added without a value`);
		await view.parameters.removeAdded(label);
	}
}

/** Leaves a type out, picked from the list inside Exclude, which has to be gone from what the node then gives. */
export async function excludeFromList(
	view: NodeView,
	{ prompt, label }: { readonly prompt: string; readonly label: string },
): Promise<void> {
	await view.parameters.add(prompt, label);
	const list = await view.parameters.openList('type');
	const [type = ''] = await list.offers();
	assert.notEqual(type, '');
	await list.pick(type);
	await view.execute();
	const { headings, rows } = await view.output.showTable();
	assert.ok(rows.length > 0);
	for (const row of rows) assert.notEqual(row[headings.indexOf('type')]?.trim(), type);
}

/** The filter stands at WARN. */
async function assertSevere({ output }: NodeView): Promise<void> {
	const { headings, rows } = await output.showTable();
	const column = headings.indexOf('severity');
	assert.ok(rows.length > 0);
	for (const row of rows) assert.match(row[column] ?? '', /^\s*(WARN|ERROR)\s*$/);
}
