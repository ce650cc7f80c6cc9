import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import type { EventFields, TimedEvent } from '../events/event';
import { FILTER_NAMES, type EventFilters } from '../events/filters';
import type { Selection } from '../events/presets';
import type { Order, TimeRange } from '../api/page';
import type { FileFormat } from '../parameters/parseOutput';
import type { SampleChoice } from '../parameters/parseReadOptions';
import { toIsoTime } from '../events/columns';
import { type ColumnValue, toColumnValue } from '../events/subjects';

/** What made a file: package.json's own name and version, which shipped code can't read. A test holds them together. */
export const PACKAGE = { name: 'n8n-nodes-org-event-log', version: '0.1.0' };

/** What was asked for. */
export interface ReportRequest extends Omit<Selection, 'passes'> {
	readonly range: TimeRange;
	readonly order: Order;
	readonly operation: 'list' | 'feed';
	/** How many events were wanted at most; all of them unless given. */
	readonly limit?: number;
	/** How many of the first were left out. */
	readonly skip: number;
	readonly sample?: SampleChoice;
	/** Of the file that this one follows. */
	readonly previousSha256?: string;
	/** In which the range was asked for. */
	readonly timezone: string;
}

/** What is found out once the file has been written. */
export interface ReportFindings extends IDataObject {
	/** Of how many events the file could be, as far as they were read. */
	passed: number;
	/** What came and was left out, for it has no readable time. */
	malformedRecords?: { count: number; why: string[] };
	/** When the oldest event of the log was created; null where that isn't known, or was not asked. */
	logBegins: string | null;
	/** Whether the log reaches back to the beginning of the range; null where that isn't known, or it has none. */
	coversStart: boolean | null;
	/** What Count says of the same range and filters; null where it can't be relied on. */
	serviceCount: number | null;
	/** The origin of the service. */
	service: string;
	workflow: IDataObject;
	execution: IDataObject;
}

/** Whose an event is. */
export interface Organization {
	readonly id: ColumnValue;
	readonly name: ColumnValue;
}

/** Whose the event says that it is. */
export function organizationOf({ org_id: id, org_name: name }: EventFields): Organization {
	return { id: toColumnValue(id), name: toColumnValue(name) };
}

/** How many are named: a log has one. */
const MAX_ORGANIZATIONS = 100;

/** Watches a file being written, and knows at the end what its manifest has to say. */
export class ManifestRecorder {
	private events = 0;
	private first: TimedEvent | undefined;
	private last: TimedEvent | undefined;
	private bytes = 0;
	private readonly hash = createHash('sha256');
	private readonly organizations = new Map<string, Organization>();
	private readonly readFromMs = Date.now();
	private readToMs: number | undefined;

	/** Takes note of an event of the file. */
	record(event: TimedEvent, organization: Organization): void {
		this.events += 1;
		this.last = event;
		this.first ??= event;
		const key = `${String(organization.id)}\n${String(organization.name)}`;
		if (this.organizations.has(key) || this.organizations.size >= MAX_ORGANIZATIONS) return;
		this.organizations.set(key, organization);
	}

	/** The same bytes of the file; the last of them end the reading. */
	async *recordBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			this.bytes += chunk.length;
			yield chunk;
		}
		this.readToMs = Date.now();
	}

	/** The first and the last event of the file. */
	get ends(): readonly TimedEvent[] {
		return [this.first, this.last].filter((event) => event !== undefined);
	}

	/** The manifest: enough to check that a file is whole, and of what. Times are ISO 8601 in UTC. */
	finish(
		request: ReportRequest,
		written: { format: FileFormat; columns: string[] | null; fileName: string },
		{ passed, ...findings }: ReportFindings,
	): IDataObject {
		const { range, preset, order, operation, limit, skip, sample, timezone } = request;
		const { malformedRecords } = findings;
		return {
			// The half-open range; null where it is open.
			from: toIsoTime(range.startMs),
			to: toIsoTime(range.endMs),
			// The end is the first instant that is no longer in the range.
			toIsExclusive: true,
			timezone,
			fromLocal: toLocalTime(range.startMs, timezone),
			toLocal: toLocalTime(range.endMs, timezone),
			operation,
			filters: toFilterNote(request.filters),
			exclude: toFilterNote(request.exclude),
			preset,
			order,
			// Null with Return All.
			limit: limit ?? null,
			...(skip > 0 && { skip }),
			sample: sample === undefined ? null : { ...sample, of: passed },
			// Whether the file has every event of the range that passes, for certain.
			complete: limit === undefined && sample === undefined && malformedRecords === undefined,
			logBegins: findings.logBegins,
			coversStart: findings.coversStart,
			events: this.events,
			...(malformedRecords !== undefined && { malformedRecords }),
			serviceCount: findings.serviceCount,
			firstEvent: toEventMark(this.first),
			lastEvent: toEventMark(this.last),
			// Whose log the events say it is.
			organizations: [...this.organizations.values()].map(({ id, name }) => ({ id, name })),
			service: findings.service,
			...written,
			bytes: this.bytes,
			sha256: this.hash.digest('hex'),
			previousSha256: request.previousSha256 ?? null,
			// By the clock of n8n's host.
			readFrom: toIsoTime(this.readFromMs),
			readTo: toIsoTime(this.readToMs),
			generatedAt: toIsoTime(Date.now()),
			workflow: findings.workflow,
			execution: findings.execution,
			package: { ...PACKAGE },
		};
	}
}

/** As the clocks of a timezone show it, ISO 8601 with their offset. */
export function toLocalTime(epochMs: number | undefined, zone: string): string | null {
	return epochMs === undefined ? null : DateTime.fromMillis(epochMs, { zone }).toISO();
}

function toEventMark(event: TimedEvent | undefined): IDataObject | null {
	return event ? { id: event.id, createdAt: toIsoTime(event.createdAtMs) } : null;
}

/** The filters under the names of their fields; nanoseconds as digits, for JSON has no bigint. */
function toFilterNote(filters: EventFilters): IDataObject {
	const note: IDataObject = {};
	for (const name of FILTER_NAMES) {
		const value = filters[name];
		const field = name === 'severity' ? 'minimumSeverity' : name;
		if (value !== undefined) note[field] = typeof value === 'object' ? [...value] : String(value);
	}
	return note;
}
