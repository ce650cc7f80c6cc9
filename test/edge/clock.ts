/** The time of a case: the service goes by `trueMs`, the host's clock may be off. */
export class Clock {
	trueMs = 0;
	hostOffsetMs = 0;

	get hostMs(): number {
		return this.trueMs + this.hostOffsetMs;
	}
}

interface Sleeper {
	readonly dueMs: number;
	readonly wake: () => void;
}

/**
 * Stands in for n8n's `sleep`. A request's own timeout never comes, for the service answers at once;
 * so nobody is woken unless a case has the service stumble and the node wait before it asks again.
 */
export class VirtualSleep {
	private sleepers: Sleeper[] = [];
	private isOn = false;

	constructor(private readonly clock: Clock) {}

	readonly sleep = async (ms: number): Promise<void> => {
		await new Promise<void>((wake) => {
			if (this.isOn) this.sleepers.push({ dueMs: this.clock.trueMs + ms, wake });
		});
	};

	/** While work goes on, lets time pass as often as nothing else happens. */
	async during<Value>(work: () => Promise<Value>): Promise<Value> {
		this.isOn = true;
		let isOver = false;
		const result = work().finally(() => {
			isOver = true;
		});
		result.catch(() => {});
		while (!isOver) {
			// As many turns of the event loop as files and streams need between two requests.
			for (let turns = 0; turns < 6 && !isOver; turns++)
				await new Promise<void>((next) => setImmediate(next));
			if (!isOver) this.wakeNext();
		}
		this.isOn = false;
		this.sleepers = [];
		return await result;
	}

	private wakeNext(): void {
		const dueMs = this.sleepers.reduce(
			(first, sleeper) => Math.min(first, sleeper.dueMs),
			Infinity,
		);
		if (dueMs === Infinity) return;
		this.clock.trueMs = Math.max(this.clock.trueMs, dueMs);
		const due = this.sleepers.filter((sleeper) => sleeper.dueMs <= dueMs);
		this.sleepers = this.sleepers.filter((sleeper) => sleeper.dueMs > dueMs);
		for (const { wake } of due) wake();
	}
}
