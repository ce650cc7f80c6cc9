import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { LoggedEvent, Order, TimeRange } from '../api/event';
import type { EventFilters } from '../api/eventFilters';
import { toIsoTime } from './simplify';

/** What was asked for. */
export interface ReportQuestion {
	readonly range: TimeRange;
	readonly filters: EventFilters;
	readonly order: Order;
}

/** What a file is: enough to check that it is whole, and of what. Times are ISO 8601 in UTC. */
export interface Manifest extends IDataObject {
	/** The half-open range; null where it is open. */
	from: string | null;
	to: string | null;
	filters: IDataObject;
	order: Order;
	events: number;
	/** The first and the last event of the file, in its order. */
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

/** Looks on while a file is written, and knows at the end what its manifest has to say. */
export class ManifestWriter {
	private events = 0;
	private first: LoggedEvent | undefined;
	private last: LoggedEvent | undefined;
	private readonly hash = createHash('sha256');

	/** Passes the events on. */
	async *counting(
		batches: AsyncIterable<readonly LoggedEvent[]>,
	): AsyncGenerator<readonly LoggedEvent[]> {
		for await (const batch of batches) {
			this.events += batch.length;
			this.first ??= batch[0];
			this.last = batch[batch.length - 1] ?? this.last;
			yield batch;
		}
	}

	/** Passes on the bytes of the file. */
	async *hashing(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			yield chunk;
		}
	}

	/** The manifest of the file that has been written. Only once. */
	manifest({ range, filters, order }: ReportQuestion, nowMs: number): Manifest {
		return {
			from: range.startMs === undefined ? null : toIsoTime(range.startMs),
			to: range.endMs === undefined ? null : toIsoTime(range.endMs),
			filters: toFilterNote(filters),
			order,
			events: this.events,
			firstEvent: toEventMark(this.first),
			lastEvent: toEventMark(this.last),
			sha256: this.hash.digest('hex'),
			generatedAt: toIsoTime(nowMs),
		};
	}
}

function toEventMark(event: LoggedEvent | undefined): EventMark | null {
	return event ? { id: event.id, createdAt: toIsoTime(event.createdAtMs) } : null;
}

/** The filters under the names of their parameters; nanoseconds as digits, for JSON has no bigint. */
function toFilterNote({ startTimeNs, endTimeNs, ...others }: EventFilters): IDataObject {
	const set = Object.entries({
		...others,
		startTime: startTimeNs?.toString(),
		endTime: endTimeNs?.toString(),
	}).flatMap(([name, value]) => (value === undefined ? [] : [[name, toMutable(value)] as const]));
	return Object.fromEntries(set);
}

function toMutable(value: string | readonly string[]): string | string[] {
	return typeof value === 'string' ? value : [...value];
}
