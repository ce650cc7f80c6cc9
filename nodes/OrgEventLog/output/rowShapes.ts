import type { EventFields } from '../api/event';
import {
	MAX_COLUMN_LEVELS,
	MAX_COLUMN_NAME_LENGTH,
	MAX_COMBINED_PATHS,
	MAX_OTHER_COLUMNS,
} from '../api/limits';
import { type JsonObject, isJsonObject } from '../json/jsonValues';
import { toJsonText } from '../json/nesting';
import { toColumnValue } from './columnValue';
import type { CsvCell } from './csv';
import { toPathPart } from './fieldPaths';

/** The column of a row's fields that have no column of their own, as one JSON object. */
export const REST_COLUMN = 'otherFields';

/** More paths of an event can't be columns: how many of them are documented is no matter. */
const MAX_PATHS = 2 * MAX_OTHER_COLUMNS;

/** The paths that some events have in common, in their order, under a number. */
interface RowShape {
	readonly number: number;
	readonly paths: readonly string[];
	/** For each column of the header, where in a row its cell is. */
	places?: ReadonlyArray<number | undefined>;
}

/**
 * Rows as text before the header is known: JSON lists of the number of the row's shape and its cells.
 * The documented columns come first and are always there; which others there are is known only when
 * the last row has been noted. There is room for so many columns: however many fields events have,
 * and whatever these are called, a file stays within it.
 */
export class RowShapes {
	private readonly shapes: RowShape[] = [];
	private combinedPaths = 0;
	private readonly byPaths = new Map<string, RowShape>();
	/** Of rows whose undocumented fields are in one column. */
	private restShape: RowShape | undefined;
	private readonly others = new Set<string>();
	private readonly noted = new Set<number>();
	private readonly isDocumented: ReadonlySet<string>;
	/** What documented paths lead through. */
	private readonly isOnTheWay: ReadonlySet<string>;

	constructor(private readonly documented: readonly string[]) {
		this.isDocumented = new Set(documented);
		this.isOnTheWay = new Set(documented.flatMap(waysTo));
	}

	/** The row of an event. Its paths become columns only once it is noted. */
	toRow(fields: EventFields): string {
		const paths: string[] = [];
		const cells: CsvCell[] = [];
		const haveColumns = forEachPath(fields, (path, value) => {
			if (path === undefined || paths.length === MAX_PATHS) return false;
			paths.push(path);
			cells.push(toColumnValue(value));
			return true;
		});
		const shape = haveColumns ? this.shapeOf(paths) : undefined;
		return JSON.stringify(
			shape === undefined ? this.toDocumentedRow(fields) : [shape.number, ...cells],
		);
	}

	/** Takes note of a row that belongs to the file. */
	note(row: Buffer): void {
		this.noted.add(Number.parseInt(row.toString('latin1', 1, row.indexOf(',')), 10));
	}

	/** Documented paths in their order, then the others that noted rows have, by name. */
	header(): string[] {
		const others = new Set([...this.noted].flatMap((number) => this.shapes[number]?.paths ?? []));
		for (const path of this.documented) others.delete(path);
		const hasRest = others.delete(REST_COLUMN);
		return [...this.documented, ...[...others].sort(), ...(hasRest ? [REST_COLUMN] : [])];
	}

	/** The cells of a row under the header. Only once every row has been noted. */
	arrange(row: string, header: readonly string[]): CsvCell[] {
		const [number, ...cells] = parseRow(row);
		const shape = this.shapes[Number(number)];
		if (shape === undefined) throw new TypeError('A row of an unfinished file has no known shape');
		shape.places ??= placesOf(header, shape.paths);
		return shape.places.map((place) => (place === undefined ? null : cells[place]));
	}

	/** What the user should know of the columns. */
	hint(): string | undefined {
		return this.restShape !== undefined && this.noted.has(this.restShape.number)
			? `Some events have more fields, or odder names of fields, than a CSV file has columns for: they are in the column '${REST_COLUMN}', as JSON. With the file format NDJSON every event is as the service sent it`
			: undefined;
	}

	/** Undefined where there is no room for another such one. */
	private shapeOf(paths: readonly string[]): RowShape | undefined {
		// No other list of as many paths reads the same: none of those that are known has a line feed in it.
		const key = `${paths.length}\n${paths.join('\n')}`;
		const known = this.byPaths.get(key);
		if (known !== undefined) return known;
		const newOthers = paths.filter(
			(path) => !this.isDocumented.has(path) && !this.others.has(path),
		);
		const hasRoom =
			this.combinedPaths + paths.length <= MAX_COMBINED_PATHS &&
			this.others.size + newOthers.length <= MAX_OTHER_COLUMNS &&
			newOthers.every((path) => !path.includes('\n'));
		if (!hasRoom) return undefined;
		for (const path of newOthers) this.others.add(path);
		const shape = this.addShape(paths);
		this.byPaths.set(key, shape);
		return shape;
	}

	private addShape(paths: readonly string[]): RowShape {
		const shape = { number: this.shapes.length, paths };
		this.combinedPaths += paths.length;
		this.shapes.push(shape);
		return shape;
	}

	/** Of a shape that is always the same: every documented column, and one for the rest. */
	private toDocumentedRow(fields: EventFields): CsvCell[] {
		const cells = new Map<string, CsvCell>();
		const rest = toJsonText(this.withoutDocumented(fields, cells));
		this.restShape ??= this.addShape([...this.documented, REST_COLUMN]);
		const documented = this.documented.map((path) => cells.get(path) ?? null);
		return [this.restShape.number, ...documented, rest];
	}

	/** The documented ones go into `cells`. */
	private withoutDocumented(
		fields: EventFields,
		cells: Map<string, CsvCell>,
		prefix = '',
	): JsonObject {
		const rest: Array<[string, unknown]> = [];
		for (const [name, value] of Object.entries(fields)) {
			const path = prefix + toPathPart(name);
			const isOpened = isObjectWithFields(value);
			if (isOpened && this.isOnTheWay.has(path)) {
				const inner = this.withoutDocumented(value, cells, `${path}.`);
				if (isObjectWithFields(inner)) rest.push([name, inner]);
			} else if (!isOpened && this.isDocumented.has(path)) {
				cells.set(path, toColumnValue(value));
			} else {
				rest.push([name, value]);
			}
		}
		return Object.fromEntries(rest);
	}
}

/** Of `a.b.c`: `a` and `a.b`. */
function waysTo(path: string): readonly string[] {
	const names = path.split('.');
	return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

function placesOf(
	header: readonly string[],
	paths: readonly string[],
): ReadonlyArray<number | undefined> {
	const places = new Map(paths.map((path, place) => [path, place]));
	return header.map((path) => places.get(path));
}

function parseRow(text: string): CsvCell[] {
	const row: unknown = JSON.parse(text);
	if (Array.isArray(row) && row.every(isCsvCell)) return row;
	throw new TypeError('A row of an unfinished file is not as it was written');
}

function isCsvCell(cell: unknown): cell is CsvCell {
	return cell === null || typeof cell !== 'object';
}

/**
 * Names each value of an event by its dotted path, in the event's own order, as long as `visit` says
 * to go on; gives whether it always did. A list is one value, its JSON, and so is an object that lies
 * too deep. A path that is too long for the name of a column is not made.
 */
export function forEachPath(
	fields: EventFields,
	visit: (path: string | undefined, value: unknown) => boolean,
	prefix = '',
	levels = MAX_COLUMN_LEVELS,
): boolean {
	for (const name in fields) {
		const value = fields[name];
		const isShort = prefix.length + name.length <= MAX_COLUMN_NAME_LENGTH;
		const path = isShort ? prefix + toPathPart(name) : undefined;
		const isOpened = levels > 1 && path !== undefined && isObjectWithFields(value);
		const goesOn = isOpened
			? forEachPath(value, visit, `${path}.`, levels - 1)
			: visit(path, value);
		if (!goesOn) return false;
	}
	return true;
}

function isObjectWithFields(value: unknown): value is EventFields {
	return isJsonObject(value) && Object.keys(value).length > 0;
}
