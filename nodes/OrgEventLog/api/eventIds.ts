import { hash } from 'node:crypto';
import type { EventFields, LoggedEvent } from '../events/event';

const DIGEST_LENGTH = 32;

/** Behind an id that events of different content share. */
const CONTENT_HASH_LENGTH = 12;

function hashOf(content: string, length: number): string {
	return hash('sha256', content, 'hex').slice(0, length);
}

/** The ids of a page's events. An event without an id is identified by a digest of its content. */
export class PageIds {
	private readonly digests = new Map<string, number>();

	idOf(fields: EventFields): string {
		const { id } = fields;
		if (typeof id === 'string' && id !== '') return id;
		return typeof id === 'number' ? String(id) : this.digestOf(fields);
	}

	/** Of several that are alike each has its own. */
	private digestOf(fields: EventFields): string {
		const id = `digest:${hashOf(JSON.stringify(fields), DIGEST_LENGTH)}`;
		const number = (this.digests.get(id) ?? 0) + 1;
		this.digests.set(id, number);
		return number === 1 ? id : `${id}-${number}`;
	}
}

function sharedIdsOf(events: readonly LoggedEvent[]): ReadonlySet<string> {
	const seen = new Set<string>();
	const shared = new Set<string>();
	for (const { id } of events) (seen.has(id) ? shared : seen).add(id);
	return shared;
}

/**
 * The events of a page, each under an id of its own: a hash of the content follows where others have the same id
 * and millisecond and differ in content. An entry that repeats another one word for word is the same event.
 */
export function distinctEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
	const shared = sharedIdsOf(events);
	if (shared.size === 0) return events;
	const contentsByPlace = new Map<string, Map<string, LoggedEvent>>();
	for (const event of events) {
		const place = `${event.createdAtMs} ${event.id}`;
		const contents = contentsByPlace.get(place) ?? new Map<string, LoggedEvent>();
		// The content of an event that shares no id need not be known.
		const content = shared.has(event.id) ? JSON.stringify(event.fields) : '';
		if (!contents.has(content)) contents.set(content, event);
		contentsByPlace.set(place, contents);
	}
	return [...contentsByPlace.values()].flatMap((contents) =>
		contents.size === 1
			? [...contents.values()]
			: [...contents].map(([content, event]) => ({
					...event,
					id: `${event.id}#${hashOf(content, CONTENT_HASH_LENGTH)}`,
				})),
	);
}
