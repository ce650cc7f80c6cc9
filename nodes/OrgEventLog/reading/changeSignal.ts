/** Tells all who wait that something they may be waiting for has changed: they look for themselves. */
export class ChangeSignal {
	private waiting: Array<() => void> = [];

	announce(): void {
		const { waiting } = this;
		this.waiting = [];
		for (const resume of waiting) resume();
	}

	/** Resolves with the next announcement. */
	async next(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}
}
