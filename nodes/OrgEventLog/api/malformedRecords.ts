import type { TimedEvent } from '../events/event';
import type { FetchPage } from './page';

/** Collects the malformed records of the pages of one reading, each once. */
export class MalformedRecords {
	private readonly whyById = new Map<string, string>();

	collectFrom<Event extends TimedEvent>(fetchPage: FetchPage<Event>): FetchPage<Event> {
		return async (request) => {
			const page = await fetchPage(request);
			for (const { id, why } of page.malformed ?? []) this.whyById.set(id, why);
			return page;
		};
	}

	get count(): number {
		return this.whyById.size;
	}

	/** Gives what is wrong with them in our own words, each once. */
	get reasons(): readonly string[] {
		return [...new Set(this.whyById.values())].sort();
	}

	/** Gives undefined if there are none. */
	describe(): string | undefined {
		if (this.count === 0) return undefined;
		const subject =
			this.count === 1 ? '1 malformed record has' : `${this.count} malformed records have`;
		return `${subject} no readable time: ${this.reasons.join('; ')}`;
	}
}
