import type { TimedEvent } from '../events/event';

/**
 * Holds the events of pages that border on each other, each once. Two events of one id are told apart by `contentId`,
 * which only those at a page's ends have: elsewhere both stand on the same page.
 */
export class EventSet<Event extends TimedEvent> {
	private readonly byKey = new Map<string, Event>();
	private readonly ids = new Set<string>();

	constructor(events: Iterable<Event> = []) {
		for (const event of events) this.add(event);
	}

	get size(): number {
		return this.byKey.size;
	}

	add(event: Event): void {
		if (this.has(event)) return;
		this.byKey.set(event.contentId ?? event.id, event);
		this.ids.add(event.id);
	}

	readonly has = ({ id, contentId }: Event): boolean => {
		if (this.byKey.has(contentId ?? id)) return true;
		return contentId === undefined ? this.ids.has(id) : this.byKey.has(id);
	};

	values(): Event[] {
		return [...this.byKey.values()];
	}
}
