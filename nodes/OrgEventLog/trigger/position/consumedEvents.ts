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
	/** What is older is forgotten, though it may still be held. */
	private floorMs = -Infinity;
	/** How many instants may be held before what is forgotten is dropped. */
	private roomFor = 1_000;

	private constructor(private readonly held: HashesByInstant) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(new Map());
	}

	/** @returns undefined where the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		return ENCODED.test(encoded) ? new ConsumedEvents(toInstants(encoded)) : undefined;
	}

	has({ id, createdAtMs }: TimedEvent): boolean {
		return this.countAt(createdAtMs) > 0 && this.hasHash(createdAtMs, shortHashOf(id));
	}

	/** Adds these to what is held here. What is older than `floorMs` is forgotten for good. */
	add(events: readonly TimedEvent[], floorMs: number): void {
		for (const { id, createdAtMs } of events) addTo(this.held, createdAtMs, shortHashOf(id));
		this.floorMs = Math.max(this.floorMs, floorMs);
		if (this.held.size <= this.roomFor) return;
		for (const instantMs of this.held.keys()) {
			if (instantMs < this.floorMs) this.held.delete(instantMs);
		}
		this.roomFor = 1_000 + 2 * this.held.size;
	}

	/** These and the given ones, without what is older than `floorMs`. */
	with(events: readonly TimedEvent[], floorMs: number): ConsumedEvents {
		const all = new ConsumedEvents(
			new Map(this.inOrder().map(([instantMs, hashes]) => [instantMs, new Set(hashes)])),
		);
		all.add(events, floorMs);
		return all;
	}

	isEmpty(): boolean {
		return this.inOrder().length === 0;
	}

	/** Whether these reach from the oldest consumed instant to the newest, and none is unknown. */
	isSpannedBy(events: readonly TimedEvent[]): boolean {
		const seen = new Set(events.map(({ createdAtMs }) => createdAtMs));
		const consumed = this.inOrder();
		const ends = [...consumed.slice(0, 1), ...consumed.slice(-1)];
		return (
			ends.length > 0 &&
			ends.every(([instantMs]) => seen.has(instantMs)) &&
			events.every((event) => this.has(event))
		);
	}

	/** The latest instant that one of them belongs to; `-Infinity` if there is none. */
	newestMs(): number {
		return this.inOrder().slice(-1)[0]?.[0] ?? -Infinity;
	}

	countFrom(startMs: number): number {
		let count = 0;
		for (const [instantMs, hashes] of this.held) {
			if (instantMs >= Math.max(startMs, this.floorMs)) count += hashes.size;
		}
		return count;
	}

	countAt(instantMs: number): number {
		return instantMs < this.floorMs ? 0 : (this.held.get(instantMs)?.size ?? 0);
	}

	/**
	 * The longest encoding of at most `maxLength` characters, which leaves out the oldest instants
	 * first, and the oldest instant from which on it is complete (`-Infinity` if nothing is left out).
	 */
	encode(maxLength: number): { encoded: string; completeFromMs: number } {
		const instants = this.inOrder().map(([atMs, hashes]) => ({ atMs, text: [...hashes].join('') }));
		const { encoded, leftOut } = encodeTimed(instants, () => maxLength);
		const newest = leftOut[leftOut.length - 1];
		return { encoded, completeFromMs: newest === undefined ? -Infinity : newest.atMs + 1 };
	}

	private hasHash(instantMs: number, hash: string): boolean {
		return instantMs >= this.floorMs && this.held.get(instantMs)?.has(hash) === true;
	}

	/** Oldest first. */
	private inOrder(): ReadonlyArray<readonly [instantMs: number, hashes: ReadonlySet<string>]> {
		return [...this.held]
			.filter(([instantMs]) => instantMs >= this.floorMs)
			.sort(([one], [other]) => one - other);
	}
}
