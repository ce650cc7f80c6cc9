import type { TimedEvent } from '../events/event';

/**
 * Holds the events of pages that border on each other, each once. Two events of one id and time are told apart by
 * `contentId`. Only those at a page's ends have it, because inside a page two such events already have different ids.
 */
export class EventSet<Event extends TimedEvent> {
	private readonly byKey = new Map<string, Event>();
	private readonly idKeys = new Set<string>();

	constructor(events: Iterable<Event> = []) {
		for (const event of events) this.add(event);
	}

	get size(): number {
		return this.byKey.size;
	}

	add(event: Event): void {
		if (this.has(event)) return;
		this.byKey.set(keyOf(event, event.contentId), event);
		this.idKeys.add(keyOf(event));
	}

	/** An event without a `contentId` equals any of its id and time, in the set or asked for. */
	readonly has = (event: Event): boolean => {
		const { contentId } = event;
		if (this.byKey.has(keyOf(event, contentId))) return true;
		return contentId === undefined ? this.idKeys.has(keyOf(event)) : this.byKey.has(keyOf(event));
	};

	values(): Event[] {
		return [...this.byKey.values()];
	}
}

/** A service may use an id again at another time. */
function keyOf({ id, createdAtMs }: TimedEvent, idOrContentId = id): string {
	return `${createdAtMs} ${idOrContentId}`;
}
