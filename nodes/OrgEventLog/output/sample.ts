import { hash } from 'node:crypto';
import type { LoggedEvent } from '../events/event';
import type { Order } from '../api/page';
import type { SampleChoice } from '../parameters/parseReadOptions';
import type { MadeEvent, MadeEvents, ReadMadeEvents } from './output';

/** An event that can't be in the sample any more is made into nothing. */
interface Ticket<Made> {
	readonly draw: string;
	readonly made: Made | undefined;
}

type DrawnEvent<Made> = MadeEvent<Ticket<Made>>;

/** It sorts above every hash in hexadecimal digits. */
const ABOVE_ALL = 'g';

/**
 * Gives the events with the lowest SHA-256 of seed and id, in the order given: they are the same ones whatever pages
 * and however many requests bring them. Nothing is kept of the others.
 */
export async function* drawSample<Made extends object | string>(
	read: ReadMadeEvents,
	{ size, seed }: SampleChoice,
	order: Order,
	make: (event: LoggedEvent) => Made,
): MadeEvents<Made> {
	let lowest: Array<DrawnEvent<Made>> = [];
	let highestDraw = ABOVE_ALL;
	const dropOthers = () => {
		lowest = lowest.sort(byDraw).slice(0, size);
		highestDraw = lowest[size - 1]?.made.draw ?? ABOVE_ALL;
	};
	const toTicket = (event: LoggedEvent): Ticket<Made> => {
		const draw = hash('sha256', seed + event.id, 'hex');
		return { draw, made: draw <= highestDraw ? make(event) : undefined };
	};
	for await (const page of read(toTicket)) {
		for (const event of page) if (event.made.draw <= highestDraw) lowest.push(event);
		if (lowest.length >= 2 * size) dropOthers();
	}
	dropOthers();
	const sample = lowest.sort(byTime(order)).flatMap(({ id, createdAtMs, made: { made } }) => {
		return made === undefined ? [] : [{ id, createdAtMs, made }];
	});
	if (sample.length > 0) yield sample;
}

/** The same id may stand at two times. */
function byDraw<Event extends DrawnEvent<unknown>>(one: Event, other: Event): number {
	if (one.made.draw !== other.made.draw) return one.made.draw < other.made.draw ? -1 : 1;
	return one.createdAtMs - other.createdAtMs;
}

function byTime(order: Order) {
	const direction = order === 'ASC' ? 1 : -1;
	return (one: DrawnEvent<unknown>, other: DrawnEvent<unknown>) =>
		(one.createdAtMs - other.createdAtMs) * direction || byDraw(one, other);
}
