import { EventLogFailure } from '../errors/failure';
import { MAX_ODD_ENTRIES } from '../events/limits';
import type { TimedEvent } from '../events/event';
import type { FetchPage, OddEntry } from './page';

/** The odd entries of the pages of one reading, each once. */
export class OddEntries {
	private readonly oddityById = new Map<string, string>();

	/** The same pages. Reading them fails if there are so many odd entries that the format must have changed. */
	watch<Event extends TimedEvent>(fetchPage: FetchPage<Event>): FetchPage<Event> {
		return async (request) => {
			const page = await fetchPage(request);
			for (const entry of page.odd ?? []) this.add(entry);
			return page;
		};
	}

	get count(): number {
		return this.oddityById.size;
	}

	/** What is odd about them, in our own words. */
	get oddities(): readonly string[] {
		return [...new Set(this.oddityById.values())].sort();
	}

	/** What the user is told of them; undefined where there are none. */
	describe(): string | undefined {
		if (this.count === 0) return undefined;
		const subject = this.count === 1 ? '1 event has' : `${this.count} events have`;
		return `${subject} no readable time: ${this.oddities.join('; ')}`;
	}

	private add({ id, oddity }: OddEntry): void {
		this.oddityById.set(id, oddity);
		if (this.count <= MAX_ODD_ENTRIES) return;
		const detail = `More than ${MAX_ODD_ENTRIES} events have no readable time: ${oddity}`;
		throw new EventLogFailure('unexpectedShape', { detail });
	}
}
