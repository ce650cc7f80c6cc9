import { hash } from 'node:crypto';
import type { LoggedEvent } from '../events/event';
import type { Order } from '../api/page';
import type { SampleSettings } from '../parameters/parseReadOptions';
import type { ConvertedEvent, ConvertedEvents, ReadConverted } from './convertedEvents';

/** An event that can't be in the sample any more has no output. */
interface Ticket<Output> {
	readonly draw: string;
	readonly output: Output | undefined;
}

type DrawnEvent<Output> = ConvertedEvent<Ticket<Output>>;

/** This letter sorts above every hash in hexadecimal digits. */
const ABOVE_ALL = 'g';

/**
 * Gives the events with the lowest SHA-256 of seed and id, in the order given: they are the same ones whatever pages
 * and however many requests bring them. Nothing is kept of the others.
 */
export async function* drawSample<Output extends object | string>(
	read: ReadConverted,
	{ size, seed }: SampleSettings,
	order: Order,
	convert: (event: LoggedEvent) => Output,
): ConvertedEvents<Output> {
	let lowest: Array<DrawnEvent<Output>> = [];
	let highestDraw = ABOVE_ALL;
	const dropOthers = () => {
		lowest = lowest.sort(compareDraws).slice(0, size);
		highestDraw = lowest[size - 1]?.output.draw ?? ABOVE_ALL;
	};
	const toTicket = (event: LoggedEvent): Ticket<Output> => {
		const draw = hash('sha256', seed + event.id, 'hex');
		return { draw, output: draw <= highestDraw ? convert(event) : undefined };
	};
	for await (const page of read(toTicket)) {
		for (const event of page) if (event.output.draw <= highestDraw) lowest.push(event);
		if (lowest.length >= 2 * size) dropOthers();
	}
	dropOthers();
	lowest.sort(createTimeComparison(order));
	const sample = lowest.flatMap(({ id, createdAtMs, output: { output } }) => {
		return output === undefined ? [] : [{ id, createdAtMs, output }];
	});
	if (sample.length > 0) yield sample;
}

/** Compares times, too, because the same id may stand at two. */
function compareDraws<Event extends DrawnEvent<unknown>>(one: Event, other: Event): number {
	if (one.output.draw !== other.output.draw) return one.output.draw < other.output.draw ? -1 : 1;
	return one.createdAtMs - other.createdAtMs;
}

function createTimeComparison(order: Order) {
	const direction = order === 'ASC' ? 1 : -1;
	return (one: DrawnEvent<unknown>, other: DrawnEvent<unknown>) =>
		(one.createdAtMs - other.createdAtMs) * direction || compareDraws(one, other);
}
