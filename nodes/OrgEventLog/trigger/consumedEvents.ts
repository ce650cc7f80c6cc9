import { createHash } from 'node:crypto';
import type { TimedEvent } from '../api/page';
import { type HashesByInstant, HashLayers } from './hashLayers';

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
	private constructor(private readonly hashes: HashLayers) {}

	static none(): ConsumedEvents {
		return new ConsumedEvents(HashLayers.of(new Map()));
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
		return new ConsumedEvents(HashLayers.of(hashesByInstant));
	}

	has({ id, createdAtMs }: TimedEvent): boolean {
		const ofInstant = this.hashes.at(createdAtMs);
		if (ofInstant.length === 0) return false;
		const hash = hashOf(id);
		return ofInstant.some((hashes) => hashes.has(hash));
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

	/** Whether these reach from the oldest consumed instant to the newest, and none is unknown. */
	isSpannedBy(events: readonly TimedEvent[]): boolean {
		const seen = new Set(events.map(({ createdAtMs }) => createdAtMs));
		const consumed = [...this.hashes.toMap().keys()].sort((one, other) => one - other);
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
		const byInstant = this.hashes.toMap();
		const instants = [...byInstant.keys()].sort((one, other) => one - other);
		let length = MAX_TIME_LENGTH;
		let first = instants.length;
		for (; first > 0; first--) {
			const instantMs = instants[first - 1] ?? 0;
			const elapsed = (instants[first] ?? instantMs) - instantMs;
			length +=
				(byInstant.get(instantMs)?.size ?? 0) * HASH_LENGTH + elapsed.toString(36).length + 2;
			if (length > maxLength) break;
		}
		const lastLeftOut = instants[first - 1];
		return {
			encoded: encodeInstants(byInstant, instants.slice(first)),
			completeFromMs: lastLeftOut === undefined ? -Infinity : lastLeftOut + 1,
		};
	}
}

function encodeInstants(byInstant: HashesByInstant, instants: readonly number[]): string {
	let before = 0;
	const groups = instants.map((instantMs) => {
		const elapsed = (instantMs - before).toString(36);
		before = instantMs;
		return `${elapsed}:${[...(byInstant.get(instantMs) ?? [])].join('')}`;
	});
	return groups.join(',');
}
