import type { LoggedEvent } from '../api/event';
import { plainText } from '../api/quotedText';
import { isSimplifiedColumn } from '../parameters/columns';
import { simplify } from './columns';
import { namesOnPath, valueAt } from './fieldPaths';

/** The columns that were chosen for events, and which of them no event had anything for. */
export class ChosenColumns {
	private readonly paths = new Map<string, readonly string[]>();
	private readonly unseen: Set<string>;
	private readonly areAllPaths: boolean;

	/** @param names simplified columns, and dotted paths of what the API sent */
	constructor(readonly names: readonly string[]) {
		for (const name of names) {
			if (!isSimplifiedColumn(name)) this.paths.set(name, namesOnPath(name));
		}
		this.unseen = new Set(this.paths.keys());
		this.areAllPaths = this.paths.size === names.length;
	}

	/** What an event has in each column, in their order; null for nothing and for an empty text. */
	valuesOf(event: LoggedEvent): unknown[] {
		const simplified = this.areAllPaths ? undefined : simplify(event);
		return this.names.map((name) =>
			isSimplifiedColumn(name) ? simplified?.[name] : this.read(name, event),
		);
	}

	/** What the user should know: a column that is nowhere may be misspelt. */
	hint(): string | undefined {
		if (this.unseen.size === 0) return undefined;
		const names = [...this.unseen].map((name) => `'${plainText(name)}'`).join(', ');
		return `None of these events has ${names}. Columns are simplified columns, or dotted paths of the raw event such as user_principal.user.groups; letter case counts`;
	}

	private read(name: string, { fields }: LoggedEvent): unknown {
		const value = valueAt(fields, this.paths.get(name) ?? []);
		if (value === undefined) return null;
		this.unseen.delete(name);
		return value === '' ? null : value;
	}
}
