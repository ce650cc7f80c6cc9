import { createHash } from 'node:crypto';
import type { ColumnValue, EventFields, TimedEvent } from '../events/event';
import { toColumnValue } from '../events/event';
import { FILTER_NAMES, type EventFilters, type FilterName } from '../selection/filters';
import type { ReadRequest } from '../parameters/parseReadOptions';
import { toIsoTime } from '../text/times';
import type { ConvertedEvent, FileRow, FileWriter } from './outputWriter';

/** Shipped code can't read package.json; a test compares its name and version with these. */
export const MADE_BY = { name: 'n8n-nodes-org-event-log', version: '0.1.0' };

/** A recorder watches a file being written, and knows what its manifest has to say of it. */
export class FileRecorder {
	events = 0;
	cutCells = 0;
	first: TimedEvent | undefined;
	last: TimedEvent | undefined;
	readonly organizations = new Map<string, Organization>();
	readonly readBeganAtMs = Date.now();
	readEndedAtMs = NaN;
	private bytes = 0;
	private readonly hash = createHash('sha256');

	record(event: ConvertedEvent<FileRow & { organization: Organization }>): void {
		const { cutCells = 0, organization } = event.output;
		this.events += 1;
		this.cutCells += cutCells;
		this.last = event;
		this.first ??= event;
		if (organization.id === null && organization.name === null) return;
		this.organizations.set(JSON.stringify(organization), organization);
	}

	/** Hands the bytes on, and takes them into the hash and the length. */
	async *hashChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			this.bytes += chunk.length;
			yield chunk;
		}
	}

	/** Gives the hash and the length of the finished file; a hash can be asked for once. */
	finish(): { sha256: string; bytes: number } {
		return { sha256: this.hash.digest('hex'), bytes: this.bytes };
	}
}

type Organization = { id: ColumnValue; name: ColumnValue };

export function organizationOf({ org_id: id, org_name: name }: EventFields): Organization {
	return { id: toColumnValue(id), name: toColumnValue(name) };
}

export interface ReportFindings {
	/** Counts the events that passed, as far as they were read; a sample is drawn from them. */
	readonly passedCount: number;
	readonly malformedRecords: { count: number; why: string[] };
	/** The oldest event of the log is of this time; null if that isn't known, or was not asked for. */
	readonly logBegins: string | null;
	/** True if the log reaches back to the beginning of the range; null if that isn't known, or it has none. */
	readonly coversStart: boolean | null;
	/** Count gives this number for the same range and filters; null if it can't be relied on. */
	readonly serviceCount: number | null;
	readonly service: string;
	readonly workflow: { id: string | null; name: string | null };
	readonly execution: { id: string | null };
}

/** This is the manifest before its file is finished: hash and length are still null. */
export type Manifest = ReturnType<typeof toManifest>;

/** Gives enough to check that a file is complete, and of what. Times are ISO 8601 in UTC, null if the range is open. */
export function toManifest(
	request: ReadRequest,
	fileName: string,
	{ format, columns }: FileWriter,
	recorder: FileRecorder,
	findings: ReportFindings,
) {
	const { range, timezone, source, filters, exclude, preset, order, limit, sample } = request;
	const { malformedRecords, coversStart, logBegins, serviceCount, service } = findings;
	const isAll = limit === undefined && sample === undefined;
	return {
		fileName,
		events: recorder.events,
		complete: isAll && malformedRecords.count === 0,
		coversStart,
		/** The hash is null until the file is finished, and so is `bytes`. */
		sha256: null,
		from: toIsoTime(range.startMs),
		to: toIsoTime(range.endMs),
		timezone,
		operation: source,
		filters: toFilterFields(filters),
		exclude: toFilterFields(exclude),
		preset,
		order,
		limit: limit ?? null,
		sample: sample === undefined ? null : { ...sample, of: findings.passedCount },
		malformedRecords,
		...(format === 'xlsx' && { cutCells: recorder.cutCells }),
		firstEvent: toEventMark(recorder.first),
		lastEvent: toEventMark(recorder.last),
		logBegins,
		serviceCount,
		service,
		organizations: [...recorder.organizations.values()],
		format,
		columns: columns && [...columns],
		bytes: null,
		previousSha256: request.previousSha256 ?? null,
		readFrom: toIsoTime(recorder.readBeganAtMs),
		readTo: toIsoTime(recorder.readEndedAtMs),
		/** The clock is that of n8n's host. */
		generatedAt: toIsoTime(Date.now()),
		workflow: findings.workflow,
		execution: findings.execution,
		package: { ...MADE_BY },
	};
}

function toEventMark(event: TimedEvent | undefined) {
	return event === undefined ? null : { id: event.id, createdAt: toIsoTime(event.createdAtMs) };
}

export type FilterFields = Record<string, string | string[]>;

/** Gives nanoseconds as digits, for JSON has no bigint. */
function toFilterFields(filters: EventFilters): FilterFields {
	const fields: FilterFields = {};
	for (const name of FILTER_NAMES) {
		const value = filters[name];
		if (value === undefined) continue;
		fields[toManifestName(name)] = typeof value === 'object' ? [...value] : String(value);
	}
	return fields;
}

export function toManifestName(name: FilterName): string {
	return name === 'severity' ? 'minimumSeverity' : name;
}
