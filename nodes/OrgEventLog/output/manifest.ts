import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { createHash } from 'node:crypto';
import type { EventFields } from '../api/event';
import { FILTER_NAMES, type EventFilters } from '../api/filters';
import type { PresetName, Selection } from '../api/presets';
import type { Order, TimeRange, TimedEvent } from '../api/page';
import type { FileFormat } from '../parameters/parseOutput';
import type { SampleChoice } from '../parameters/parseReadOptions';
import { toColumnValue } from './columnValue';
import { toIsoTime } from './columns';
import type { FileLine, Organization } from './fileContents';
import type { MadeEvent } from './madeEvent';
import { PACKAGE } from './packageIdentity';

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

/** How many entries were left out, and what is odd about them. */
interface OddNote extends IDataObject {
	count: number;
	why: string[];
}

/** What is found out once the file has been written. */
export interface ReportFindings extends IDataObject {
	/** Of how many events the file could be, as far as they were read. */
	passed: number;
	oddEntries?: OddNote;
	logBegins: string | null;
	coversStart: boolean | null;
	serviceCount: number | null;
	/** Only where events may have been added to the range while it was read. */
	serviceCountBefore?: number | null;
	/** The origin of the service. */
	service: string;
	workflow: IDataObject;
	execution: IDataObject;
}

/** What a file is, as it was written. */
export interface WrittenFile {
	readonly format: FileFormat;
	readonly columns: string[] | null;
	readonly fileName: string;
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
	operation: 'list' | 'feed';
	filters: IDataObject;
	/** What was left out. */
	exclude: IDataObject;
	preset: PresetName;
	order: Order;
	/** How many events were wanted at most; null with Return All. */
	limit: number | null;
	/** How many of the first were left out. Absent with none. */
	skip?: number;
	/** How many events were drawn, and from how many. */
	sample: IDataObject | null;
	/** Whether the file has every event of the range that passes, for certain. */
	complete: boolean;
	/** When the oldest event of the log was created; null where that isn't known, or was not asked. */
	logBegins: string | null;
	/** Whether the log reaches back to the beginning of the range; null where that isn't known, or it has none. */
	coversStart: boolean | null;
	events: number;
	/** What came and was left out, for it has no readable time. Absent where there was nothing. */
	oddEntries?: OddNote;
	/** What Count says of the same range and filters; null where it can't be relied on. */
	serviceCount: number | null;
	/** The same before the reading. Only where events may have been added meanwhile. */
	serviceCountBefore?: number | null;
	/** The first and the last event of the file. */
	firstEvent: EventMark | null;
	lastEvent: EventMark | null;
	/** Whose log the events say it is. */
	organizations: IDataObject[];
	service: string;
	format: FileFormat;
	/** Of CSV. */
	columns: string[] | null;
	fileName: string;
	bytes: number;
	/** Of the bytes of the file, in hexadecimal digits. */
	sha256: string;
	previousSha256: string | null;
	/** When reading began and ended, by the clock of n8n's host. */
	readFrom: string | null;
	readTo: string | null;
	generatedAt: string | null;
	workflow: IDataObject;
	execution: IDataObject;
	package: IDataObject;
}

interface EventMark extends IDataObject {
	id: string;
	createdAt: string | null;
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
	private readToMs = NaN;

	/** Of an event of the file. */
	record({ id, createdAtMs, made }: MadeEvent<FileLine>): void {
		made.organization.isInFile = true;
		this.events += 1;
		this.last = { id, createdAtMs };
		this.first ??= this.last;
	}

	/** The same bytes of the file. */
	async *recordBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			this.bytes += chunk.length;
			yield chunk;
		}
	}

	/** Whose event it is; one object for all that are of the same organization. */
	organizationOf({ org_id: id, org_name: name }: EventFields): Organization {
		const organization = { id: toColumnValue(id), name: toColumnValue(name) };
		const key = `${String(organization.id)}\n${String(organization.name)}`;
		const known = this.organizations.get(key);
		if (known !== undefined) return known;
		const added = { ...organization, isInFile: false };
		if (this.organizations.size < MAX_ORGANIZATIONS) this.organizations.set(key, added);
		return added;
	}

	/** The first and the last event of the file. */
	get ends(): readonly TimedEvent[] {
		return [this.first, this.last].filter((event) => event !== undefined);
	}

	/** To be called when the last event has been read. */
	endReading(): void {
		this.readToMs = Date.now();
	}

	/** The manifest of the file, once it has been written. */
	finish(
		request: ReportRequest,
		{ format, columns, fileName }: WrittenFile,
		{ passed, ...findings }: ReportFindings,
	): Manifest {
		const { range, preset, order, operation, limit, skip, sample, timezone } = request;
		const { oddEntries, serviceCountBefore } = findings;
		return {
			from: range.startMs === undefined ? null : toIsoTime(range.startMs),
			to: range.endMs === undefined ? null : toIsoTime(range.endMs),
			toIsExclusive: true,
			timezone,
			fromLocal: toLocalTime(range.startMs, timezone),
			toLocal: toLocalTime(range.endMs, timezone),
			operation,
			filters: toFilterNote(request.filters),
			exclude: toFilterNote(request.exclude),
			preset,
			order,
			limit: limit ?? null,
			...(skip > 0 && { skip }),
			sample: sample === undefined ? null : { ...sample, of: passed },
			complete: limit === undefined && sample === undefined && oddEntries === undefined,
			logBegins: findings.logBegins,
			coversStart: findings.coversStart,
			events: this.events,
			...(oddEntries !== undefined && { oddEntries }),
			serviceCount: findings.serviceCount,
			...(serviceCountBefore !== undefined && { serviceCountBefore }),
			firstEvent: toEventMark(this.first),
			lastEvent: toEventMark(this.last),
			organizations: [...this.organizations.values()]
				.filter(({ isInFile }) => isInFile)
				.map(({ id, name }) => ({ id, name })),
			service: findings.service,
			format,
			columns,
			fileName,
			bytes: this.bytes,
			sha256: this.hash.digest('hex'),
			previousSha256: request.previousSha256 ?? null,
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

function toEventMark(event: TimedEvent | undefined): EventMark | null {
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
