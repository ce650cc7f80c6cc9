/** Real waits that all end at once when the service closes. */
export class Pauses {
	private readonly waiting = new Map<NodeJS.Timeout, () => void>();

	/** Resolves after so many milliseconds, or when `endAll` is called. */
	async wait(ms: number): Promise<void> {
		if (ms <= 0) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(() => {
				this.waiting.delete(timer);
				resolve();
			}, ms);
			this.waiting.set(timer, resolve);
		});
	}

	endAll(): void {
		for (const [timer, resolve] of this.waiting) {
			clearTimeout(timer);
			resolve();
		}
		this.waiting.clear();
	}
}
