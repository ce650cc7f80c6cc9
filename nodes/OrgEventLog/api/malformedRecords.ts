import type { TimedEvent } from '../events/event';
import { pluralize } from '../text/sentences';
import type { EventsPage } from './page';

/** Counts and describes the malformed records of one reading, each once although several pages may have it. */
export class MalformedRecords {
	private readonly whyById = new Map<string, string>();

	addFrom({ malformed = [] }: EventsPage<TimedEvent>): void {
		for (const { id, why } of malformed) this.whyById.set(id, why);
	}

	get count(): number {
		return this.whyById.size;
	}

	get reasons(): readonly string[] {
		return [...new Set(this.whyById.values())].sort();
	}

	/** Gives undefined if there are none. */
	describe(): string | undefined {
		if (this.count === 0) return undefined;
		return `${pluralize(this.count, 'malformed record')} can't be read: ${this.reasons.join('; ')}`;
	}
}
