import type { LoggedEvent, LoggedEventSource } from '../api/event';
import type { EventCheck } from '../api/filterMatcher';
import { type LogSource, type TimedEvent, mapEvents } from '../api/page';
import { UnplacedEvents } from '../api/unplacedEvents';
import type { MadeEvent } from '../output/output';
import { type SlicedReadOptions, readInSlices } from '../reading/slices';
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
}

/** The smallest page to ask for when events may be dropped. */
const MIN_PAGE_TO_CHECK = 100;

/** What is made of an event that passes; nothing of one that doesn't, which reading counts on. */
interface CheckedEvent<Made> extends TimedEvent {
	readonly made: Made | undefined;
}

/**
 * The events that are asked for, in their order, batch by batch; in parallel where all are wanted.
 * Each is made into something as it arrives, so that the rest of it need not be kept until its turn.
 * What has no place in time comes last.
 *
 * @throws EventLogFailure where one is missing
 */
export async function* readEvents<Made extends object | string>(
	source: LoggedEventSource,
	request: ReadRequest,
	make: (event: LoggedEvent) => Made,
): AsyncGenerator<ReadonlyArray<MadeEvent<Made>>> {
	const { passes, skip = 0, limit = Infinity, unplaced = new UnplacedEvents() } = request;
	const toChecked = (event: LoggedEvent): CheckedEvent<Made> => {
		const { id, createdAtMs } = event;
		return { id, createdAtMs, made: passes?.(event) === false ? undefined : make(event) };
	};
	const checked = { ...source, fetchPage: mapEvents(unplaced.watch(source.fetchPage), toChecked) };
	let toSkip = skip;
	let missing = limit;
	for await (const batch of readChecked(checked, request)) {
		const passing = batch.filter(hasPassed);
		const selected = passing.slice(toSkip, toSkip + missing);
		toSkip = Math.max(0, toSkip - passing.length);
		missing -= selected.length;
		if (selected.length > 0) yield selected;
		if (missing <= 0) return;
	}
	const last = unplaced.all().map(toChecked).filter(hasPassed).slice(0, missing);
	if (last.length > 0) yield last;
}

function hasPassed<Made>(event: CheckedEvent<Made>): event is MadeEvent<Made> {
	return event.made !== undefined;
}

/** Where some may be dropped, the walk can't know how many it takes until enough have passed. */
function readChecked<Event extends TimedEvent>(
	source: LogSource<Event>,
	{ order, range, passes, skip = 0, limit, ...parallel }: ReadRequest,
): AsyncGenerator<readonly Event[]> {
	if (limit === undefined) {
		return parallel.maxParallelRequests === 1
			? walkEvents(source, { order, range })
			: readInSlices(source, { order, range, ...parallel });
	}
	const wanted = skip + limit;
	if (passes === undefined) return walkEvents(source, { order, range, wanted });
	const pageSize = Math.min(source.pageSize, Math.max(wanted, MIN_PAGE_TO_CHECK));
	return walkEvents({ ...source, pageSize }, { order, range });
}
