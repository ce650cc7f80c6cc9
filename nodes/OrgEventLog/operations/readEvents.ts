import type { LoggedEvent, TimedEvent } from '../events/event';
import type { EventCheck } from '../events/filterMatcher';
import type { MalformedRecords } from '../api/malformedRecords';
import type { LogSource, Order, PageRequest, TimeRange } from '../api/page';
import type { MadeEvent } from '../output/output';
import { readRange } from '../reading/readLog';
import { ServedLog } from '../reading/servedLog';

/** Which events of List or Feed are read, and how. */
export interface ReadRequest {
	readonly order: Order;
	readonly range: TimeRange;
	/** When the run began by the host's clock, epoch milliseconds. */
	readonly nowMs: number;
	readonly maxParallelRequests: number;
	/** Every event passes where there is none. */
	readonly passes?: EventCheck;
	/** How many events at the start are left out. */
	readonly skip?: number;
	/** How many events are handed over at most. */
	readonly limit?: number;
	/** Takes note of what is left out. */
	readonly malformed: MalformedRecords;
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
	const { passes, malformed, skip = 0, limit = Infinity } = request;
	const toChecked = (event: LoggedEvent): CheckedEvent<Made> => {
		const { id, contentId, createdAtMs } = event;
		return {
			id,
			contentId,
			createdAtMs,
			made: passes?.(event) === false ? undefined : make(event),
		};
	};
	const fetchLogged = malformed.watch(source.fetchPage);
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
	const { order, range, nowMs, maxParallelRequests: workers } = request;
	const isLimited = skip > 0 || limit < Infinity;
	// Where some may not pass, nobody knows how many events it takes until enough have.
	const wanted = isLimited ? () => (passes === undefined ? toSkip + missing : Infinity) : undefined;
	const log = new ServedLog({ ...source, fetchPage }, undefined, () => nowMs);
	for await (const batch of readRange(log, range, order, { workers, wanted })) {
		const selected = select(batch);
		if (selected.length > 0) yield selected;
		if (missing === 0) return;
	}
}

function hasPassed<Made>(event: CheckedEvent<Made>): event is MadeEvent<Made> {
	return event.made !== undefined;
}
