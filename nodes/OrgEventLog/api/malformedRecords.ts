import type { TimedEvent } from '../events/event';
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
		const subject =
			this.count === 1 ? '1 malformed record has' : `${this.count} malformed records have`;
		return `${subject} no readable time: ${this.reasons.join('; ')}`;
	}
}
