import type { LoggedEvent, TimedEvent } from '../events/event';
import type { EventCheck } from '../events/filterMatcher';
import type { MalformedRecords } from '../api/malformedRecords';
import type { LogSource, PageRequest } from '../api/page';
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
	/** Takes note of what is left out. */
	readonly odd: MalformedRecords;
}

/** What is made of an event that passes; nothing of one that doesn't, which reading counts on. */
interface CheckedEvent<Made> extends TimedEvent {
	readonly made: Made | undefined;
}

/**
 * The events that are asked for, in their order, batch by batch; in parallel where all are wanted.
 * Each is made into something as its page comes: events take many times the memory while they wait
 * for their turn.
 *
 * @throws EventLogFailure where one is missing
 */
export async function* readEvents<Made extends object | string>(
	source: LogSource<LoggedEvent>,
	request: ReadRequest,
	make: (event: LoggedEvent) => Made,
): AsyncGenerator<ReadonlyArray<MadeEvent<Made>>> {
	const { passes, odd, skip = 0, limit = Infinity } = request;
	const toChecked = (event: LoggedEvent): CheckedEvent<Made> => {
		const { id, createdAtMs } = event;
		return { id, createdAtMs, made: passes?.(event) === false ? undefined : make(event) };
	};
	const fetchLogged = odd.watch(source.fetchPage);
	const fetchPage = async (page: PageRequest) => {
		const { events, ...others } = await fetchLogged(page);
		return { ...others, events: events.map(toChecked) };
	};
	let toSkip = skip;
	let missing = limit;
	const select = (batch: ReadonlyArray<CheckedEvent<Made>>) => {
		const selected: Array<MadeEvent<Made>> = [];
		for (const event of batch) {
			if (missing === 0) break;
			if (!hasPassed(event)) continue;
			if (toSkip > 0) {
				toSkip--;
			} else {
				selected.push(event);
				missing--;
			}
		}
		return selected;
	};
	for await (const batch of readBatches({ ...source, fetchPage }, request)) {
		const selected = select(batch);
		if (selected.length > 0) yield selected;
		if (missing === 0) return;
	}
}

function hasPassed<Made>(event: CheckedEvent<Made>): event is MadeEvent<Made> {
	return event.made !== undefined;
}

/** Where some may be dropped, the walk can't know how many it takes until enough have passed: it takes whole pages. */
function readBatches<Event extends TimedEvent>(
	source: LogSource<Event>,
	request: ReadRequest,
): AsyncIterable<readonly Event[]> {
	const { order, range, passes, skip = 0, limit = Infinity, maxParallelRequests } = request;
	const areAllWanted = skip === 0 && limit === Infinity;
	if (areAllWanted && maxParallelRequests > 1) return readInSlices(source, request);
	const wanted = passes === undefined ? skip + limit : undefined;
	return walkEvents(source, { order, range, wanted });
}
