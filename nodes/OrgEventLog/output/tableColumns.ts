import { type ColumnValue, type LoggedEvent, toColumnValue } from '../events/event';
import { DOCUMENTED_PATHS, hasFields, escapePathName } from '../events/fieldPaths';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/jsonValues';
import type { EventShape } from '../parameters/parseOutput';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { type ColumnReader, createColumnReader } from './eventConverters';
import { LocalClock } from './localClock';

export const LOCAL_TIME = 'localTime';

const FIRST_COLUMNS = [LOCAL_TIME, 'createdAt', 'severity'];
const WHO_COLUMNS = ['userEmail', 'deviceName', 'serialNumber', 'ipAddress'];
const CONTENT_COLUMNS = ['service', 'type', 'subType', 'action', 'result', 'message'];
const ID_COLUMNS = ['id', 'externalId'];

/** Readers of a report look for these columns, in this order. */
export const REPORT_COLUMNS = [...FIRST_COLUMNS, ...WHO_COLUMNS, ...CONTENT_COLUMNS, ...ID_COLUMNS];

export interface TableColumns {
	readonly names: readonly string[];
	readonly cellsOf: (event: LoggedEvent) => ColumnValue[];
}

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** @param toTimeCell converts the milliseconds of `LocalClock` to a time as the file's format writes it */
export function createTableColumns(
	shape: EventShape,
	{ source, timezone }: ReadSettings,
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

/** This column has all fields that have no column of their own, as a JSON object. */
const OTHER_FIELDS_COLUMN = 'otherFields';

/** Makes columns of what the service sends: documented fields by their dotted paths, and one of all others. */
export function createDocumentedColumns(paths: readonly string[]): TableColumns {
	const names = [...paths, OTHER_FIELDS_COLUMN];
	const indexByPath = new Map(paths.map((path, index) => [path, index]));
	/** The objects at these paths contain documented fields. */
	const parentPaths = new Set(paths.flatMap(parentPathsOf));

	/** Puts the documented fields of an object into their cells, and gives the others. */
	function fillCells(cells: ColumnValue[], fields: JsonObject, prefix: string): JsonObject {
		const others: Array<[string, JsonValue]> = [];
		for (const [name, value] of Object.entries(fields)) {
			const path = prefix + escapePathName(name);
			const index = indexByPath.get(path);
			if (index !== undefined) {
				cells[index] = toColumnValue(value);
			} else if (parentPaths.has(path) && (value === null || isJsonObject(value))) {
				const innerOthers = fillCells(cells, value ?? {}, `${path}.`);
				if (hasFields(innerOthers)) others.push([name, innerOthers]);
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
			const others = fillCells(cells, fields, '');
			if (hasFields(others)) cells[cells.length - 1] = JSON.stringify(others);
			return cells;
		},
	};
}

/** Gives the path of each object that a field is in: `a` and `a.b` for `a.b.c`. */
function parentPathsOf(path: string): string[] {
	const parts = path.split('.').slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
