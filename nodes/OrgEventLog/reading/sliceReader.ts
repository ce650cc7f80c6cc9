import type { TimedEvent } from '../events/event';
import type { Slice, SlicePlan } from './slicePlan';
import { Walk, type WindowSource } from './walk';

/** Tells all who wait that something they may be waiting for has changed: they look for themselves. */
class ChangeSignal {
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

/** Workers that read the slices of a plan, each a walk, and the one who hands over what they read. */
export class SliceReader<Event extends TimedEvent> {
	private readonly changed = new ChangeSignal();
	private eventsAhead = 0;
	/** The slice that is being handed over. */
	private front: Slice<Event>;
	private failure: { readonly thrown: unknown } | undefined;
	private isStopped = false;

	constructor(
		private readonly source: WindowSource<Event>,
		private readonly plan: SlicePlan<Event>,
		private readonly maxParallelRequests: number,
		private readonly maxEventsAhead = Infinity,
	) {
		this.front = plan.first;
	}

	/** All events of the plan's slices, in their order. @throws what a walk throws */
	async *read(): AsyncGenerator<readonly Event[]> {
		const workers = Array.from({ length: this.maxParallelRequests }, (_, index) =>
			this.work(index === 0 ? this.plan.first : undefined),
		);
		try {
			for (const slice of this.plan.slices()) {
				this.front = slice;
				this.changed.announce();
				yield* this.handOver(slice);
			}
		} finally {
			this.stop();
			await Promise.all(workers);
		}
	}

	private async *handOver(slice: Slice<Event>): AsyncGenerator<readonly Event[]> {
		for (;;) {
			if (this.failure !== undefined) throw this.failure.thrown;
			const batch = slice.batches.shift();
			if (batch !== undefined) {
				this.eventsAhead -= batch.length;
				this.changed.announce();
				yield batch;
			} else if (slice.isDone) {
				return;
			} else {
				await this.changed.next();
			}
		}
	}

	private async work(first: Slice<Event> | undefined): Promise<void> {
		let slice = first ?? (await this.nextSlice());
		while (slice !== undefined) {
			await this.readSlice(slice).catch((thrown: unknown) => this.fail(thrown));
			slice.isDone = true;
			this.changed.announce();
			slice = await this.nextSlice();
		}
	}

	/** A slice to read, waiting for one; undefined once there is nothing left to do. */
	private async nextSlice(): Promise<Slice<Event> | undefined> {
		while (!this.isStopped) {
			const slice = this.plan.take();
			if (slice !== undefined) return slice;
			if ([...this.plan.slices()].every(({ isDone }) => isDone)) return undefined;
			await this.changed.next();
		}
		return undefined;
	}

	private async readSlice(slice: Slice<Event>): Promise<void> {
		const walk = new Walk(this.source, [this.plan.windowOf(slice)]);
		while (await this.readBatch(slice, walk)) await this.untilThereIsRoom(slice);
	}

	/**
	 * Whether the slice goes on after the batch. A function of its own, so that nothing holds what the
	 * batch was packed from while the next page is on its way.
	 */
	private async readBatch(slice: Slice<Event>, walk: Walk<Event>): Promise<boolean> {
		const { done, value: events } = await walk.next(this.plan.leftOf(slice));
		if (done === true) return false;
		const batch = events.filter((event) => this.source.requests.positionOf(event) <= slice.to);
		this.add(slice, batch);
		return !this.isStopped && batch.length === events.length;
	}

	private add(slice: Slice<Event>, batch: readonly Event[]): void {
		slice.eventsRead += batch.length;
		const last = batch[batch.length - 1];
		if (last !== undefined) {
			slice.reached = this.source.requests.positionOf(last);
			slice.batches.push(batch);
			this.eventsAhead += batch.length;
		}
		this.changed.announce();
	}

	/** The slice in front never waits, for it is the one that makes room. */
	private async untilThereIsRoom(slice: Slice<Event>): Promise<void> {
		while (this.eventsAhead > this.maxEventsAhead && slice !== this.front && !this.isStopped) {
			await this.changed.next();
		}
	}

	private fail(thrown: unknown): void {
		this.failure ??= { thrown };
		this.isStopped = true;
	}

	private stop(): void {
		this.isStopped = true;
		this.changed.announce();
	}
}
