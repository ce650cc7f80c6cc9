import { type ColumnValue, type EventFields, toColumnValue } from '../events/event';
import { hasFields, toPathPart } from '../events/fieldPaths';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/jsonValues';
import type { TableColumns } from './tableColumns';

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
