import type { EventLogClient } from '../api/client';
import { MalformedRecords } from '../api/malformedRecords';
import type { LoggedEvent } from '../events/event';
import type { ConvertedEvents, ReadConverted } from '../output/outputWriter';
import { drawSample } from '../output/sample';
import type { ReadOptions } from '../parameters/parseReadOptions';
import type { SelectedRange } from '../recentLog/nothingFound';
import { type BeginningRequest, readLogBeginning } from './logBeginning';
import { type ReadRequest, readEvents } from './readEvents';

export interface RangeRequest extends ReadRequest, BeginningRequest, SelectedRange {
	readonly sample?: ReadOptions['sample'];
}

/** Reads a range once: hands its events over as they come, and keeps account of them. */
export class RangeReading {
	readonly malformed = new MalformedRecords();
	/** Counts the events that passed, after `skip` and `limit`; a sample is drawn from these. */
	passedCount = 0;
	/** Epoch milliseconds, asked for when all events are read, because a log loses its oldest meanwhile. */
	logBeginsMs: number | undefined;

	constructor(
		private readonly client: EventLogClient,
		private readonly request: RangeRequest,
	) {}

	/** @throws EventLogFailure if an event is missing, or the log begins later than it must */
	readonly read: ReadConverted = (convert) => {
		const { sample, order } = this.request;
		if (sample === undefined) return this.readAll(convert);
		return drawSample((toTicket) => this.readAll(toTicket), sample, order, convert);
	};

	private async *readAll<Output extends object | string>(
		convert: (event: LoggedEvent) => Output,
	): ConvertedEvents<Output> {
		for await (const page of readEvents(this.client, this.request, this.malformed, convert)) {
			this.passedCount += page.length;
			yield page;
		}
		this.logBeginsMs = await readLogBeginning(this.client, this.request);
	}
}
