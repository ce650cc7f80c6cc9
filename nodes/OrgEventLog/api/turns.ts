/** Lets so many requests be made at a time. Those that come back go before those that have not begun. */
export class Turns {
	private taken = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private most: number) {}

	/** From now on one request is made at a time. */
	allowOne(): void {
		this.most = 1;
	}

	/** Whether more turns are taken than are allowed by now: one should be given back. */
	get areTooMany(): boolean {
		return this.taken > this.most;
	}

	async take(goesFirst: boolean): Promise<void> {
		while (this.taken >= this.most) {
			await new Promise<void>((resolve) => {
				if (goesFirst) this.waiting.unshift(resolve);
				else this.waiting.push(resolve);
			});
		}
		this.taken += 1;
	}

	giveBack(): void {
		this.taken -= 1;
		this.waiting.shift()?.();
	}
}
