import type { EventFields } from '../api/event';
import { isJsonObject } from '../json/jsonValues';
import { toColumnValue } from './columnValue';
import type { CsvCell } from './csv';
import { toPathPart } from './fieldPaths';

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
 * the last row has been noted.
 */
export class RowShapes {
	private readonly shapes: RowShape[] = [];
	private readonly byPaths = new Map<string, RowShape>();
	private readonly noted = new Set<number>();

	constructor(private readonly documented: readonly string[]) {}

	/** The row of an event. Its paths become columns only once it is noted. */
	toRow(fields: EventFields): string {
		const paths: string[] = [];
		const cells: CsvCell[] = [];
		forEachPath(fields, (path, cell) => {
			paths.push(path);
			cells.push(cell);
		});
		return JSON.stringify([this.shapeOf(paths).number, ...cells]);
	}

	/** Takes note of a row that belongs to the file. */
	note(row: string): void {
		this.noted.add(Number.parseInt(row.slice(1), 10));
	}

	/** Documented paths in their order, then the others that noted rows have, by name. */
	header(): string[] {
		const others = new Set([...this.noted].flatMap((number) => this.shapes[number]?.paths ?? []));
		for (const path of this.documented) others.delete(path);
		return [...this.documented, ...[...others].sort()];
	}

	/** The cells of a row under the header. Only once every row has been noted. */
	arrange(row: string, header: readonly string[]): CsvCell[] {
		const [number, ...cells] = parseRow(row);
		const shape = this.shapes[Number(number)];
		if (shape === undefined) throw new TypeError('A row of an unfinished file has no known shape');
		shape.places ??= header.map((path) => placeOf(path, shape.paths));
		return shape.places.map((place) => (place === undefined ? null : cells[place]));
	}

	private shapeOf(paths: readonly string[]): RowShape {
		const key = paths.join('\n');
		const known = this.byPaths.get(key);
		if (known !== undefined) return known;
		const shape = { number: this.shapes.length, paths };
		this.shapes.push(shape);
		this.byPaths.set(key, shape);
		return shape;
	}
}

function placeOf(path: string, paths: readonly string[]): number | undefined {
	const place = paths.indexOf(path);
	return place < 0 ? undefined : place;
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
 * Names each value of an event by its dotted path, in the event's own order. A list is one value,
 * its JSON.
 */
export function forEachPath(
	fields: EventFields,
	visit: (path: string, cell: CsvCell) => void,
	prefix = '',
): void {
	for (const [name, value] of Object.entries(fields)) {
		const path = prefix + toPathPart(name);
		if (isObjectWithFields(value)) forEachPath(value, visit, `${path}.`);
		else visit(path, toColumnValue(value));
	}
}

function isObjectWithFields(value: unknown): value is EventFields {
	return isJsonObject(value) && Object.keys(value).length > 0;
}
