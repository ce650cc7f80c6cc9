import { EventLogFailure } from '../errors/failure';
import { MAX_ODD_ENTRIES } from '../events/limits';
import type { TimedEvent } from '../events/event';
import type { FetchPage, OddEntry, PageRequest, TimeRange } from './page';

/** The odd entries of the pages of one reading, each once. */
export class OddEntries {
	private readonly oddityById = new Map<string, string>();

	/**
	 * The same pages. Reading them fails if there are so many odd entries that the format must have changed.
	 *
	 * @param range what is read; proofs also ask beyond it, and nothing tells where the odd entries of their
	 * pages stand
	 */
	watch<Event extends TimedEvent>(
		fetchPage: FetchPage<Event>,
		range: TimeRange = {},
	): FetchPage<Event> {
		return async (request) => {
			const page = await fetchPage(request);
			if (!asksBeyond(range, request)) for (const entry of page.odd ?? []) this.add(entry);
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

/** Whether a page may hold what lies outside a range, also where bounds are exclusive. */
function asksBeyond(
	{ startMs = 0, endMs = Infinity }: TimeRange,
	{ afterMs = -Infinity, beforeMs = Infinity }: PageRequest,
): boolean {
	return (startMs !== 0 && afterMs < startMs - 1) || beforeMs > endMs;
}
