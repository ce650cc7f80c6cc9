import { createHash } from 'node:crypto';
import type { TimedEvent } from '../api/page';

/** Six bytes in base64url. Only events of the same millisecond are ever compared. */
const HASH_LENGTH = 8;
/** Of any time that JavaScript can hold, in base 36. */
const MAX_TIME_LENGTH = 11;
const ENCODED = /^(?:[0-9a-z]+:(?:[\w-]{8})+(?:,|$))*$/;

function hashOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
}

/**
 * Which events were consumed, as short hashes of their ids by the instant that they belong to.
 * Encoded it is plain text: `<milliseconds since the instant before>:<hashes>,…`, times in base 36.
 */
export class ConsumedEvents {
	private constructor(private readonly hashesByInstant: Map<number, Set<string>>) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(new Map());
	}

	/** @returns undefined where the text was not written by `encode` */
	static decode(encoded: string): ConsumedEvents | undefined {
		if (!ENCODED.test(encoded)) return undefined;
		const hashesByInstant = new Map<number, Set<string>>();
		let instantMs = 0;
		for (const group of encoded.split(',').filter((text) => text !== '')) {
			const [elapsed = '', hashes = ''] = group.split(':');
			instantMs += parseInt(elapsed, 36);
			hashesByInstant.set(instantMs, new Set(hashes.match(/.{8}/g)));
		}
		return new ConsumedEvents(hashesByInstant);
	}

	has(event: TimedEvent): boolean {
		const hashes = this.hashesByInstant.get(event.createdAtMs);
		return hashes !== undefined && hashes.has(hashOf(event.id));
	}

	/** These and the given ones, as far as they are not older than `floorMs`. */
	with(events: readonly TimedEvent[], floorMs: number): ConsumedEvents {
		const hashesByInstant = new Map<number, Set<string>>();
		for (const [instantMs, hashes] of this.hashesByInstant) {
			if (instantMs >= floorMs) hashesByInstant.set(instantMs, new Set(hashes));
		}
		for (const { id, createdAtMs } of events) {
			if (createdAtMs < floorMs) continue;
			const hashes = hashesByInstant.get(createdAtMs) ?? new Set();
			hashesByInstant.set(createdAtMs, hashes.add(hashOf(id)));
		}
		return new ConsumedEvents(hashesByInstant);
	}

	/** Whether these reach from the oldest consumed instant to the newest, and none is unknown. */
	isSpannedBy(events: readonly TimedEvent[]): boolean {
		const seen = new Set(events.map(({ createdAtMs }) => createdAtMs));
		const consumed = [...this.hashesByInstant.keys()].sort((one, other) => one - other);
		const [oldest] = consumed;
		const newest = consumed[consumed.length - 1];
		return (
			oldest !== undefined &&
			newest !== undefined &&
			seen.has(oldest) &&
			seen.has(newest) &&
			events.every((event) => this.has(event))
		);
	}

	countFrom(startMs: number): number {
		let count = 0;
		for (const [instantMs, hashes] of this.hashesByInstant) {
			if (instantMs >= startMs) count += hashes.size;
		}
		return count;
	}

	countAt(instantMs: number): number {
		return this.hashesByInstant.get(instantMs)?.size ?? 0;
	}

	/**
	 * The longest encoding of at most `maxLength` characters, which leaves out the oldest instants
	 * first, and the oldest instant from which on it is complete (`-Infinity` if nothing is left out).
	 */
	encode(maxLength: number): { encoded: string; completeFromMs: number } {
		const instants = [...this.hashesByInstant.keys()].sort((one, other) => one - other);
		let length = MAX_TIME_LENGTH;
		let first = instants.length;
		for (; first > 0; first--) {
			const instantMs = instants[first - 1] ?? 0;
			const elapsed = (instants[first] ?? instantMs) - instantMs;
			length += this.countAt(instantMs) * HASH_LENGTH + elapsed.toString(36).length + 2;
			if (length > maxLength) break;
		}
		const lastLeftOut = instants[first - 1];
		return {
			encoded: this.encodeInstants(instants.slice(first)),
			completeFromMs: lastLeftOut === undefined ? -Infinity : lastLeftOut + 1,
		};
	}

	private encodeInstants(instants: readonly number[]): string {
		let before = 0;
		const groups = instants.map((instantMs) => {
			const elapsed = (instantMs - before).toString(36);
			before = instantMs;
			return `${elapsed}:${[...(this.hashesByInstant.get(instantMs) ?? [])].join('')}`;
		});
		return groups.join(',');
	}
}
