import { hash } from 'node:crypto';
import type { EventFields, LoggedEvent } from '../events/event';

const DIGEST_LENGTH = 32;

/** Behind an id that events of different content share. */
const CONTENT_HASH_LENGTH = 12;

function hashOf(content: string, length: number): string {
	return hash('sha256', content, 'hex').slice(0, length);
}

/** The id of an event; one without an id is known by a digest of its content. */
export function idOf(fields: EventFields): string {
	const { id } = fields;
	if (typeof id === 'string' && id !== '') return id;
	return typeof id === 'number'
		? String(id)
		: `digest:${hashOf(JSON.stringify(fields), DIGEST_LENGTH)}`;
}

/**
 * The events of a page, each under an id of its own: a hash of the content follows where others have the same id
 * and millisecond and differ in content. An entry that repeats another one word for word is the same event.
 */
export function distinctEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const edges = new Set([events[0]?.createdAtMs, events[events.length - 1]?.createdAtMs]);
	return withIdsOfTheirOwn(events).map((event) => {
		return edges.has(event.createdAtMs) ? { ...event, contentId: contentIdOf(event) } : event;
	});
}

function withIdsOfTheirOwn(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	if (new Set(events.map(({ id }) => id)).size === events.length) return events;
	const contents = new Map<string, Set<string>>();
	const known = events.map((event) => {
		const place = `${event.createdAtMs} ${event.id}`;
		const content = JSON.stringify(event.fields);
		const others = contents.get(place) ?? new Set<string>();
		contents.set(place, others);
		const isNew = others.size < others.add(content).size;
		return { event, content, others, isNew };
	});
	return known
		.filter(({ isNew }) => isNew)
		.map(({ event, content, others }) =>
			others.size === 1
				? event
				: { ...event, id: `${event.id}#${hashOf(content, CONTENT_HASH_LENGTH)}` },
		);
}

function contentIdOf({ id, fields }: LoggedEvent): string {
	const suffix = `#${hashOf(JSON.stringify(fields), CONTENT_HASH_LENGTH)}`;
	return id.endsWith(suffix) ? id : id + suffix;
}
