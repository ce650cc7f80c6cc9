import type { EventsPage } from '../api/page';
import type { TimedEvent } from '../events/event';

/** Times that the clocks and the pages of a read have shown, epoch milliseconds. */
export class SeenTimes {
	private serviceTimeMs = Infinity;
	/** Time of the newest event that was seen; -Infinity before the first one. */
	newestSeenMs = -Infinity;

	constructor(private readonly nowMs: () => number) {}

	learnFrom({ events, serviceTimeMs = this.serviceTimeMs }: EventsPage<TimedEvent>): void {
		this.serviceTimeMs = serviceTimeMs;
		for (const { createdAtMs } of events)
			this.newestSeenMs = Math.max(this.newestSeenMs, createdAtMs);
	}

	/** Gives the time of the clock that is behind, so that no bound lies in either one's future. */
	get presentMs(): number {
		return Math.min(this.nowMs(), this.serviceTimeMs);
	}
}
