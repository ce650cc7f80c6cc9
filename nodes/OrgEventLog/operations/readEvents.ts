import type { EventLogClient } from '../api/client';
import type { MalformedRecords } from '../api/malformedRecords';
import type { Order, PageRequest, TimeRange } from '../api/page';
import type { LoggedEvent, TimedEvent } from '../events/event';
import type { Selection } from '../events/presets';
import type { ConvertedEvent } from '../output/eventOutput';
import { readRange } from '../reading/readLog';
import { ServedLog } from '../reading/servedLog';

export interface ReadRequest extends Pick<Selection, 'filters' | 'passes'> {
	/** Feed has no filters. */
	readonly operation: 'list' | 'feed';
	readonly range: TimeRange;
	readonly order: Order;
	/** Only events that pass count here, and in `limit`. */
	readonly skip?: number;
	readonly limit?: number;
	readonly pageSize: number;
	readonly maxParallelRequests: number;
	/** The host's clock when the run began, epoch milliseconds. */
	readonly nowMs: number;
}

/** Reading counts on every event being there, so that one that doesn't pass leaves its place empty. */
interface CheckedEvent<Output> extends TimedEvent {
	readonly output: Output | undefined;
}

/**
 * Reads the events that are asked for, in their order, page by page; in parallel if all are wanted.
 *
 * @param malformed takes note of each record that is left out
 * @param convert is called as soon as a page comes: a raw event takes many times the memory while it waits for its turn
 * @throws EventLogFailure if an event is missing
 */
export async function* readEvents<Output extends object | string>(
	client: Pick<EventLogClient, 'listPage' | 'feedPage'>,
	request: ReadRequest,
	malformed: MalformedRecords,
	convert: (event: LoggedEvent) => Output,
): AsyncGenerator<ReadonlyArray<ConvertedEvent<Output>>> {
	const { range, order, passes, skip = 0, limit = Infinity } = request;
	let toSkip = skip;
	let missing = limit;
	// Nobody knows how many events it takes until enough of them pass.
	const countWanted = () => (passes === undefined ? toSkip + missing : Infinity);
	const pages = readRange(serveConverted(client, request, malformed, convert), range, order, {
		workers: request.maxParallelRequests,
		wanted: skip > 0 || limit < Infinity ? countWanted : undefined,
	});
	for await (const page of pages) {
		const passed = page.filter(hasPassed);
		const selected = passed.slice(toSkip, toSkip + missing);
		toSkip -= Math.min(toSkip, passed.length);
		missing -= selected.length;
		if (selected.length > 0) yield selected;
		if (missing === 0) return;
	}
}

function serveConverted<Output>(
	client: Pick<EventLogClient, 'listPage' | 'feedPage'>,
	{ operation, filters, passes, pageSize, nowMs }: ReadRequest,
	malformed: MalformedRecords,
	convert: (event: LoggedEvent) => Output,
): ServedLog<CheckedEvent<Output>> {
	const isList = operation === 'list';
	const fetchLogged = malformed.watch<LoggedEvent>(async (page) =>
		isList ? await client.listPage(filters, page) : await client.feedPage(page),
	);
	const toChecked = (event: LoggedEvent): CheckedEvent<Output> => {
		const { id, contentId, createdAtMs } = event;
		const output = passes?.(event) === false ? undefined : convert(event);
		return { id, contentId, createdAtMs, output };
	};
	const fetchPage = async (request: PageRequest) => {
		const { events, ...others } = await fetchLogged(request);
		return { ...others, events: events.map(toChecked) };
	};
	// List documents that it sorts as asked.
	const source = { fetchPage, pageSize, orderIsReliable: isList };
	return new ServedLog(source, undefined, () => nowMs);
}

function hasPassed<Output>(event: CheckedEvent<Output>): event is ConvertedEvent<Output> {
	return event.output !== undefined;
}
