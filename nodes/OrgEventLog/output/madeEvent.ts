import type { TimedEvent } from '../api/page';

/** An event of which nothing is kept but what it was made into. */
export interface MadeEvent<Made> extends TimedEvent {
	readonly made: Made;
}
