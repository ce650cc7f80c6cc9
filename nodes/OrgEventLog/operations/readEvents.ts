import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { PageRequest } from '../api/page';
import { EventLogFailure } from '../errors/failure';
import type { LoggedEvent } from '../events/event';
import type { ConvertedEvent, ConvertedPages, ReadConverted } from '../output/outputWriter';
import { drawSample } from '../output/sample';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { readOldestTime } from '../reading/logEnds';
import { readRange } from '../reading/readLog';
import { ServiceLog } from '../reading/serviceLog';

/** Reads a range once, and remembers what hints and a manifest say of the reading. */
export class RangeReading {
	readonly malformed = new MalformedRecords();
	/** So many events passed the filters, `skip` and `limit`; a sample is drawn from them. */
	selectedCount = 0;
	/** The log's beginning is asked for after all events are read, because a log may lose its oldest meanwhile. */
	logBeginsMs: number | undefined;

	constructor(
		private readonly client: EventLogClient,
		private readonly request: ReadSettings,
	) {}

	/** @throws EventLogFailure if an event is missing, or the log begins later than it must */
	readonly read: ReadConverted = (convert) => {
		const { sample, order } = this.request;
		if (sample === undefined) return this.readAll(convert);
		return drawSample((toCandidate) => this.readAll(toCandidate), sample, order, convert);
	};

	private async *readAll<Output extends object | string>(
		convert: (event: LoggedEvent) => Output,
	): ConvertedPages<Output> {
		for await (const page of readEvents(this.client, this.request, this.malformed, convert)) {
			this.selectedCount += page.length;
			yield page;
		}
		this.logBeginsMs = await readLogBeginning(this.client, this.request);
	}
}

type PageClient = Pick<EventLogClient, 'listPage' | 'feedPage'>;

/**
 * Reads the events that are asked for, in their order, page by page; in parallel if all are wanted.
 *
 * @param convert is called as soon as a page comes: a raw event takes many times the memory while it waits for its turn
 * @throws EventLogFailure if an event is missing
 */
export async function* readEvents<Output extends object | string>(
	client: PageClient,
	request: ReadSettings,
	malformed: MalformedRecords,
	convert: (event: LoggedEvent) => Output,
): ConvertedPages<Output> {
	const { range, order, clientSideCheck, skip = 0, limit = Infinity } = request;
	let [leftToSkip, leftToTake] = [skip, limit];
	// Where not all events pass, nobody knows how many must be read until enough have passed.
	const countWanted = () => (clientSideCheck === undefined ? leftToSkip + leftToTake : Infinity);
	const pages = readRange(createLog(client, request, malformed, convert), range, order, {
		maxParallelWindows: request.maxParallelRequests,
		countWanted: skip > 0 || limit < Infinity ? countWanted : undefined,
	});
	for await (const page of pages) {
		const passed = page.filter(hasPassed);
		const selected = passed.slice(leftToSkip, leftToSkip + leftToTake);
		leftToSkip -= Math.min(leftToSkip, passed.length);
		leftToTake -= selected.length;
		if (selected.length > 0) yield selected;
		if (leftToTake === 0) return;
	}
}

/** Makes a log whose events have no output if they don't pass. They are kept, because reading relies on every event. */
function createLog<Output>(
	client: PageClient,
	{ source, filters, clientSideCheck, maxPageLimit, nowMs }: ReadSettings,
	malformed: MalformedRecords,
	convert: (event: LoggedEvent) => Output,
): ServiceLog<ConvertedEvent<Output | undefined>> {
	const isList = source === 'list';
	const toConverted = (event: LoggedEvent) => {
		const { id, contentId, createdAtMs } = event;
		const output = clientSideCheck?.(event) === false ? undefined : convert(event);
		return { id, contentId, createdAtMs, output };
	};
	const fetchPage = async (pageRequest: PageRequest) => {
		const page = isList
			? await client.listPage(filters, pageRequest)
			: await client.feedPage(pageRequest);
		malformed.addFrom(page);
		return { ...page, events: page.events.map(toConverted) };
	};
	// Only of List does the API document how it sorts (specification 4.1, 4.3).
	const fetcher = { fetchPage, maxPageLimit, isOrderReliable: isList };
	return new ServiceLog(fetcher, undefined, () => nowMs);
}

function hasPassed<Output>(
	event: ConvertedEvent<Output | undefined>,
): event is ConvertedEvent<Output> {
	return event.output !== undefined;
}

/**
 * Asks for the time of the log's oldest event; gives undefined if it can't be known, or the request doesn't need it.
 *
 * @throws EventLogFailure, also if the request requires the whole range and the log begins later
 */
export async function readLogBeginning(
	client: EventLogClient,
	{ range: { startMs }, isWholeRangeRequired, isExport }: ReadSettings,
): Promise<number | undefined> {
	if (startMs === undefined && !isExport) return undefined;
	const oldestMs = await readOldestTime(client);
	if (isWholeRangeRequired && startMs !== undefined) {
		if (oldestMs === undefined) throw new EventLogFailure('logBeginningUnknown', {});
		if (oldestMs > startMs) throw new EventLogFailure('logBeginsLater', { atMs: oldestMs });
	}
	return oldestMs;
}
