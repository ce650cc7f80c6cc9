import assert from 'node:assert/strict';
import { SIMPLIFIED_COLUMNS } from '../../../nodes/OrgEventLog/events/columns';
import {
	FILTERS,
	FILTER_NAMES,
	triggerFiltersOf,
} from '../../../nodes/OrgEventLog/selection/filters';
import { alias as ALIASES } from '../../../nodes/OrgEventLog/OrgEventLog.node.json';
import { NUMBER_FIELDS } from '../../../nodes/OrgEventLog/parameters/numberFields';
import { BY_HAND, type NewNode, chainOf } from '../../n8n/chain';
import { KEY } from '../../n8n/credentials';
import { addWorkflow } from '../../n8n/editing';
import { openEditorApi } from '../../n8n/editorApi';
import { waitUntil } from '../../processes/waitUntil';
import type { BrowserTest } from '../browserTest';
import type { NodeView } from '../editor/nodeView';
import type { Stage } from '../stage';

const NODE = 'Organization Event Log';
const NAME = 'Event Log';
const KEPT_TIMEOUT_MS = 10_000;
const FIRST_COLUMNS = SIMPLIFIED_COLUMNS.slice(0, 7);

/** Opens a node of the package in a workflow of its own. */
async function openNode(
	{ editor, settings }: Stage,
	type: 'orgEventLog' | 'orgEventLogTrigger',
	parameters: object,
): Promise<NodeView> {
	const node: NewNode = {
		name: NAME,
		type: `n8n-nodes-org-event-log.${type}`,
		typeVersion: 1,
		parameters,
		credentials: { orgEventLogApi: KEY },
	};
	const nodes = type === 'orgEventLog' ? [BY_HAND, node] : [node];
	const api = await openEditorApi(settings);
	const { id } = await addWorkflow(api, chainOf(`Browser test ${Date.now()}`, nodes));
	return await (await editor.openWorkflow(id)).openNode(NAME);
}

/** A column of the results, from its heading to the last row. */
async function shownColumn({ output }: NodeView, name: string): Promise<string[]> {
	const { headings, rows } = await output.showTable();
	assert.ok(rows.length > 0);
	return rows.map((row) => row[headings.indexOf(name)]?.trim() ?? '');
}

/** Adds each filter by itself, changes nothing and runs the node: it takes the value that it shows, or asks for one. */
async function runWithEachFilter(view: NodeView, names: typeof FILTER_NAMES): Promise<void> {
	for (const name of names) {
		const { label } = FILTERS[name];
		await view.parameters.add('Add Filter', label);
		await view.execute();
		if (name === 'severity') {
			for (const shown of await shownColumn(view, name)) assert.match(shown, /^(WARN|ERROR)$/);
		} else {
			await view.output.waitForText(`'${label}' was added without a value`);
		}
		await view.parameters.removeAdded(label);
	}
}

/** Both nodes, from the panel to their results. */
export const NODE_TESTS: readonly BrowserTest[] = [
	{
		name: 'node: found by each of the words that people look for',
		run: async ({ editor }) => {
			const panel = await (await editor.openNewWorkflow()).addFirst();
			for (const word of ALIASES) assert.ok((await panel.found(word)).includes(NODE), word);
		},
	},
	{
		name: 'node: found by what it is for, a filter picked from what the log holds, the results as a table',
		run: async ({ editor, systems, docs, person }) => {
			const canvas = await editor.openNewWorkflow();
			const panel = await canvas.addFirst();
			await panel.search('security', NODE);
			await panel.choose(NODE);
			await panel.expand('Actions');
			const view = await panel.add('List events');
			await view.chooseCredential(KEY.name);
			await view.parameters.add('Add Filter', 'Action');
			const list = await view.parameters.openList('action');
			const actions = new Set(systems.service.log.all().map(({ action }) => action));
			for (const offer of await list.offers()) assert.ok(actions.has(offer), offer);
			await list.pick('Unauthorized');
			await view.execute();
			const shown = new Set(await shownColumn(view, 'action'));
			assert.deepEqual([...shown], ['Unauthorized']);
			const { headings } = await view.output.showTable();
			assert.deepEqual(headings.slice(0, FIRST_COLUMNS.length), FIRST_COLUMNS);
			const offered = await view.parameters.openList('action');
			await offered.waitForOffers(5);
			await docs.take(person.page, 'list');
		},
	},
	{
		name: 'node: a number that a field does not take is refused by name, not changed',
		run: async (stage) => {
			const view = await openNode(stage, 'orgEventLog', {});
			await view.parameters.type('limit', '-5');
			await view.execute();
			const { label } = NUMBER_FIELDS.limit;
			await view.output.waitForText(`'${label}' must be a whole number, 1 or more, not -5`);
		},
	},
	{
		name: 'node: a date is typed with its time; n8n drops an offset and ignores most other texts, as the field says',
		run: async (stage) => {
			const { parameters } = await openNode(stage, 'orgEventLog', { timeRange: 'custom' });
			const wait = { timeoutMs: KEPT_TIMEOUT_MS, signal: stage.signal };
			const type = async (text: string, kept: string) => {
				await parameters.typeDate('after', text);
				const isKept = async () => (await parameters.shown('after')) === kept;
				await waitUntil(`After to show ${kept} of ${text}`, wait, isKept);
			};
			const before = '2025-01-01 00:00:00';
			const typed = '2026-03-01 08:30:00';
			await type(before, before);
			for (const ignored of ['2026-03-01', '2026-03-01 08:30', '01.03.2026 08:30', '{{ $now }}']) {
				await type(ignored, before);
			}
			await type(typed, typed);
			await type(before, before);
			await type('2026-03-01T08:30:00Z', typed);
		},
	},
	{
		name: 'node: each filter, added and left as it stands, works or says to choose a value',
		run: async (stage) => {
			await runWithEachFilter(await openNode(stage, 'orgEventLog', {}), FILTER_NAMES);
		},
	},
	{
		name: 'trigger: each filter, added and left as it stands, works or says to choose a value',
		run: async (stage) => {
			const view = await openNode(stage, 'orgEventLogTrigger', {
				options: { source: 'list' },
			});
			await runWithEachFilter(view, triggerFiltersOf('list'));
		},
	},
	{
		name: 'trigger: a test event passes the preset, and is not of a type picked to be left out',
		run: async (stage) => {
			const view = await openNode(stage, 'orgEventLogTrigger', { preset: 'refusedAccess' });
			await view.parameters.add('Add Field', 'Type');
			const list = await view.parameters.openList('type');
			// Of this type is the newest refusal, which the first alert was about.
			await list.pick('Identity');
			await view.execute();
			assert.deepEqual([...new Set(await shownColumn(view, 'type'))], ['Access']);
			await stage.docs.take(stage.person.page, 'trigger');
		},
	},
];
