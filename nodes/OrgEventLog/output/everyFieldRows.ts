import type { EventFields } from '../events/event';
import { MAX_OTHER_COLUMNS } from '../events/limits';
import type { JsonObject } from '../json/jsonValues';
import { toJsonText } from '../events/nesting';
import { forEachPath, hasFields, toPathPart } from '../events/fieldPaths';
import { type ColumnValue, toColumnValue } from '../events/subjects';

/** The column of a row's fields that have no column of their own, as one JSON object. */
export const REST_COLUMN = 'otherFields';

/** Where the undocumented fields of a row are: each in its column, of which these are the numbers, or together in one. */
export type OtherColumns = readonly number[] | 'together';

/** An event before the header of its file is known. */
export interface UnplacedRow {
	/** A JSON list: the cells of the documented columns, then of each other cell the number of its column and what is in it. */
	readonly text: string;
	readonly others: OtherColumns;
}

/** The header of a file, and how its rows are put under it. */
export interface RowLayout {
	readonly header: string[];
	/** @param text of a row that was noted */
	readonly arrange: (text: string) => ColumnValue[];
}

/**
 * The rows of a file with every field of its events. The documented columns come first and are always
 * there; which others there are is known only when the last row has been noted. There is room for so
 * many: however many fields events have, and whatever these are called, a file stays within it.
 */
export class EveryFieldRows {
	/** Of each column, in their order: the documented ones, the one for the rest, the others as they are met. */
	private readonly numbers = new Map<string, number>();
	/** What documented paths lead through: of `a.b.c`, `a` and `a.b`. */
	private readonly onTheWay = new Set<string>();
	private readonly notedOthers = new Set<number>();
	private hasRest = false;

	constructor(private readonly documented: readonly string[]) {
		for (const path of [...documented, REST_COLUMN]) this.numbers.set(path, this.numbers.size);
		for (const path of documented) {
			const names = path.split('.');
			for (let end = 1; end < names.length; end++) this.onTheWay.add(names.slice(0, end).join('.'));
		}
	}

	/** The row of an event. Its fields become columns only once it is noted. */
	toRow(fields: EventFields): UnplacedRow {
		const row = this.documentedCells();
		const others: number[] = [];
		const added: string[] = [];
		const areNamed = forEachPath(fields, (path, value) => {
			if (path === undefined || others.length > MAX_OTHER_COLUMNS) return false;
			const known = this.numbers.get(path);
			const number = known ?? this.numbers.size + added.length;
			if (known === undefined) added.push(path);
			const cell = toColumnValue(value);
			if (number < this.documented.length) row[number] = cell;
			else {
				others.push(number);
				row.push(number, cell);
			}
			return true;
		});
		if (areNamed && this.hasRoomFor(added)) {
			for (const path of added) this.numbers.set(path, this.numbers.size);
			return { text: JSON.stringify(row), others };
		}
		const cells = this.documentedCells();
		const rest = toJsonText(this.withoutDocumented(fields, cells));
		cells.push(this.documented.length, rest);
		return { text: JSON.stringify(cells), others: 'together' };
	}

	/** Takes note of a row that belongs to the file. */
	note(others: OtherColumns): void {
		if (others === 'together') this.hasRest = true;
		else for (const number of others) this.notedOthers.add(number);
	}

	/** Once every row has been noted: documented paths in their order, then the others by name. */
	layOut(): RowLayout {
		const others = new Set(
			[...this.numbers].filter(([, number]) => this.notedOthers.has(number)).map(([path]) => path),
		);
		const hasRestColumn = others.delete(REST_COLUMN) || this.hasRest;
		const rest = hasRestColumn ? [REST_COLUMN] : [];
		const header = [...this.documented, ...[...others].sort(), ...rest];
		const places = new Map(header.map((path, place) => [path, place]));
		const placeOf = [...this.numbers.keys()].map((path) => places.get(path));
		const { length: documented } = this.documented;
		const arrange = (text: string) => {
			const row = parseRow(text);
			const cells = header.map((_path, place) =>
				place < documented ? (row[place] ?? null) : null,
			);
			for (let at = documented; at < row.length; at += 2) {
				const place = placeOf[Number(row[at])];
				if (place !== undefined) cells[place] = row[at + 1] ?? null;
			}
			return cells;
		};
		return { header, arrange };
	}

	/** What the user should know of the columns. */
	hint(): string | undefined {
		return this.hasRest
			? `Some events have more fields, or longer field names, than a CSV file can show as columns. The column '${REST_COLUMN}' has them as JSON. An NDJSON file keeps every event as the service sent it`
			: undefined;
	}

	/** The cells of the documented columns, empty. */
	private documentedCells(): ColumnValue[] {
		return new Array<ColumnValue>(this.documented.length).fill(null);
	}

	private hasRoomFor(added: readonly string[]): boolean {
		const known = this.numbers.size - this.documented.length - 1;
		return known + added.length <= MAX_OTHER_COLUMNS && !added.some((path) => path.includes('\n'));
	}

	/** The documented ones go into `row`. */
	private withoutDocumented(fields: EventFields, row: ColumnValue[], prefix = ''): JsonObject {
		const rest: Array<[string, unknown]> = [];
		for (const [name, value] of Object.entries(fields)) {
			const path = prefix + toPathPart(name);
			const isOpened = hasFields(value);
			const number = this.numbers.get(path) ?? Infinity;
			if (isOpened && this.onTheWay.has(path)) {
				const inner = this.withoutDocumented(value, row, `${path}.`);
				if (hasFields(inner)) rest.push([name, inner]);
			} else if (!isOpened && number < this.documented.length) {
				row[number] = toColumnValue(value);
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

const LINE_END = 0x0a;

/** The lines of a file, line ends left out, however the file is cut into chunks. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
	let rest: Buffer[] = [];
	for await (const chunk of chunks) {
		const end = chunk.lastIndexOf(LINE_END);
		if (end < 0) {
			rest.push(chunk);
			continue;
		}
		const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
		rest = [chunk.subarray(end + 1)];
		yield text.split('\n');
	}
	const last = Buffer.concat(rest).toString();
	if (last !== '') yield [last];
}
