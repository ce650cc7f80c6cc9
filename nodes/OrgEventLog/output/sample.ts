import { hash } from 'node:crypto';
import type { LoggedEvent } from '../events/event';
import type { Order } from '../api/page';
import type { SampleSettings } from '../parameters/parseReadOptions';
import type { ConvertedEvent, ConvertedEvents, ReadConverted } from './outputWriter';

interface Ticket<Output> {
	readonly draw: string;
	readonly output: Output;
}

/** Gives the events with the lowest SHA-256 of seed and id, in the order given, whatever pages bring them. */
export async function* drawSample<Output extends object | string>(
	read: ReadConverted,
	{ size, seed }: SampleSettings,
	order: Order,
	convert: (event: LoggedEvent) => Output,
): ConvertedEvents<Output> {
	const toTicket = (event: LoggedEvent): Ticket<Output> => {
		return { draw: hash('sha256', seed + event.id, 'hex'), output: convert(event) };
	};
	let lowest: Array<ConvertedEvent<Ticket<Output>>> = [];
	for await (const page of read(toTicket)) {
		lowest = [...lowest, ...page].sort(compareDraws).slice(0, size);
	}
	const direction = order === 'ASC' ? 1 : -1;
	// Sorting keeps the order of the draws where times are equal.
	lowest.sort((one, other) => (one.createdAtMs - other.createdAtMs) * direction);
	if (lowest.length > 0) yield lowest.map((event) => ({ ...event, output: event.output.output }));
}

/** Compares times, too, because the same id may stand at two. */
function compareDraws<Event extends ConvertedEvent<Ticket<unknown>>>(one: Event, other: Event) {
	if (one.output.draw !== other.output.draw) return one.output.draw < other.output.draw ? -1 : 1;
	return one.createdAtMs - other.createdAtMs;
}
