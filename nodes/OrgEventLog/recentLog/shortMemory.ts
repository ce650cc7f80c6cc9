interface Memory<Value> {
	readonly value: Promise<Value>;
	readonly untilMs: number;
}

/** Remembers what was loaded, for a while; those who ask while it is being loaded share it. */
export class ShortMemory<Value> {
	private readonly memories = new Map<string, Memory<Value>>();

	/**
	 * @param keepMs how long something is remembered
	 * @param maxMemories the oldest is forgotten first
	 * @param nowMs the clock, epoch milliseconds
	 */
	constructor(
		private readonly keepMs: number,
		private readonly maxMemories: number,
		private readonly nowMs: () => number,
	) {}

	/** What is remembered under the key, or what `load` gives. @throws what `load` throws, each time */
	async recall(key: string, load: () => Promise<Value>): Promise<Value> {
		const nowMs = this.nowMs();
		for (const [other, { untilMs }] of this.memories) {
			// A clock that was set back must not keep anything for longer either.
			const isCurrent = nowMs < untilMs && untilMs <= nowMs + this.keepMs;
			if (!isCurrent) this.memories.delete(other);
		}
		const known = this.memories.get(key);
		if (known !== undefined) return await known.value;
		const value = load();
		this.memories.set(key, { value, untilMs: nowMs + this.keepMs });
		const [oldest] = this.memories.keys();
		if (this.memories.size > this.maxMemories && oldest !== undefined) this.memories.delete(oldest);
		value.catch(() => this.forget(key, value));
		return await value;
	}

	/** A failure is not remembered: the next one to ask may have mended its cause. */
	private forget(key: string, value: Promise<Value>): void {
		if (this.memories.get(key)?.value === value) this.memories.delete(key);
	}
}
