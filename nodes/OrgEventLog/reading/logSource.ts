import type { FetchPage, TimedEvent } from '../api/page';

/** Where events are read from, and how. */
export interface LogSource<Event extends TimedEvent> {
	readonly fetchPage: FetchPage<Event>;
	/** Events asked for at once. */
	readonly pageSize: number;
	/** Whether the service is known to take pages in the order asked for, as List documents it. */
	readonly orderIsReliable: boolean;
}
