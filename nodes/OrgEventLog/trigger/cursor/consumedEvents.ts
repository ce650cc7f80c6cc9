import type { TimedEvent } from '../../events/event';
import { shortHashOf } from '../../events/shortHash';

/** Each instant is encoded as `<milliseconds since the one before, in base 36>:<hashes>`. */
const ENCODED = /^(?:[0-9a-z]+:(?:[\w-]{8})+(?:,|$))*$/;

/** Any time that JavaScript can hold has at most this many characters in base 36. */
const MAX_TIME_LENGTH = 11;

type InstantHashes = readonly [atMs: number, hashes: Iterable<string>];

/** Remembers consumed events by short hashes of their ids; only events of the same millisecond are ever compared. */
export class ConsumedEvents {
	/** @param byInstant hashes by the instant of their events, epoch milliseconds */
	private constructor(private readonly byInstant: Map<number, Set<string>>) {}

	static empty(): ConsumedEvents {
		return new ConsumedEvents(new Map());
	}

	/** @returns undefined if the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		if (!ENCODED.test(encoded)) return undefined;
		const byInstant = new Map<number, Set<string>>();
		let atMs = 0;
		for (const [, elapsed = '', hashes = ''] of encoded.matchAll(/(\w+):([^,]+)/g)) {
			atMs += parseInt(elapsed, 36);
			byInstant.set(atMs, new Set(hashes.match(/.{8}/g)));
		}
		return new ConsumedEvents(byInstant);
	}

	get size(): number {
		return [...this.byInstant.values()].reduce((sum, { size }) => sum + size, 0);
	}

	/**
	 * If two events of one page share id and time, each has its content id for its id. On a page with only one of them,
	 * it has the plain id. So one consumed under its content id is found under the plain id, too; not the other way.
	 */
	has({ id, contentId, createdAtMs }: TimedEvent): boolean {
		const hashes = this.byInstant.get(createdAtMs);
		if (hashes === undefined) return false;
		return (
			hashes.has(shortHashOf(id)) || (contentId !== undefined && hashes.has(shortHashOf(contentId)))
		);
	}

	/** Adds these, and drops all that are older than `floorMs`. */
	add(events: readonly TimedEvent[], floorMs: number): void {
		for (const { id, createdAtMs } of events) {
			const hashes = this.byInstant.get(createdAtMs) ?? new Set();
			this.byInstant.set(createdAtMs, hashes.add(shortHashOf(id)));
		}
		for (const atMs of this.byInstant.keys()) if (atMs < floorMs) this.byInstant.delete(atMs);
	}

	/** Gives a copy with the events of those instants that are kept. */
	filterInstants(isKept: (atMs: number) => boolean): ConsumedEvents {
		const kept = [...this.byInstant].filter(([atMs]) => isKept(atMs));
		return new ConsumedEvents(new Map(kept.map(([atMs, hashes]) => [atMs, new Set(hashes)])));
	}

	/** Gives the instants of the events, in any order, epoch milliseconds. */
	get instants(): number[] {
		return [...this.byInstant.keys()];
	}

	countAt(atMs: number): number {
		return this.byInstant.get(atMs)?.size ?? 0;
	}

	/**
	 * Gives the longest encoding of at most `maxLength` characters, which leaves out the oldest instants first, and the
	 * oldest instant from which on it is complete (`-Infinity` if nothing is left out).
	 */
	encode(maxLength: number): { encoded: string; encodedFromMs: number } {
		const instants: InstantHashes[] = [...this.byInstant].sort(([one], [other]) => one - other);
		const timeOf = (index: number) => instants[index]?.[0] ?? 0;
		const texts = instants.map((instant, index) => toText(instant, timeOf(index - 1)));
		let [first, length] = [texts.length, MAX_TIME_LENGTH];
		for (const text of [...texts].reverse()) {
			length += text.length + 1;
			if (length > maxLength) break;
			first -= 1;
		}
		const oldestText = instants.slice(first, first + 1).map((oldest) => toText(oldest, 0));
		return {
			encoded: [...oldestText, ...texts.slice(first + 1)].join(','),
			encodedFromMs: first === 0 ? -Infinity : timeOf(first - 1) + 1,
		};
	}
}

function toText([atMs, hashes]: InstantHashes, sinceMs: number): string {
	return `${(atMs - sinceMs).toString(36)}:${[...hashes].join('')}`;
}
