import '../../support/n8nContexts/instance';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveOutputSchemaPath } from 'n8n-core';
import { NodeHelpers, type INodeParameters, type INodeType } from 'n8n-workflow';
import { OrgEventLog } from '../../../nodes/OrgEventLog/OrgEventLog.node';
import { OrgEventLogTrigger } from '../../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { CHOICE_FIELDS } from '../../../nodes/OrgEventLog/parameters/choiceFields';
import { makeEvent } from '../../../sandbox/service';
import { disagreements, type Schema } from '../../support/previewSchema';
import { createActiveWorld } from '../../support/triggerHarness';
import { runOver } from './runNode';

const NODE_FOLDER = join(__dirname, '../../../nodes/OrgEventLog');

/** The preview that the editor shows for a node with these parameters. */
function previewOf(node: INodeType, parameters: INodeParameters): Schema {
	const { description } = node;
	const shown = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);
	const path = resolveOutputSchemaPath({
		nodeDir: NODE_FOLDER,
		version: 1,
		resource: textOf(shown?.resource),
		operation: textOf(shown?.operation),
	});
	if (path === undefined || !existsSync(path)) throw new Error('There is no preview');
	return JSON.parse(readFileSync(path, 'utf8')) as Schema;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

it.each(['list', 'feed', 'count', 'export', 'summarize'])(
	'the preview of %s shows what it gives',
	async (operation) => {
		const events = [makeEvent(), makeEvent({ userPrincipal: null })];
		const items = await runOver(events, { operation });

		const { properties = {}, ...preview } = previewOf(new OrgEventLog(), { operation });
		const { capped: onlyWhereCapped, ...always } = properties;
		expect(onlyWhereCapped === undefined).toBe(operation !== 'count');
		for (const { json } of items)
			expect(disagreements(json, { ...preview, properties: always }, true)).toEqual([]);
	},
);

it.each(Object.keys(CHOICE_FIELDS.emit.namedValues))(
	'the preview of the trigger shows %s',
	async (emit) => {
		const world = await createActiveWorld({ parameters: { emit, burstCount: 2 } });
		world.add({}, {}, { userPrincipal: null });
		const { items } = await world.poll();

		expect(items.length).toBeGreaterThan(0);
		const preview = previewOf(new OrgEventLogTrigger(), { emit });
		for (const { json } of items) expect(disagreements(json, preview, true)).toEqual([]);
	},
);
