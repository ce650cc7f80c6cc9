/** Limits how many requests are made at a time. Repeated ones go before those that were never sent. */
export class RequestSlots {
	private taken = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(public capacity: number) {}

	async take(goesFirst: boolean): Promise<void> {
		while (this.taken >= this.capacity)
			await new Promise<void>((resolve) => {
				if (goesFirst) this.waiting.unshift(resolve);
				else this.waiting.push(resolve);
			});
		this.taken += 1;
	}

	giveBack(): void {
		this.taken -= 1;
		const free = Math.max(0, this.capacity - this.taken);
		for (const wake of this.waiting.splice(0, free)) wake();
	}
}
