import type { EventFields } from '../events/event';
import { MAX_OTHER_COLUMNS } from '../events/limits';
import type { JsonObject } from '../json/jsonValues';
import { forEachPath, hasFields, toPathPart } from '../events/fieldPaths';
import { type ColumnValue, toColumnValue } from '../events/subjects';

/** The column of a row's fields that have no column of their own, as one JSON object. */
export const REST_COLUMN = 'otherFields';

/** An event before the header of its file is known. */
export interface UnplacedRow {
	/** A JSON list: the cells of the documented columns, then of each other cell the path of its column and what is in it. */
	readonly text: string;
	/** The paths of these other columns. */
	readonly others: readonly string[];
}

/** The header of a file, and how its rows are put under it. */
export interface RowLayout {
	readonly header: string[];
	/** @param text of a row that was noted */
	readonly arrange: (text: string) => ColumnValue[];
}

/** Stands for the path of the column for the rest: no column's own has a line feed in it. */
const REST = '\n';

/**
 * The rows of a file with every field of its events. The documented columns come first and are always
 * there; which others there are is known only when the last row has been noted. There is room for so
 * many: however many fields events have, and whatever these are called, a file stays within it.
 */
export class EveryFieldRows {
	private readonly places: ReadonlyMap<string, number>;
	/** The other columns that there is room for, as they are met: each path is there once, however many rows wait. */
	private readonly known = new Map<string, string>();
	private readonly noted = new Set<string>();

	constructor(private readonly documented: readonly string[]) {
		this.places = new Map(documented.map((path, place) => [path, place]));
	}

	/** The row of an event. Its fields become columns only once it is noted. */
	toRow(fields: EventFields): UnplacedRow {
		const row = this.documented.map((): ColumnValue => null);
		const others: string[] = [];
		const areNamed = forEachPath(fields, (path = REST, value) => {
			if (path.includes(REST) || others.length > MAX_OTHER_COLUMNS) return false;
			const place = this.places.get(path);
			const cell = toColumnValue(value);
			if (place === undefined) {
				others.push(path);
				row.push(path, cell);
			} else {
				row[place] = cell;
			}
			return true;
		});
		if (areNamed && this.hasRoomFor(others)) {
			return { text: JSON.stringify(row), others: others.map((path) => this.kept(path)) };
		}
		const cells = this.documented.map((): ColumnValue => null);
		cells.push(REST, JSON.stringify(this.withoutDocumented(fields, cells)));
		return { text: JSON.stringify(cells), others: [REST] };
	}

	/** Takes note of a row that belongs to the file. */
	note(others: readonly string[]): void {
		for (const path of others) this.noted.add(path);
	}

	/** Once every row has been noted: documented paths in their order, then the others by name. */
	layOut(): RowLayout {
		const others = [...this.noted].filter((path) => path !== REST && path !== REST_COLUMN).sort();
		const hasRestColumn = this.noted.has(REST) || this.noted.has(REST_COLUMN);
		const header = [...this.documented, ...others, ...(hasRestColumn ? [REST_COLUMN] : [])];
		const places = new Map(header.map((path, place) => [path, place]));
		places.set(REST, header.length - 1);
		const { length: documented } = this.documented;
		const arrange = (text: string) => {
			const row = parseRow(text);
			const cells = header.map((_path, place) =>
				place < documented ? (row[place] ?? null) : null,
			);
			for (let at = documented; at < row.length; at += 2) {
				const place = places.get(String(row[at]));
				if (place !== undefined) cells[place] = row[at + 1] ?? null;
			}
			return cells;
		};
		return { header, arrange };
	}

	/** What the user should know of the columns. */
	hint(): string | undefined {
		return this.noted.has(REST)
			? `Some events have more fields, or longer field names, than a CSV file can show as columns. The column '${REST_COLUMN}' has them as JSON. An NDJSON file keeps every event as the service sent it`
			: undefined;
	}

	private hasRoomFor(others: readonly string[]): boolean {
		const added = others.filter((path) => !this.known.has(path));
		return this.known.size + added.length <= MAX_OTHER_COLUMNS;
	}

	/** The same path, as it is known from the first row that had it. */
	private kept(path: string): string {
		const known = this.known.get(path);
		if (known === undefined) this.known.set(path, path);
		return known ?? path;
	}

	/** The documented ones go into `row`. */
	private withoutDocumented(fields: EventFields, row: ColumnValue[], prefix = ''): JsonObject {
		const rest: Array<[string, unknown]> = [];
		for (const [name, value] of Object.entries(fields)) {
			const path = prefix + toPathPart(name);
			const isOpened = hasFields(value);
			const place = this.places.get(path);
			if (isOpened && this.documented.some((one) => one.startsWith(`${path}.`))) {
				const inner = this.withoutDocumented(value, row, `${path}.`);
				if (hasFields(inner)) rest.push([name, inner]);
			} else if (!isOpened && place !== undefined) {
				row[place] = toColumnValue(value);
			} else {
				rest.push([name, value]);
			}
		}
		return Object.fromEntries(rest);
	}
}

function parseRow(text: string): ColumnValue[] {
	const row: unknown = JSON.parse(text);
	if (Array.isArray(row) && row.every(isColumnValue)) return row;
	throw new TypeError('A row of an unfinished file is not as it was written');
}

function isColumnValue(value: unknown): value is ColumnValue {
	return value === null || typeof value !== 'object';
}

/** The lines of a file, line ends left out, however the file is cut into chunks. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of chunks) {
		const [first = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
		lines.unshift(rest + first);
		rest = lines.pop() ?? '';
		yield lines;
	}
	if (rest !== '') yield [rest];
}
