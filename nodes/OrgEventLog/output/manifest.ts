import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import { FILTER_NAMES, type EventFilters } from '../api/filters';
import type { PresetName } from '../api/presets';
import type { Order, TimeRange, TimedEvent } from '../api/page';
import { toIsoTime } from './columns';
import type { LinePage } from './linePages';

/** What was asked for. */
export interface ReportRequest {
	readonly range: TimeRange;
	readonly preset: PresetName;
	readonly filters: EventFilters;
	readonly order: Order;
	/** In which the range was asked for. */
	readonly timezone: string;
}

/** What a file is: enough to check that it is whole, and of what. Times are ISO 8601 in UTC. */
export interface Manifest extends IDataObject {
	/** The half-open range; null where it is open. */
	from: string | null;
	to: string | null;
	/** The end is the first instant that is no longer in the range. */
	toIsExclusive: true;
	timezone: string;
	/** The range as the clocks of that timezone show it. */
	fromLocal: string | null;
	toLocal: string | null;
	filters: IDataObject;
	order: Order;
	events: number;
	/** How many of them have no place in time: they stand at the end. Absent where all have one. */
	unplacedEvents?: number;
	/** The first and the last event of the file that have a place in time, in its order. */
	firstEvent: EventMark | null;
	lastEvent: EventMark | null;
	/** Of the bytes of the file, in hexadecimal digits. */
	sha256: string;
	generatedAt: string | null;
}

interface EventMark extends IDataObject {
	id: string;
	createdAt: string | null;
}

/** Watches a file being written, and knows at the end what its manifest has to say. */
export class ManifestRecorder {
	private events = 0;
	private unplacedEvents = 0;
	private first: TimedEvent | undefined;
	private last: TimedEvent | undefined;
	private readonly hash = createHash('sha256');

	/** The same pages. */
	async *recordPages(pages: AsyncIterable<LinePage>): AsyncGenerator<LinePage> {
		for await (const page of pages) {
			this.events += page.events;
			this.unplacedEvents += page.unplacedEvents;
			this.first ??= page.first;
			this.last = page.last ?? this.last;
			yield page;
		}
	}

	/** The same bytes of the file. */
	async *recordBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			yield chunk;
		}
	}

	/** The manifest of the file, once it has been written. */
	finish({ range, preset, filters, order, timezone }: ReportRequest, nowMs: number): Manifest {
		return {
			from: range.startMs === undefined ? null : toIsoTime(range.startMs),
			to: range.endMs === undefined ? null : toIsoTime(range.endMs),
			toIsExclusive: true,
			timezone,
			fromLocal: toLocalTime(range.startMs, timezone),
			toLocal: toLocalTime(range.endMs, timezone),
			filters: { ...(preset !== 'none' && { preset }), ...toFilterNote(filters) },
			order,
			events: this.events,
			...(this.unplacedEvents > 0 && { unplacedEvents: this.unplacedEvents }),
			firstEvent: toEventMark(this.first),
			lastEvent: toEventMark(this.last),
			sha256: this.hash.digest('hex'),
			generatedAt: toIsoTime(nowMs),
		};
	}
}

function toLocalTime(epochMs: number | undefined, zone: string): string | null {
	return epochMs === undefined ? null : DateTime.fromMillis(epochMs, { zone }).toISO();
}

function toEventMark(event: TimedEvent | undefined): EventMark | null {
	return event ? { id: event.id, createdAt: toIsoTime(event.createdAtMs) } : null;
}

/** The filters under the names of their fields; nanoseconds as digits, for JSON has no bigint. */
function toFilterNote(filters: EventFilters): IDataObject {
	const note: IDataObject = {};
	for (const name of FILTER_NAMES) {
		const value = filters[name];
		if (value !== undefined) note[name] = typeof value === 'object' ? [...value] : String(value);
	}
	return note;
}
