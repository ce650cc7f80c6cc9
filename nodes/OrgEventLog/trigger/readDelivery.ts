import type { LoggedEvent } from '../api/event';
import type { LogSource } from '../api/page';
import { walkEvents } from '../reading/walk';
import { type Delivery, isPartOf } from './handOver';
import { organizationsOf } from './organizations';

export interface DeliverySettings {
	/** The floor of the state that keeps it. */
	readonly floorMs: number;
	readonly matches: (event: LoggedEvent) => boolean;
	/** How many events may be repeated; an instant is never parted. */
	readonly maxEvents: number;
	readonly isTimeUp: () => boolean;
}

/** What the log still shows of a delivery. */
export interface ReadDelivery {
	/** Oldest first. */
	readonly events: readonly LoggedEvent[];
	/** Everything before this time is among them; missing where that is all of it. */
	readonly toMs?: number;
	/** Of everything read. */
	readonly organizations: ReadonlySet<string>;
}

/**
 * Reads a delivery from the log once more, at least one instant of it.
 *
 * @throws EventLogFailure
 */
export async function readDelivery(
	source: LogSource<LoggedEvent>,
	delivery: Delivery,
	{ floorMs, matches, maxEvents, isTimeUp }: DeliverySettings,
): Promise<ReadDelivery> {
	const { fromMs, delivered } = delivery;
	const found: LoggedEvent[] = [];
	const organizations = new Set<string>();
	const endMs = Math.max(floorMs, delivered.newestMs() + 1);
	const range = { ...(fromMs > 0 && { startMs: fromMs }), endMs };
	let reachedMs = -Infinity;
	for await (const events of walkEvents(source, { order: 'ASC', range })) {
		const instantMs = events[0]?.createdAtMs ?? reachedMs;
		const isFull = found.length >= maxEvents || isTimeUp();
		if (isFull && Number.isFinite(reachedMs) && instantMs > reachedMs) {
			return { events: found, toMs: instantMs, organizations };
		}
		for (const organization of organizationsOf(events)) organizations.add(organization);
		for (const event of events) {
			if (isPartOf(delivery, event, floorMs) && matches(event)) found.push(event);
		}
		reachedMs = events[events.length - 1]?.createdAtMs ?? reachedMs;
	}
	return { events: found, organizations };
}
