/** Hashes by the instant that they belong to, epoch milliseconds. */
export type HashesByInstant = ReadonlyMap<number, ReadonlySet<string>>;

interface Layer {
	readonly hashesByInstant: HashesByInstant;
	/** How many hashes it holds. */
	readonly size: number;
}

/**
 * Hashes by instant, never changed. What is added makes a layer of its own, and layers of like size
 * become one: so each hash is copied a logarithm of times, however often something is added.
 */
export class HashLayers {
	private constructor(
		/** No hash is in two of them; each holds more than the one after it. */
		private readonly layers: readonly Layer[],
		/** What is older is forgotten, though a layer may still hold it. */
		private readonly floorMs: number,
	) {}

	static of(hashesByInstant: HashesByInstant): HashLayers {
		return new HashLayers([toLayer(hashesByInstant)], -Infinity);
	}

	/** All hashes of an instant, in as many parts as there are. */
	at(instantMs: number): ReadonlyArray<ReadonlySet<string>> {
		if (instantMs < this.floorMs) return [];
		return this.layers
			.map(({ hashesByInstant }) => hashesByInstant.get(instantMs))
			.filter((hashes) => hashes !== undefined);
	}

	/** @param added none of them known already. What is older than `floorMs` is forgotten for good */
	with(added: HashesByInstant, floorMs: number): HashLayers {
		const floor = Math.max(this.floorMs, floorMs);
		return new HashLayers(stack(this.layers, toLayer(added), floor), floor);
	}

	toMap(): HashesByInstant {
		return merge(this.layers, this.floorMs).hashesByInstant;
	}
}

function toLayer(hashesByInstant: HashesByInstant): Layer {
	let size = 0;
	for (const hashes of hashesByInstant.values()) size += hashes.size;
	return { hashesByInstant, size };
}

function stack(layers: readonly Layer[], added: Layer, floorMs: number): readonly Layer[] {
	if (added.size === 0) return layers;
	const alike = layers.findIndex(({ size }) => size <= added.size);
	if (alike === -1) return [...layers, added];
	return stack(layers.slice(0, alike), merge([...layers.slice(alike), added], floorMs), floorMs);
}

/** All in one, without what is older than the floor. */
function merge(layers: readonly Layer[], floorMs: number): Layer {
	const merged = new Map<number, ReadonlySet<string>>();
	for (const { hashesByInstant } of layers) {
		for (const [instantMs, hashes] of hashesByInstant) {
			if (instantMs < floorMs) continue;
			const known = merged.get(instantMs);
			merged.set(instantMs, known ? new Set([...known, ...hashes]) : hashes);
		}
	}
	return toLayer(merged);
}
