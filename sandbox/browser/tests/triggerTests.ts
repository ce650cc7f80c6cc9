import assert from 'node:assert/strict';
import { filtersOfSource } from '../../../nodes/OrgEventLog/events/filters';
import type { BrowserTest } from '../browserTest';
import type { NodeView } from '../editor/nodeView';
import type { Stage } from '../stage';
import { TRIGGER } from '../wording';
import { NODE_NAME, createWithTrigger } from '../workflows';
import { excludeFromList, runWithEach } from './addedFilters';

/** As the editor stores what was picked from the log. */
const PICKED = {
	__rl: true,
	mode: 'list',
	value: 'Unauthorized',
	cachedResultName: 'Unauthorized',
};

async function openTrigger(
	stage: Stage,
	parameters: Readonly<Record<string, unknown>>,
): Promise<NodeView> {
	const canvas = await stage.editor.openWorkflow(await createWithTrigger(stage.api, parameters));
	return await canvas.openNode(NODE_NAME);
}

/** The trigger before it is published. */
export const TRIGGER_TESTS: ReadonlyArray<BrowserTest<Stage>> = [
	{
		name: 'trigger: a test event is the newest that passes the filters',
		run: async (stage) => {
			const view = await openTrigger(stage, {
				preset: 'refusedAccess',
				filters: { action: PICKED },
			});
			await view.execute();
			const { headings, rows } = await view.output.showTable();
			const action = headings.indexOf('action');
			assert.ok(rows.length > 0);
			for (const row of rows) assert.equal(row[action]?.trim(), 'Unauthorized');
			await stage.pictures.take(stage.person.page, 'trigger');
		},
	},
	{
		name: 'trigger: each filter, added and left as it stands, works or says to choose a value',
		run: async (stage) => {
			const view = await openTrigger(stage, { source: 'list' });
			const labels = filtersOfSource('list').map((name) => TRIGGER.label(`filters.${name}`));
			await runWithEach(view, TRIGGER.prompt('filters'), labels);
		},
	},
	{
		name: 'exclude: a type picked from its list is left out, in the trigger',
		run: async (stage) => {
			const view = await openTrigger(stage, {});
			const [prompt, label] = [TRIGGER.prompt('exclude'), TRIGGER.label('exclude.type')];
			await excludeFromList(view, { prompt, label });
		},
	},
	{
		name: 'trigger: where no event passes the filters, it says which value the log has instead',
		run: async (stage) => {
			const view = await openTrigger(stage, { filters: { action: 'deny' } });
			await view.execute();
			await view.output.waitForText('A test run found no matching event');
			assert.match(await view.output.text(), /“Deny”/);
		},
	},
];
