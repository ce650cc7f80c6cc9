import type { TimedEvent } from '../../events/event';
import { shortHashOf } from '../../events/shortHash';
import { decodeTimed, encodeTimed } from './timedText';

/** Former versions wrote all hashes of an instant behind one time. */
const ENCODED = /^(?:[0-9a-z]+:(?:[\w-]{8})+(?:,|$))*$/;

/** Only events of the same millisecond are ever compared. */
function keyOf(atMs: number, hash: string): string {
	return `${atMs}:${hash}`;
}

/** Which events were consumed, as short hashes of their ids, each with the instant that it belongs to. */
export class ConsumedEvents {
	/** @param instants epoch milliseconds by instant and hash */
	private constructor(private readonly instants: Map<string, number>) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(new Map());
	}

	/** @returns undefined where the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		if (!ENCODED.test(encoded)) return undefined;
		const held = decodeTimed(encoded).flatMap(({ atMs, text }) =>
			(text.match(/.{8}/g) ?? []).map((hash) => [keyOf(atMs, hash), atMs] as const),
		);
		return new ConsumedEvents(new Map(held));
	}

	has({ id, createdAtMs }: TimedEvent): boolean {
		return this.instants.has(keyOf(createdAtMs, shortHashOf(id)));
	}

	/** Adds these to what is held here, without what is older than `floorMs`. */
	add(events: readonly TimedEvent[], floorMs: number): void {
		for (const { id, createdAtMs } of events) {
			this.instants.set(keyOf(createdAtMs, shortHashOf(id)), createdAtMs);
		}
		for (const [key, instantMs] of this.instants) {
			if (instantMs < floorMs) this.instants.delete(key);
		}
	}

	/** These and the given ones, without what is older than `floorMs`. */
	with(events: readonly TimedEvent[], floorMs: number): ConsumedEvents {
		const all = new ConsumedEvents(new Map(this.instants));
		all.add(events, floorMs);
		return all;
	}

	isEmpty(): boolean {
		return this.instants.size === 0;
	}

	/** Whether these are all of them, and nothing else. */
	areAll(events: readonly TimedEvent[]): boolean {
		return events.length === this.instants.size && events.every((event) => this.has(event));
	}

	/** The latest instant that one of them belongs to; `-Infinity` if there is none. */
	newestMs(): number {
		return [...this.instants.values()].reduce((one, other) => Math.max(one, other), -Infinity);
	}

	/** How many belong to instants of which this holds. */
	count(holds: (instantMs: number) => boolean): number {
		return [...this.instants.values()].filter(holds).length;
	}

	/**
	 * The longest encoding of at most `maxLength` characters, which leaves out the oldest instants
	 * first, and the oldest instant from which on it is complete (`-Infinity` if nothing is left out).
	 */
	encode(maxLength: number): { encoded: string; completeFromMs: number } {
		const entries = [...this.instants]
			.map(([key, atMs]) => ({ atMs, text: key.slice(key.indexOf(':') + 1) }))
			.sort((one, other) => one.atMs - other.atMs);
		const { encoded, leftOutToMs = -Infinity } = encodeTimed(entries, maxLength);
		return { encoded, completeFromMs: leftOutToMs + 1 };
	}
}
