import type { EventsPage, PageRequest } from '../api/page';
import type { TimedEvent } from '../events/event';

/** The page may be shorter than `limit` although more follows. @throws EventLogFailure after the retries */
export type FetchPage<Event extends TimedEvent> = (
	request: PageRequest,
) => Promise<EventsPage<Event>>;

export interface PageFetcher<Event extends TimedEvent> {
	readonly fetchPage: FetchPage<Event>;
	/** No more events are asked for at once. */
	readonly pageSize: number;
	/** List documents that pages come in the order that was asked for; Feed does not. */
	readonly isOrderReliable: boolean;
}
