import { COLUMNS, type SimplifiedColumn } from '../events/columns';
import type { LoggedEvent } from '../events/event';
import { parsePath, readPath } from '../events/fieldPaths';
import { foldedEmailOf, userEmailOf } from '../events/subjects';
import type { JsonObject, JsonValue } from '../json/jsonValues';
import { toPlainText } from '../text/plainText';

type ColumnReader = (event: LoggedEvent) => JsonValue;

/** A user chose these columns. Those that no event has are told in the end: they may be misspelt. */
export class ChosenColumns {
	private readonly unseen = new Set<string>();
	private readonly readers: readonly ColumnReader[];

	/** @param names simplified columns, and dotted paths of what the API sent */
	constructor(readonly names: readonly string[]) {
		this.readers = names.map((name) =>
			isSimplified(name) ? COLUMNS[name] : this.createPathReader(name),
		);
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

	/** Gives values under the names of their columns. */
	toRecord(values: readonly JsonValue[]): JsonObject {
		return Object.fromEntries(this.names.map((name, at) => [name, values[at]]));
	}

	/** Gives a hint for the user if no event has some of the columns. */
	describeUnseen(): string | undefined {
		if (this.unseen.size === 0) return undefined;
		const names = [...this.unseen].map((name) => `'${toPlainText(name)}'`).join(', ');
		return `None of these events has ${names}. Choose simplified columns, or dotted paths of the raw event such as user_principal.user.groups. Names are case-sensitive`;
	}

	private createPathReader(path: string): ColumnReader {
		const names = parsePath(path);
		this.unseen.add(path);
		return ({ fields }) => {
			const value = readPath(fields, names);
			if (value === undefined) return null;
			this.unseen.delete(path);
			return value === '' ? null : value;
		};
	}
}

function isSimplified(name: string): name is SimplifiedColumn {
	return Object.prototype.hasOwnProperty.call(COLUMNS, name);
}
