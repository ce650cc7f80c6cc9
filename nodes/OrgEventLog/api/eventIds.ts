import { hash } from 'node:crypto';
import type { LoggedEvent } from '../events/event';

const DIGEST_LENGTH = 32;
const CONTENT_HASH_LENGTH = 12;

/** Gives the id of an event; one without an id is known by a digest of its content. */
export function idOf(fields: Readonly<Record<string, unknown>>): string {
	const { id } = fields;
	if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return String(id);
	return `digest:${hashOf(fields, DIGEST_LENGTH)}`;
}

/**
 * Gives each event of a page an id of its own, and leaves out entries that repeat another one word for word. Events with
 * the same id and millisecond and different content are told apart by a hash of that. Events at the ends of a page bear
 * the hash, too, because such others may be on the next page.
 */
export function toDistinctEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const ends = new Set([events[0]?.createdAtMs, events[events.length - 1]?.createdAtMs]);
	const marked = events.map((event) =>
		ends.has(event.createdAtMs) ? { ...event, contentId: contentIdOf(event) } : event,
	);
	const ids = new Set(events.map(({ id }) => id));
	return ids.size === events.length ? marked : withIdsOfTheirOwn(marked);
}

function withIdsOfTheirOwn(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const groups = new Map<string, Map<string, LoggedEvent>>();
	for (const event of events) {
		const key = `${event.createdAtMs} ${event.id}`;
		const byContent = groups.get(key) ?? new Map<string, LoggedEvent>();
		groups.set(key, byContent.set(contentIdOf(event), event));
	}
	return [...groups.values()].flatMap((byContent) =>
		byContent.size === 1
			? [...byContent.values()]
			: [...byContent].map(([id, event]) => ({ ...event, id })),
	);
}

function contentIdOf({ id, fields }: LoggedEvent): string {
	return `${id}#${hashOf(fields, CONTENT_HASH_LENGTH)}`;
}

function hashOf(fields: object, length: number): string {
	return hash('sha256', JSON.stringify(fields), 'hex').slice(0, length);
}
