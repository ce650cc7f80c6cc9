import { createHash } from 'node:crypto';
import type { TimedEvent } from '../api/page';
import { HashLayers } from './hashLayers';

/** Six bytes in base64url. Only events of the same millisecond are ever compared. */
export const HASH_LENGTH = 8;
/** Of any time that JavaScript can hold, in base 36. */
const MAX_TIME_LENGTH = 11;
const ENCODED = /^(?:[0-9a-z]+:(?:[\w-]{8})+(?:,|$))*$/;

/** What is remembered of an id. */
export function hashOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
}

interface HashAt {
	readonly instantMs: number;
	readonly hash: string;
}

/** What an encoded text holds, in its order. */
function hashesIn(encoded: string): HashAt[] {
	const list: HashAt[] = [];
	let instantMs = 0;
	for (const group of encoded.split(',').filter((text) => text !== '')) {
		const [elapsed = '', hashes = ''] = group.split(':');
		instantMs += parseInt(elapsed, 36);
		for (const hash of hashes.match(/.{8}/g) ?? []) list.push({ instantMs, hash });
	}
	return list;
}

/**
 * Which events were consumed, as short hashes of their ids by the instant that they belong to.
 * Encoded it is plain text: `<milliseconds since the instant before>:<hashes>,…`, times in base 36.
 */
export class ConsumedEvents {
	private constructor(private readonly hashes: HashLayers) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(HashLayers.of(new Map()));
	}

	/** @returns undefined where the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		return ENCODED.test(encoded) ? ConsumedEvents.gather(hashesIn(encoded)) : undefined;
	}

	/** Those of the encoded ones that `marksIn` marked. */
	static decodeMarked(encoded: string, marks: string): ConsumedEvents {
		const bits = Buffer.from(marks, 'base64url');
		const isMarked = (at: number) => (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
		return ConsumedEvents.gather(hashesIn(encoded).filter((_hash, at) => isMarked(at)));
	}

	private static gather(hashes: readonly HashAt[]): ConsumedEvents {
		const hashesByInstant = new Map<number, Set<string>>();
		for (const { instantMs, hash } of hashes) {
			const ofInstant = hashesByInstant.get(instantMs) ?? new Set();
			hashesByInstant.set(instantMs, ofInstant.add(hash));
		}
		return new ConsumedEvents(HashLayers.of(hashesByInstant));
	}

	has({ id, createdAtMs }: TimedEvent): boolean {
		return this.countAt(createdAtMs) > 0 && this.hasHash(createdAtMs, hashOf(id));
	}

	/** These and the given ones. What is older than `floorMs` is forgotten for good. */
	with(events: readonly TimedEvent[], floorMs: number): ConsumedEvents {
		const added = new Map<number, Set<string>>();
		for (const event of events) {
			const { id, createdAtMs } = event;
			if (createdAtMs < floorMs || this.has(event)) continue;
			added.set(createdAtMs, (added.get(createdAtMs) ?? new Set()).add(hashOf(id)));
		}
		return new ConsumedEvents(this.hashes.with(added, floorMs));
	}

	/** Those from one time up to another that are not among the others. */
	between(fromMs: number, toMs: number, others: ConsumedEvents): ConsumedEvents {
		const isOther = ({ instantMs, hash }: HashAt) => others.hasHash(instantMs, hash);
		return ConsumedEvents.gather(
			this.list().filter((one) => one.instantMs >= fromMs && one.instantMs < toMs && !isOther(one)),
		);
	}

	/** These and those. */
	and(those: ConsumedEvents): ConsumedEvents {
		return ConsumedEvents.gather([...this.list(), ...those.list()]);
	}

	/** Which of the encoded ones are among these: a bit for each in the order of the text, base64url. */
	marksIn(encoded: string): string {
		const hashes = hashesIn(encoded);
		const bits = Buffer.alloc(Math.ceil(hashes.length / 8));
		for (const [at, { instantMs, hash }] of hashes.entries()) {
			if (this.hasHash(instantMs, hash)) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
		}
		return bits.toString('base64url');
	}

	private hasHash(instantMs: number, hash: string): boolean {
		return this.hashes.at(instantMs).some((hashes) => hashes.has(hash));
	}

	private list(): HashAt[] {
		return [...this.hashes.toMap()].flatMap(([instantMs, hashes]) =>
			[...hashes].map((hash) => ({ instantMs, hash })),
		);
	}

	/** These, but of what is later than `timeMs` only the first `max`. */
	withAtMostAfter(timeMs: number, max: number): ConsumedEvents {
		const kept = new Map<number, ReadonlySet<string>>();
		let places = max;
		for (const [instantMs, hashes] of inOrder(this.hashes)) {
			const isLater = instantMs > timeMs;
			if (!isLater || hashes.size <= places) kept.set(instantMs, hashes);
			if (isLater) places -= hashes.size;
		}
		return new ConsumedEvents(HashLayers.of(kept));
	}

	isEmpty(): boolean {
		return this.hashes.toMap().size === 0;
	}

	/** Whether these reach from the oldest consumed instant to the newest, and none is unknown. */
	isSpannedBy(events: readonly TimedEvent[]): boolean {
		const seen = new Set(events.map(({ createdAtMs }) => createdAtMs));
		const consumed = inOrder(this.hashes);
		const oldest = consumed[0]?.[0];
		const newest = consumed[consumed.length - 1]?.[0];
		return (
			oldest !== undefined &&
			newest !== undefined &&
			seen.has(oldest) &&
			seen.has(newest) &&
			events.every((event) => this.has(event))
		);
	}

	/** The first instant that one of them belongs to; `Infinity` if there is none. */
	oldestMs(): number {
		return [...this.hashes.toMap().keys()].reduce((one, other) => Math.min(one, other), Infinity);
	}

	/** The latest instant that one of them belongs to; `-Infinity` if there is none. */
	newestMs(): number {
		return [...this.hashes.toMap().keys()].reduce((one, other) => Math.max(one, other), -Infinity);
	}

	countFrom(startMs: number): number {
		let count = 0;
		for (const [instantMs, hashes] of this.hashes.toMap()) {
			if (instantMs >= startMs) count += hashes.size;
		}
		return count;
	}

	countAt(instantMs: number): number {
		return this.hashes.at(instantMs).reduce((count, hashes) => count + hashes.size, 0);
	}

	/**
	 * The longest encoding of at most `maxLength` characters, which leaves out the oldest instants
	 * first, and the oldest instant from which on it is complete (`-Infinity` if nothing is left out).
	 */
	encode(maxLength: number): { encoded: string; completeFromMs: number } {
		const instants = inOrder(this.hashes);
		let length = MAX_TIME_LENGTH;
		let nextMs: number | undefined;
		let first = instants.length;
		for (; first > 0; first--) {
			const [instantMs, hashes] = instants[first - 1] ?? NOTHING;
			const elapsed = (nextMs ?? instantMs) - instantMs;
			length += hashes.size * HASH_LENGTH + elapsed.toString(36).length + 2;
			if (length > maxLength) break;
			nextMs = instantMs;
		}
		const lastLeftOut = instants[first - 1];
		return {
			encoded: encodeInstants(instants.slice(first)),
			completeFromMs: lastLeftOut === undefined ? -Infinity : lastLeftOut[0] + 1,
		};
	}
}

type Instant = readonly [instantMs: number, hashes: ReadonlySet<string>];

const NOTHING: Instant = [0, new Set()];

/** Oldest first. */
function inOrder(hashes: HashLayers): readonly Instant[] {
	return [...hashes.toMap()].sort(([one], [other]) => one - other);
}

function encodeInstants(instants: readonly Instant[]): string {
	let before = 0;
	const groups = instants.map(([instantMs, hashes]) => {
		const elapsed = (instantMs - before).toString(36);
		before = instantMs;
		return `${elapsed}:${[...hashes].join('')}`;
	});
	return groups.join(',');
}
