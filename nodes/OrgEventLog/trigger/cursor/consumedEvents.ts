import type { TimedEvent } from '../../events/event';
import { shortHashOf } from '../../events/shortHash';

const ENCODED = /^(?:[0-9a-z]+:[\w-]{8}(?:,|$))*$/;

/** Any time that JavaScript can hold has at most this many characters in base 36. */
const MAX_TIME_LENGTH = 11;

/** Only events of the same millisecond are ever compared. */
function keyOf(atMs: number, hash: string): string {
	return `${atMs}:${hash}`;
}

/** Consumed events, as short hashes of their ids, each with the instant that it belongs to. */
export class ConsumedEvents {
	/** @param instants the instant of each event by `keyOf` (instant and hash of the id), epoch milliseconds */
	private constructor(private readonly instants: Map<string, number>) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(new Map());
	}

	/** @returns undefined if the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		if (!ENCODED.test(encoded)) return undefined;
		const instants = new Map<string, number>();
		let atMs = 0;
		for (const entry of encoded.split(',')) {
			const [elapsed = '', hash] = entry.split(':');
			if (hash === undefined) continue;
			atMs += parseInt(elapsed, 36);
			instants.set(keyOf(atMs, hash), atMs);
		}
		return new ConsumedEvents(instants);
	}

	get size(): number {
		return this.instants.size;
	}

	/** Of two events with one id and time each is stored by its content. A page with one of them gives that its plain id. */
	has({ id, contentId, createdAtMs }: TimedEvent): boolean {
		const isHeld = (one: string) => this.instants.has(keyOf(createdAtMs, shortHashOf(one)));
		return isHeld(id) || (contentId !== undefined && isHeld(contentId));
	}

	/** Adds these, and drops all that are older than `floorMs`. */
	add(events: readonly TimedEvent[], floorMs: number): void {
		for (const { id, createdAtMs } of events) {
			this.instants.set(keyOf(createdAtMs, shortHashOf(id)), createdAtMs);
		}
		for (const [key, instantMs] of this.instants) {
			if (instantMs < floorMs) this.instants.delete(key);
		}
	}

	/** Gives a copy with those alone whose instants pass. */
	where(holds: (instantMs: number) => boolean): ConsumedEvents {
		return new ConsumedEvents(
			new Map([...this.instants].filter(([, instantMs]) => holds(instantMs))),
		);
	}

	/** Gives the earliest instant that one of them belongs to, epoch milliseconds; `Infinity` if there is none. */
	oldestMs(): number {
		return [...this.instants.values()].reduce((one, other) => Math.min(one, other), Infinity);
	}

	countAt(atMs: number): number {
		return [...this.instants.values()].filter((instantMs) => instantMs === atMs).length;
	}

	/**
	 * Gives the longest encoding of at most `maxLength` characters, which leaves out the oldest instants first, and the
	 * oldest instant from which on it is complete (`-Infinity` if nothing is left out). It is plain text:
	 * `<milliseconds since the one before>:<hash>,…`, times in base 36.
	 */
	encode(maxLength: number): { encoded: string; completeFromMs: number } {
		const entries = [...this.instants].sort(([, one], [, other]) => one - other);
		const timeAt = (at: number) => entries[at]?.[1] ?? 0;
		const textAt = (at: number, sinceMs = timeAt(at - 1)) => {
			const [key = '', atMs = 0] = entries[at] ?? [];
			return `${(atMs - sinceMs).toString(36)}:${key.slice(key.indexOf(':') + 1)}`;
		};
		let length = MAX_TIME_LENGTH;
		let first = entries.length;
		while (first > 0 && (length += textAt(first - 1).length + 1) <= maxLength) first -= 1;
		// All of an instant is kept, or none.
		while (first > 0 && first < entries.length && timeAt(first) === timeAt(first - 1)) first += 1;
		const kept = entries.slice(first).map((_, at) => textAt(first + at, at === 0 ? 0 : undefined));
		return {
			encoded: kept.join(','),
			completeFromMs: first === 0 ? -Infinity : timeAt(first - 1) + 1,
		};
	}
}
