import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEventLog, makeEvent, startEventLogService } from '../../../sandbox/service';
import { runNode } from './runNode';

const SCHEMAS = join(__dirname, '../../../nodes/OrgEventLog/__schema__/v1.0.0/event');

interface Schema {
	readonly properties: Readonly<Record<string, { readonly type: string | readonly string[] }>>;
}

function schemaOf(operation: string): Schema {
	return JSON.parse(readFileSync(join(SCHEMAS, `${operation}.json`), 'utf8')) as Schema;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

it.each(['list', 'feed', 'count'])('the preview of %s shows what it gives', async (operation) => {
	const log = createEventLog([makeEvent(), makeEvent({ userPrincipal: null })]);
	const service = await startEventLogService({ log });
	const { items } = await runNode(service, { operation });
	await service.close();

	const { properties } = schemaOf(operation);
	for (const { json } of items) {
		const names = Object.keys(properties).filter((name) => name !== 'capped');
		expect(Object.keys(json)).toEqual(names);
		for (const [name, value] of Object.entries(json)) {
			expect([properties[name]?.type].flat()).toContain(typeOf(value));
		}
	}
});
