import type { EventLogClient } from '../api/client';
import type { MalformedRecords } from '../api/malformedRecords';
import type { Order, PageRequest, TimeRange } from '../api/page';
import type { LoggedEvent, Source } from '../events/event';
import type { Selection } from '../events/selection';
import type { ConvertedEvent } from '../output/outputWriter';
import { readRange } from '../reading/readLog';
import { ServedLog } from '../reading/servedLog';

export interface ReadRequest extends Pick<Selection, 'filters' | 'passes'> {
	readonly source: Source;
	readonly range: TimeRange;
	readonly order: Order;
	/** Only events that pass count in `skip` and in `limit`. */
	readonly skip?: number;
	readonly limit?: number;
	readonly pageSize: number;
	readonly maxParallelRequests: number;
	/** The host's clock when the run began, epoch milliseconds. */
	readonly nowMs: number;
}

type PageClient = Pick<EventLogClient, 'listPage' | 'feedPage'>;

/**
 * Reads the events that are asked for, in their order, page by page; in parallel if all are wanted.
 *
 * @param malformed takes note of each record that is left out
 * @param convert is called as soon as a page comes: a raw event takes many times the memory while it waits for its turn
 * @throws EventLogFailure if an event is missing
 */
export async function* readEvents<Output extends object | string>(
	client: PageClient,
	request: ReadRequest,
	malformed: MalformedRecords,
	convert: (event: LoggedEvent) => Output,
): AsyncGenerator<ReadonlyArray<ConvertedEvent<Output>>> {
	const { range, order, passes, skip = 0, limit = Infinity } = request;
	let toSkip = skip;
	let toTake = limit;
	// Nobody knows how many events it takes until enough of them pass.
	const countWanted = () => (passes === undefined ? toSkip + toTake : Infinity);
	const pages = readRange(createLog(client, request, malformed, convert), range, order, {
		maxParallelWindows: request.maxParallelRequests,
		wanted: skip > 0 || limit < Infinity ? countWanted : undefined,
	});
	for await (const page of pages) {
		const passed = page.filter(hasPassed);
		const selected = passed.slice(toSkip, toSkip + toTake);
		toSkip -= Math.min(toSkip, passed.length);
		toTake -= selected.length;
		if (selected.length > 0) yield selected;
		if (toTake === 0) return;
	}
}

/** Makes a log in which events that don't pass leave their places empty: reading counts on every event being there. */
function createLog<Output>(
	client: PageClient,
	{ source, filters, passes, pageSize, nowMs }: ReadRequest,
	malformed: MalformedRecords,
	convert: (event: LoggedEvent) => Output,
): ServedLog<ConvertedEvent<Output | undefined>> {
	const isList = source === 'list';
	const fetchLogged = malformed.collectFrom<LoggedEvent>(async (pageRequest) =>
		isList ? await client.listPage(filters, pageRequest) : await client.feedPage(pageRequest),
	);
	const toChecked = (event: LoggedEvent) => {
		const { id, contentId, createdAtMs } = event;
		const output = passes?.(event) === false ? undefined : convert(event);
		return { id, contentId, createdAtMs, output };
	};
	const fetchPage = async (pageRequest: PageRequest) => {
		const { events, ...others } = await fetchLogged(pageRequest);
		return { ...others, events: events.map(toChecked) };
	};
	// List documents that it sorts as asked.
	return new ServedLog({ fetchPage, pageSize, isOrderReliable: isList }, undefined, () => nowMs);
}

function hasPassed<Output>(
	event: ConvertedEvent<Output | undefined>,
): event is ConvertedEvent<Output> {
	return event.output !== undefined;
}
