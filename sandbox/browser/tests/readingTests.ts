import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { KEY } from '../../n8n/credentials';
import { FILTER_NAMES } from '../../../nodes/OrgEventLog/events/filters';
import { NUMBER_FIELDS } from '../../../nodes/OrgEventLog/parameters/numberFields';
import type { BrowserTest } from '../browserTest';
import type { NodeView } from '../editor/nodeView';
import { idsWithin } from '../../run/yesterday';
import type { Stage } from '../stage';
import { NODE } from '../wording';
import { excludeFromList, runWithEach } from './addedFilters';
import { NODE_NAME, createWithNode } from '../workflows';

const LIMIT = 20;
const FIRST_COLUMNS = [
	'createdAt',
	'severity',
	'message',
	'userEmail',
	'service',
	'action',
	'type',
];

async function openNode(
	stage: Stage,
	parameters: Readonly<Record<string, unknown>>,
): Promise<NodeView> {
	const canvas = await stage.editor.openWorkflow(await createWithNode(stage.api, parameters));
	return await canvas.openNode(NODE_NAME);
}

async function pickAction(view: NodeView, action: string): Promise<readonly string[]> {
	await view.parameters.add(NODE.prompt('filters'), NODE.label('filters.action'));
	const list = await view.parameters.openList('action');
	const offers = await list.offers();
	await list.pick(action);
	return offers;
}

/** The one item, by the names of its columns, as the table shows it. */
async function shownManifest({ output }: NodeView): Promise<Readonly<Record<string, string>>> {
	const { headings, rows } = await output.showTable();
	return Object.fromEntries(headings.map((name, at) => [name, rows[0]?.[at]?.trim() ?? '']));
}

/** The node, from the panel to its results. */
export const READING_TESTS: ReadonlyArray<BrowserTest<Stage>> = [
	{
		name: 'node: found by what it is for, added, and a filter picked from what the log holds',
		run: async ({ editor, systems }) => {
			const canvas = await editor.openNewWorkflow();
			const panel = await canvas.addFirst();
			await panel.search('security', NODE.title);
			await panel.choose(NODE.title);
			await panel.expand('Actions');
			const view = await panel.add('Get many events');
			await view.chooseCredential(KEY.name);
			const offers = await pickAction(view, 'Unauthorized');
			const actions = new Set(systems.service.log.all().map(({ action }) => action));
			for (const offer of offers) assert.ok(actions.has(offer), offer);
			await view.execute();
			const { rows } = await view.output.showTable();
			assert.ok(rows.length > 0);
		},
	},
	{
		name: 'node: the results as a table, newest first, all of them the picked action',
		run: async (stage) => {
			const view = await openNode(stage, {
				operation: 'list',
				limit: LIMIT,
				timeRange: 'last',
				lastAmount: 7,
				lastUnit: 'days',
			});
			await pickAction(view, 'Unauthorized');
			await view.execute();
			const { headings, rows } = await view.output.showTable();
			assert.deepEqual(headings.slice(0, FIRST_COLUMNS.length), FIRST_COLUMNS);
			assert.equal(rows.length, LIMIT);
			const actionColumn = FIRST_COLUMNS.indexOf('action');
			for (const row of rows) assert.equal(row[actionColumn]?.trim(), 'Unauthorized');
			const list = await view.parameters.openList('action');
			await list.waitForOffers(5);
			await stage.pictures.take(stage.person.page, 'list');
		},
	},
	{
		name: 'node: the results as a file, with a manifest that tells the truth about it',
		run: async (stage) => {
			const view = await openNode(stage, {
				operation: 'list',
				returnAll: true,
				timeRange: 'last',
				lastAmount: 7,
				lastUnit: 'days',
				output: 'file',
			});
			await view.execute();
			const manifest = await shownManifest(view);
			await view.output.showFile();
			const { name, bytes } = await view.output.download();
			assert.match(name, /\.csv$/);
			assert.equal(createHash('sha256').update(bytes).digest('hex'), manifest.sha256);
			const expected = idsWithin(stage.systems.service.log, {
				startMs: Date.parse(manifest.from ?? ''),
				endMs: Date.parse(manifest.to ?? ''),
			});
			assert.ok(expected.size > 100);
			assert.equal(manifest.events, String(expected.size));
			for (const id of expected) assert.ok(bytes.includes(id), `${id} is not in the file`);
		},
	},
	{
		name: 'node: each filter, added and left as it stands, works or says to choose a value',
		run: async (stage) => {
			const view = await openNode(stage, {});
			const labels = FILTER_NAMES.map((name) => NODE.label(`filters.${name}`));
			await runWithEach(view, NODE.prompt('filters'), labels);
		},
	},
	{
		name: 'exclude: a type picked from its list is left out, in List',
		run: async (stage) => {
			const view = await openNode(stage, { limit: LIMIT });
			const [prompt, label] = [NODE.prompt('exclude'), NODE.label('exclude.type')];
			await excludeFromList(view, { prompt, label });
		},
	},
	{
		name: 'node: a number that a field does not take is refused by name, not changed',
		run: async (stage) => {
			for (const [name, number] of [
				['lastAmount', '0'],
				['limit', '-5'],
			] as const) {
				const view = await openNode(stage, { timeRange: 'last' });
				await view.parameters.type(name, number);
				await view.execute();
				const { label } = NUMBER_FIELDS[name];
				await view.output.waitForText(`'${label}' must be a whole number, 1 or more`);
			}
		},
	},
	{
		name: 'node: a count of nothing says which value the log has instead',
		run: async (stage) => {
			const view = await openNode(stage, { operation: 'count', filters: { action: 'deny' } });
			await view.execute();
			await view.output.waitForText(/“Deny”/);
		},
	},
];
