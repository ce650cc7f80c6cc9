import type { EventFields } from '../api/event';
import type { CsvCell } from './csv';
import { forEachPath } from './dottedPaths';

/**
 * The columns that a log's events turn out to need. The documented ones come first and are always
 * there; the others are known only after the last event, so rows are put in order afterwards.
 */
export class PathColumns {
	/** Where each path's cell is in a loose row. */
	private readonly places: Map<string, number>;

	constructor(private readonly documented: readonly string[]) {
		this.places = new Map(documented.map((path, place) => [path, place]));
	}

	/** The cells of an event in the order in which their paths were first met. */
	toLooseRow(fields: EventFields): CsvCell[] {
		const row: CsvCell[] = [];
		forEachPath(fields, (path, cell) => {
			const place = this.places.get(path) ?? this.places.size;
			this.places.set(path, place);
			row[place] = cell;
		});
		return row;
	}

	/** The header: documented paths in their order, then the others by name. */
	header(): string[] {
		const others = [...this.places.keys()].slice(this.documented.length);
		return [...this.documented, ...others.sort()];
	}

	/** Puts the cells of loose rows under the header. Only for when every event has been seen. */
	arrange(): (looseRow: readonly CsvCell[]) => CsvCell[] {
		const places = this.header().map((path) => this.places.get(path) ?? -1);
		return (looseRow) => places.map((place) => looseRow[place]);
	}
}
