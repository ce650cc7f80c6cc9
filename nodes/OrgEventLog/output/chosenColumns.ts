import { COLUMNS, type SimplifiedColumn } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import { parsePath, readPath } from '../events/fieldPaths';
import { foldedEmailOf, userEmailOf } from '../events/subjects';
import type { JsonObject, JsonValue } from '../json/jsonValues';

type ColumnReader = (event: LoggedEvent) => JsonValue;

export class ChosenColumns {
	private readonly readers: readonly ColumnReader[];

	/** @param names simplified columns, and dotted paths of what the API sent */
	constructor(private readonly names: readonly string[]) {
		this.readers = names.map(toReader);
	}

	/** Gives a value for each column, in their order; null for nothing and for an empty text. */
	valuesOf(event: LoggedEvent): JsonValue[] {
		return this.readers.map((read) => read(event));
	}

	/** Gives the values with e-mail addresses in one letter case: events of one group have the same. */
	comparableValuesOf(values: readonly JsonValue[], { fields }: LoggedEvent): readonly JsonValue[] {
		const email = userEmailOf(fields);
		if (email === null) return values;
		return values.map((value) => (value === email ? foldedEmailOf(fields) : value));
	}

	toRecord(values: readonly JsonValue[]): JsonObject {
		return Object.fromEntries(this.names.map((name, at) => [name, values[at]]));
	}
}

function toReader(name: string): ColumnReader {
	if (isSimplified(name)) return COLUMNS[name];
	const path = parsePath(name);
	return ({ fields }) => {
		const value = readPath(fields, path);
		return value === undefined || value === '' ? null : value;
	};
}

function isSimplified(name: string): name is SimplifiedColumn {
	return Object.prototype.hasOwnProperty.call(COLUMNS, name);
}
