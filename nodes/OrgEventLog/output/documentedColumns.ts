import {
	type EventFields,
	type LoggedEvent,
	type ColumnValue,
	toColumnValue,
} from '../events/event';
import { hasFields, toPathPart } from '../events/fieldPaths';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/jsonValues';

/** One column has all fields that have no column of their own, as a JSON object. */
const OTHER_FIELDS = 'otherFields';

/** Makes columns of what the service sends: documented fields by their dotted paths, and one of all others. */
export class DocumentedColumns {
	readonly names: readonly string[];
	private readonly indexByPath: ReadonlyMap<string, number>;
	/** Documented fields lie in the objects of these paths. */
	private readonly parents: ReadonlySet<string>;

	constructor(paths: readonly string[]) {
		this.names = [...paths, OTHER_FIELDS];
		this.indexByPath = new Map(paths.map((path, index) => [path, index]));
		this.parents = new Set(paths.flatMap(parentsOf));
	}

	/** Gives a cell for each column; a list or an object as its JSON. */
	cellsOf({ fields }: Pick<LoggedEvent, 'fields'>): ColumnValue[] {
		const cells = this.names.map((): ColumnValue => null);
		const others = this.fill(cells, fields, '');
		if (hasFields(others)) cells[cells.length - 1] = JSON.stringify(others);
		return cells;
	}

	/** Puts the documented fields of an object into their cells, and gives the others. */
	private fill(cells: ColumnValue[], fields: EventFields, prefix: string): JsonObject {
		const others: Array<[string, JsonValue]> = [];
		for (const [name, value] of Object.entries(fields)) {
			const path = prefix + toPathPart(name);
			const index = this.indexByPath.get(path);
			if (index !== undefined) {
				cells[index] = toColumnValue(value);
			} else if (this.parents.has(path) && (value === null || isJsonObject(value))) {
				const inner = this.fill(cells, value ?? {}, `${path}.`);
				if (hasFields(inner)) others.push([name, inner]);
			} else {
				others.push([name, value]);
			}
		}
		return Object.fromEntries(others);
	}
}

/** Gives each object on the way to a field: `a` and `a.b` of `a.b.c`. */
function parentsOf(path: string): string[] {
	const names = path.split('.').slice(0, -1);
	return names.map((_, at) => names.slice(0, at + 1).join('.'));
}
