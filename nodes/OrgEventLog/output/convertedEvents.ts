import type { LoggedEvent, TimedEvent } from '../events/event';

/** An event takes many times the memory of its output: only that is kept, with its id and time. */
export interface ConvertedEvent<Output> extends TimedEvent {
	readonly output: Output;
}

/** Events come in the order wanted, page by page. */
export type ConvertedEvents<Output> = AsyncIterable<ReadonlyArray<ConvertedEvent<Output>>>;

/**
 * Reads the events that are wanted, and converts each as soon as its page comes, before it waits for its turn. Some are
 * converted twice, or turn out not to be wanted.
 */
export type ReadConverted = <Output extends object | string>(
	convert: (event: LoggedEvent) => Output,
) => ConvertedEvents<Output>;
