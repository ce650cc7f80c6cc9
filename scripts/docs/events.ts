import type { IDataObject } from 'n8n-workflow';
import preview from '../../nodes/OrgEventLog/__schema__/v1.0.0/events.json';
import {
	simplify,
	SIMPLIFIED_COLUMNS,
	type SimplifiedColumn,
} from '../../nodes/OrgEventLog/events/columns';
import { DOCUMENTED_PATHS } from '../../nodes/OrgEventLog/events/fieldPaths';
import { createItemJsonConverter } from '../../nodes/OrgEventLog/output/eventConverters';
import { emptyEvent, exampleEvent, withOther } from './exampleEvent';
import { code, table, writtenCells } from './markdown';
import type { Sections } from './sections';

/** The raw event and the columns made of it, each with an example. */
export function eventSections(): Sections {
	const event = exampleEvent();
	const toJson = createItemJsonConverter({ kind: 'raw' });
	return {
		'raw-fields': rawFields,
		'raw-example': asJson(toJson(event)),
		columns,
		'simplified-example': asJson(simplify(event)),
	};
}

function asJson(item: IDataObject): string {
	return `\`\`\`json\n${JSON.stringify(item, null, 2)}\n\`\`\``;
}

/** Type and meaning of each documented field (specification 2.1 and 2.2) are written by people. */
function rawFields(written: string): string {
	const cellsOf = writtenCells(written);
	const rows = [...new Set([...DOCUMENTED_PATHS.list, ...DOCUMENTED_PATHS.feed])].map((path) => {
		const [, type = '', , meaning = ''] = cellsOf(code(path));
		const [inList, inFeed] = [DOCUMENTED_PATHS.list, DOCUMENTED_PATHS.feed].map((of) =>
			of.includes(path),
		);
		const where = inList && inFeed ? 'both' : inList ? 'List' : 'Feed';
		return [code(path), type, where, meaning];
	});
	return table(['field', 'type', 'in', 'what it is'], rows);
}

/** What each column is, is written by people. */
function columns(written: string): string {
	const cellsOf = writtenCells(written);
	const madeOf = fieldsBehindColumns();
	const types: Readonly<Record<SimplifiedColumn, { readonly type: unknown }>> = preview.properties;
	const rows = SIMPLIFIED_COLUMNS.map((column) => [
		code(column),
		[types[column].type].flat().join(' or '),
		(madeOf.get(column) ?? []).map(code).join(', '),
		cellsOf(code(column))[3] ?? '',
	]);
	return table(['column', 'type', 'made of', 'what it is'], rows);
}

/** What services show beside the documented fields, as far as columns are made of it. */
const BESIDES = [
	'service.id',
	'service.name',
	'link.destination.service_name',
	'user_principal.client.ip_address',
	'user_principal.device.last_ip_address',
];

/** From which fields each column is made: those that change it where somebody is named, and where nobody is. */
function fieldsBehindColumns(): ReadonlyMap<SimplifiedColumn, readonly string[]> {
	const behind = new Map<SimplifiedColumn, string[]>();
	const events = [exampleEvent(), emptyEvent()];
	for (const path of [...DOCUMENTED_PATHS.list, ...BESIDES]) {
		const changes = events.map((event) => [simplify(event), simplify(withOther(event, path))]);
		for (const column of SIMPLIFIED_COLUMNS) {
			if (changes.every(([before, after]) => before?.[column] === after?.[column])) continue;
			behind.set(column, [...(behind.get(column) ?? []), path]);
		}
	}
	return behind;
}
