import type { ColumnValue, EventFields, LoggedEvent } from '../events/event';
import { toColumnValue } from '../events/event';
import { DOCUMENTED_PATHS, hasFields, toPathPart } from '../events/fieldPaths';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/jsonValues';
import type { EventShape } from '../parameters/parseOutput';
import type { ReadRequest } from '../parameters/parseReadOptions';
import { type ColumnReader, createColumnReader } from './eventColumns';
import { LocalClock } from './localClock';

export const LOCAL_TIME = 'localTime';

/** Readers of a report look for these columns, in this order. */
export const REPORT_COLUMNS: readonly string[] = [
	...[LOCAL_TIME, 'createdAt', 'severity', 'userEmail', 'deviceName', 'serialNumber', 'ipAddress'],
	...['service', 'type', 'subType', 'action', 'result', 'message', 'id', 'externalId'],
];

export interface TableColumns {
	readonly names: readonly string[];
	readonly cellsOf: (event: LoggedEvent) => ColumnValue[];
}

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** @param toTimeCell writes the milliseconds that `LocalClock` gives as the format has them */
export function createTableColumns(
	shape: EventShape,
	{ source, timezone }: ReadRequest,
	toTimeCell: (localMs: number) => ColumnValue,
): TableColumns {
	if (shape.kind === 'raw') return createDocumentedColumns(DOCUMENTED_PATHS[source]);
	const names = shape.kind === 'columns' ? shape.columns : REPORT_COLUMNS;
	const clock = new LocalClock(timezone);
	const readers = names.map((name): ColumnReader => {
		if (name === LOCAL_TIME) return (event) => toTimeCell(clock.toLocalMs(event.createdAtMs));
		const read = createColumnReader(name);
		if (name !== 'message' || names !== REPORT_COLUMNS) return read;
		// Many programs that read tables take a line for a row, so a report has each message on one line.
		return (event) => String(toColumnValue(read(event)) ?? '').replace(LINE_BREAKS, ' ');
	});
	return { names, cellsOf: (event) => readers.map((read) => toColumnValue(read(event))) };
}

/** One column has all fields that have no column of their own, as a JSON object. */
const OTHER_FIELDS = 'otherFields';

/** Makes columns of what the service sends: documented fields by their dotted paths, and one of all others. */
export function createDocumentedColumns(paths: readonly string[]): TableColumns {
	const names = [...paths, OTHER_FIELDS];
	const indexByPath = new Map(paths.map((path, index) => [path, index]));
	/** Documented fields lie in the objects of these paths. */
	const parents = new Set(paths.flatMap(parentsOf));

	/** Puts the documented fields of an object into their cells, and gives the others. */
	function fill(cells: ColumnValue[], fields: EventFields, prefix: string): JsonObject {
		const others: Array<[string, JsonValue]> = [];
		for (const [name, value] of Object.entries(fields)) {
			const path = prefix + toPathPart(name);
			const index = indexByPath.get(path);
			if (index !== undefined) {
				cells[index] = toColumnValue(value);
			} else if (parents.has(path) && (value === null || isJsonObject(value))) {
				const inner = fill(cells, value ?? {}, `${path}.`);
				if (hasFields(inner)) others.push([name, inner]);
			} else {
				others.push([name, value]);
			}
		}
		return Object.fromEntries(others);
	}

	return {
		names,
		cellsOf({ fields }) {
			const cells = names.map((): ColumnValue => null);
			const others = fill(cells, fields, '');
			if (hasFields(others)) cells[cells.length - 1] = JSON.stringify(others);
			return cells;
		},
	};
}

/** Gives each object on the way to a field: `a` and `a.b` of `a.b.c`. */
function parentsOf(path: string): string[] {
	const names = path.split('.').slice(0, -1);
	return names.map((_, at) => names.slice(0, at + 1).join('.'));
}
