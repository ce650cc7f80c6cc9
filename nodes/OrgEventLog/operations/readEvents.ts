import type { EventLogClient, EventPages } from '../api/client';
import type { FetchMadeEvents, LoggedEvent, LoggedEventsPage } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import type { LogSource, PageRequest, TimedEvent } from '../api/page';
import { UnplacedEvents } from '../api/unplacedEvents';
import type { MadeEvent } from '../output/madeEvent';
import type { KindOfEvent } from '../recentLog/presetNames';
import { type SlicedReadOptions, readPackedSlices } from '../reading/slices';
import { walkEvents } from '../reading/walk';

/** Which events of List or Feed are read, and how. */
export interface ReadRequest extends SlicedReadOptions {
	/** Every event passes where there is none. */
	readonly passes?: EventCheck;
	/** How many events at the start are left out. */
	readonly skip?: number;
	/** How many events are handed over at most. */
	readonly limit?: number;
	/** Takes up what has no place in time. */
	readonly unplaced?: UnplacedEvents;
	/** Where an event that is read is counted, if it is. */
	readonly kindOf?: (event: LoggedEvent) => KindOfEvent | undefined;
}

/** A page of one of the client's lists, of whatever events are made into. */
export type PageOf = <Event extends TimedEvent>(
	pages: EventPages<Event>,
	request: PageRequest,
) => Promise<LoggedEventsPage<Event>>;

/** Pages of one of the client's lists, each event made into something while its page is parsed. */
export function fetchMadeBy(
	client: Pick<EventLogClient, 'making'>,
	pageOf: PageOf,
): FetchMadeEvents {
	return (make) => {
		const pages = client.making(make);
		return async (request) => await pageOf(pages, request);
	};
}

/** Where events are read from, each made into something while its page is parsed. */
export interface MadeEventSource extends Omit<LogSource<TimedEvent>, 'fetchPage'> {
	readonly fetchMade: FetchMadeEvents;
}

/** The smallest page to ask for when events may be dropped. */
const MIN_PAGE_TO_CHECK = 100;

/** What is made of an event that passes; nothing of one that doesn't, which reading counts on. */
interface CheckedEvent<Made> extends TimedEvent {
	readonly made: Made | undefined;
	readonly kind?: KindOfEvent;
}

/**
 * The events that are asked for, in their order, batch by batch; in parallel where all are wanted.
 * Each is made into something as it arrives, so that the rest of it need not be kept until its turn.
 * What has no place in time comes last.
 *
 * @throws EventLogFailure where one is missing
 */
export function readEvents<Made extends object | string>(
	source: MadeEventSource,
	request: ReadRequest,
	make: (event: LoggedEvent) => Made,
): AsyncGenerator<ReadonlyArray<MadeEvent<Made>>> {
	return readPackedEvents(source, request, make, (events) => events);
}

/**
 * `readEvents`, but batches are packed before they wait for their turn.
 *
 * @param pack is given at least one event at a time, and every event once, though not in the order
 * wanted; what it gives comes in that order
 */
export async function* readPackedEvents<Made extends object | string, Batch>(
	source: MadeEventSource,
	request: ReadRequest,
	make: (event: LoggedEvent) => Made,
	pack: (events: ReadonlyArray<MadeEvent<Made>>) => Batch,
): AsyncGenerator<Batch> {
	const { passes, kindOf, unplaced = new UnplacedEvents() } = request;
	const toChecked = (event: LoggedEvent): CheckedEvent<Made> => {
		const { id, createdAtMs } = event;
		const made = passes?.(event) === false ? undefined : make(event);
		return { id, createdAtMs, made, kind: kindOf?.(event) };
	};
	const { fetchMade, ...others } = source;
	const checked = { ...others, fetchPage: unplaced.watch(fetchMade(toChecked)) };
	const selection = new Selection(request.skip, request.limit);
	if (isInParallel(request)) {
		const packPassing = (events: ReadonlyArray<CheckedEvent<Made>>) => {
			countKinds(events);
			const passing = events.filter(hasPassed);
			return passing.length > 0 ? [pack(passing)] : [];
		};
		for await (const packed of readPackedSlices(checked, request, packPassing)) yield* packed;
	} else {
		for await (const batch of readInTurn(checked, request)) {
			const selected = selection.of(batch.filter(hasPassed));
			const end = selection.isComplete ? selected.at(-1) : undefined;
			countKinds(end === undefined ? batch : batch.slice(0, batch.indexOf(end) + 1));
			if (selected.length > 0) yield pack(selected);
			if (selection.isComplete) return;
		}
	}
	const unplacedOnes = unplaced.all().map(toChecked);
	countKinds(unplacedOnes);
	const last = selection.of(unplacedOnes.filter(hasPassed));
	if (last.length > 0) yield pack(last);
}

/** Of events that are handed on, each once; a page may bring what another one did. */
function countKinds(events: ReadonlyArray<CheckedEvent<unknown>>): void {
	for (const { kind, made } of events) {
		if (kind !== undefined) kind[made === undefined ? 'leftOut' : 'taken']++;
	}
}

function hasPassed<Made>(event: CheckedEvent<Made>): event is MadeEvent<Made> {
	return event.made !== undefined;
}

/** Leaves out the first and ends after as many as are wanted. */
class Selection {
	constructor(
		private toSkip = 0,
		private missing = Infinity,
	) {}

	get isComplete(): boolean {
		return this.missing <= 0;
	}

	/** Which of the events that come next are wanted. */
	of<Event>(events: readonly Event[]): readonly Event[] {
		const selected = events.slice(this.toSkip, this.toSkip + this.missing);
		this.toSkip = Math.max(0, this.toSkip - events.length);
		this.missing -= selected.length;
		return selected;
	}
}

function isInParallel({ skip = 0, limit, maxParallelRequests }: ReadRequest): boolean {
	return limit === undefined && skip === 0 && maxParallelRequests > 1;
}

/** Where some may be dropped, the walk can't know how many it takes until enough have passed. */
function readInTurn<Event extends TimedEvent>(
	source: LogSource<Event>,
	{ order, range, passes, skip = 0, limit = Infinity }: ReadRequest,
): AsyncIterable<readonly Event[]> {
	const wanted = skip + limit;
	if (passes === undefined) return walkEvents(source, { order, range, wanted });
	const pageSize = Math.min(source.pageSize, Math.max(wanted, MIN_PAGE_TO_CHECK));
	return walkEvents({ ...source, pageSize }, { order, range });
}
