import { hash } from 'node:crypto';
import type { EventFields, LoggedEvent } from '../events/event';

const DIGEST_LENGTH = 32;
const CONTENT_HASH_LENGTH = 12;

/** Gives the id of an event; one without an id is known by a digest of its content. */
export function idOf(fields: EventFields): string {
	const { id } = fields;
	if (typeof id === 'string' && id !== '') return id;
	return typeof id === 'number' ? String(id) : `digest:${hashOf(fields, DIGEST_LENGTH)}`;
}

/**
 * Gives the events of a page, each under an id of its own: a hash of the content follows if others have the same id and
 * millisecond and differ in content. An entry that repeats another one word for word is the same event. Events at the
 * ends of a page bear that hash, too, because such others may be on the next page.
 */
export function distinctEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const ends = new Set([events[0]?.createdAtMs, events[events.length - 1]?.createdAtMs]);
	const marked = events.map((event) =>
		ends.has(event.createdAtMs) ? { ...event, contentId: contentIdOf(event) } : event,
	);
	const ids = new Set(events.map(({ id }) => id));
	return ids.size === events.length ? marked : withIdsOfTheirOwn(marked);
}

function withIdsOfTheirOwn(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const places = new Map<string, Map<string, LoggedEvent>>();
	for (const event of events) {
		const place = `${event.createdAtMs} ${event.id}`;
		const byContent = places.get(place) ?? new Map<string, LoggedEvent>();
		places.set(place, byContent.set(contentIdOf(event), event));
	}
	return [...places.values()].flatMap((byContent) =>
		byContent.size === 1
			? [...byContent.values()]
			: [...byContent].map(([id, event]) => ({ ...event, id })),
	);
}

function contentIdOf({ id, fields }: LoggedEvent): string {
	return `${id}#${hashOf(fields, CONTENT_HASH_LENGTH)}`;
}

function hashOf(fields: EventFields, length: number): string {
	return hash('sha256', JSON.stringify(fields), 'hex').slice(0, length);
}
