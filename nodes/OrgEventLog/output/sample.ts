import { hash } from 'node:crypto';
import type { LoggedEvent } from '../api/event';
import type { Order } from '../api/page';
import type { SampleChoice } from '../parameters/parseReadOptions';
import type { MadeEvent, MadeEvents, ReadMadeEvents } from './output';

/** What a hash drew for an event, and what was made of it where it may be in the sample. */
interface Ticket<Made> {
	readonly draw: string;
	readonly made: Made | undefined;
}

/**
 * The events with the lowest SHA-256 of seed and id, in the order given: the same ones whatever pages
 * and however many requests bring them. Of the others nothing is kept.
 */
export async function* readSample<Made extends object | string>(
	read: ReadMadeEvents,
	{ size, seed }: SampleChoice,
	order: Order,
	make: (event: LoggedEvent) => Made,
): MadeEvents<Made> {
	const lowest = new LowestDraws<Made>(size);
	const toTicket = (event: LoggedEvent): Ticket<Made> => {
		const draw = hash('sha256', seed + event.id, 'hex');
		return { draw, made: lowest.mayTake(draw) ? make(event) : undefined };
	};
	for await (const batch of read(toTicket)) lowest.offer(batch);
	const sample = lowest.taken().sort(byTime(order));
	if (sample.length > 0) yield sample;
}

interface DrawnEvent<Made> extends MadeEvent<Made> {
	readonly draw: string;
}

class LowestDraws<Made> {
	private drawn: Array<DrawnEvent<Made>> = [];
	private highest: string | undefined;

	constructor(private readonly size: number) {}

	mayTake(draw: string): boolean {
		return this.highest === undefined || draw <= this.highest;
	}

	offer(events: ReadonlyArray<MadeEvent<Ticket<Made>>>): void {
		for (const { id, createdAtMs, made: ticket } of events) {
			const { draw, made } = ticket;
			if (made !== undefined && this.mayTake(draw))
				this.drawn.push({ id, createdAtMs, made, draw });
		}
		if (this.drawn.length >= 2 * this.size) this.taken();
	}

	/** Those that are in the sample, of all that were offered so far. */
	taken(): Array<DrawnEvent<Made>> {
		this.drawn = this.drawn.sort(byDraw).slice(0, this.size);
		if (this.drawn.length === this.size) this.highest = this.drawn[this.size - 1]?.draw;
		return this.drawn;
	}
}

/** The same id may stand at two times. */
function byDraw<Event extends DrawnEvent<unknown>>(one: Event, other: Event): number {
	if (one.draw !== other.draw) return one.draw < other.draw ? -1 : 1;
	return one.createdAtMs - other.createdAtMs;
}

function byTime(order: Order) {
	const direction = order === 'ASC' ? 1 : -1;
	return (one: DrawnEvent<unknown>, other: DrawnEvent<unknown>) =>
		(one.createdAtMs - other.createdAtMs) * direction || byDraw(one, other);
}
