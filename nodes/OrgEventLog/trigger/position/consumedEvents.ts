import type { TimedEvent } from '../../events/event';
import { shortHashOf } from '../../events/shortHash';
import { decodeTimed, encodeTimed } from './timedText';

const ENCODED = /^(?:[0-9a-z]+:(?:[\w-]{8})+(?:,|$))*$/;

/** Hashes by the instant that they belong to, epoch milliseconds. */
type HashesByInstant = Map<number, Set<string>>;

function toInstants(encoded: string): HashesByInstant {
	const byInstant: HashesByInstant = new Map();
	for (const { atMs, text } of decodeTimed(encoded)) {
		for (const hash of text.match(/.{8}/g) ?? []) addTo(byInstant, atMs, hash);
	}
	return byInstant;
}

function addTo(byInstant: HashesByInstant, instantMs: number, hash: string): void {
	const ofInstant = byInstant.get(instantMs);
	if (ofInstant === undefined) byInstant.set(instantMs, new Set([hash]));
	else ofInstant.add(hash);
}

/**
 * Which events were consumed, as short hashes of their ids by the instant that they belong to: only
 * events of the same millisecond are ever compared.
 * Encoded, each instant is followed by its hashes.
 */
export class ConsumedEvents {
	private constructor(private readonly held: HashesByInstant) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(new Map());
	}

	/** @returns undefined where the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		return ENCODED.test(encoded) ? new ConsumedEvents(toInstants(encoded)) : undefined;
	}

	has({ id, createdAtMs }: TimedEvent): boolean {
		return this.held.get(createdAtMs)?.has(shortHashOf(id)) === true;
	}

	/** Adds these to what is held here, without what is older than `floorMs`. */
	add(events: readonly TimedEvent[], floorMs: number): void {
		for (const { id, createdAtMs } of events) addTo(this.held, createdAtMs, shortHashOf(id));
		for (const instantMs of this.held.keys()) {
			if (instantMs < floorMs) this.held.delete(instantMs);
		}
	}

	/** These and the given ones, without what is older than `floorMs`. */
	with(events: readonly TimedEvent[], floorMs: number): ConsumedEvents {
		const held = [...this.held].map(([instantMs, hashes]) => [instantMs, new Set(hashes)] as const);
		const all = new ConsumedEvents(new Map(held));
		all.add(events, floorMs);
		return all;
	}

	isEmpty(): boolean {
		return this.held.size === 0;
	}

	/** Whether these are all of them, and nothing else. */
	areAll(events: readonly TimedEvent[]): boolean {
		return events.length === this.countFrom(-Infinity) && events.every((event) => this.has(event));
	}

	/** The latest instant that one of them belongs to; `-Infinity` if there is none. */
	newestMs(): number {
		return [...this.held.keys()].reduce((one, other) => Math.max(one, other), -Infinity);
	}

	countFrom(startMs: number): number {
		let count = 0;
		for (const [instantMs, hashes] of this.held) {
			if (instantMs >= startMs) count += hashes.size;
		}
		return count;
	}

	countAt(instantMs: number): number {
		return this.held.get(instantMs)?.size ?? 0;
	}

	/**
	 * The longest encoding of at most `maxLength` characters, which leaves out the oldest instants
	 * first, and the oldest instant from which on it is complete (`-Infinity` if nothing is left out).
	 */
	encode(maxLength: number): { encoded: string; completeFromMs: number } {
		const instants = this.inOrder().map(([atMs, hashes]) => ({ atMs, text: [...hashes].join('') }));
		const { encoded, leftOutToMs = -Infinity } = encodeTimed(instants, maxLength);
		return { encoded, completeFromMs: leftOutToMs + 1 };
	}

	/** Oldest first. */
	private inOrder(): ReadonlyArray<readonly [instantMs: number, hashes: ReadonlySet<string>]> {
		return [...this.held].sort(([one], [other]) => one - other);
	}
}
