import type { UnplacedEvent } from '../api/event';
import { HASH_LENGTH, hashOf } from './consumedEvents';

/** How many are remembered as seen, so that the state stays within its bound. */
export const MAX_REMEMBERED = 50;

const ENCODED = new RegExp(`^(?:[\\w-]{${HASH_LENGTH}}){0,${MAX_REMEMBERED}}$`);

/** Whether a stored value is what is remembered of events without a place in time. */
export function isMemoryOfUnplaced(value: unknown): value is string | undefined {
	return value === undefined || (typeof value === 'string' && ENCODED.test(value));
}

/** What is remembered of some events without a place in time. */
export function memoryOf(events: readonly UnplacedEvent[]): string {
	return events.map(({ id }) => hashOf(id)).join('');
}

export function isRememberedIn(remembered: string | undefined, { id }: UnplacedEvent): boolean {
	return hashesIn(remembered).includes(hashOf(id));
}

/** What is remembered, without some of it. */
export function forgetting(
	remembered: string | undefined,
	some: string | undefined,
): string | undefined {
	if (remembered === undefined || some === undefined) return remembered;
	const forgotten = new Set(hashesIn(some));
	return hashesIn(remembered)
		.filter((hash) => !forgotten.has(hash))
		.join('');
}

function hashesIn(remembered: string | undefined): readonly string[] {
	return remembered?.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? [];
}

export interface UnplacedDelivery {
	/** Seen for the first time. */
	readonly fresh: readonly UnplacedEvent[];
	/** Not remembered for want of room, and so passed over: they would come with every poll. */
	readonly passedOver: readonly UnplacedEvent[];
	/** What is remembered from now on. */
	readonly remembered: string | undefined;
}

/**
 * Which of the events without a place in time are to be delivered. No time says when one of them may be
 * forgotten, so those seen are remembered as long as there is room; those that the log no longer shows
 * make room for new ones.
 */
export function takeUnplaced(
	remembered: string | undefined,
	seen: readonly UnplacedEvent[],
): UnplacedDelivery {
	const known = new Set(hashesIn(remembered));
	const unknown = seen.filter(({ id }) => !known.has(hashOf(id)));
	const shown = seen.map(({ id }) => hashOf(id)).filter((hash) => known.has(hash));
	const fresh = unknown.slice(0, MAX_REMEMBERED - shown.length);
	const passedOver = unknown.slice(fresh.length);
	if (fresh.length === 0) return { fresh, passedOver, remembered };
	const hashes = new Set([...fresh.map(({ id }) => hashOf(id)), ...shown, ...known]);
	return { fresh, passedOver, remembered: [...hashes].slice(0, MAX_REMEMBERED).join('') };
}
