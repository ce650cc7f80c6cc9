import type { FetchLoggedEvents, UnplacedEvent } from './event';

/** Gathers what has no place in time from pages while they are read, each once. */
export class UnplacedEvents {
	private readonly byId = new Map<string, UnplacedEvent>();

	/** The same pages. */
	watch(fetchPage: FetchLoggedEvents): FetchLoggedEvents {
		return async (request) => {
			const page = await fetchPage(request);
			for (const event of page.unplaced ?? []) this.byId.set(event.id, event);
			return page;
		};
	}

	/** By their ids, for the order in which pages came may be another next time. */
	all(): readonly UnplacedEvent[] {
		return [...this.byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
	}
}

/** What the user is told of them; undefined where there are none. */
export function describeUnplaced(events: readonly UnplacedEvent[]): string | undefined {
	if (events.length === 0) return undefined;
	const oddities = [...new Set(events.map(({ oddity }) => oddity))].sort();
	const subject = events.length === 1 ? '1 event has' : `${events.length} events have`;
	return `${subject} no readable time: ${oddities.join('; ')}`;
}
