import { createHash } from 'node:crypto';
import type { ColumnValue, EventFields, TimedEvent } from '../events/event';
import { toColumnValue } from '../events/event';
import { FILTER_NAMES, type EventFilters, type FilterName } from '../selection/filters';
import type { ReadSettings } from '../parameters/parseReadOptions';
import { toIsoTime } from '../text/times';
import type { ConvertedEvent, FileRow, FileWriter } from './outputWriter';

/** Shipped code can't read package.json; a test compares its name and version with these. */
export const PACKAGE = { name: 'n8n-nodes-org-event-log', version: '0.1.0' };

/** Collects what the manifest says of a file, while that is written. */
export class FileRecorder {
	eventCount = 0;
	cutCellCount = 0;
	firstEvent: TimedEvent | undefined;
	lastEvent: TimedEvent | undefined;
	readonly organizations = new Map<string, Organization>();
	readonly readBeganAtMs = Date.now();
	readEndedAtMs = NaN;
	private byteCount = 0;
	private readonly hash = createHash('sha256');

	record(event: ConvertedEvent<FileRow & { organization: Organization }>): void {
		const { cutCellCount = 0, organization } = event.output;
		this.eventCount += 1;
		this.cutCellCount += cutCellCount;
		this.lastEvent = event;
		this.firstEvent ??= event;
		if (organization.id === null && organization.name === null) return;
		this.organizations.set(JSON.stringify(organization), organization);
	}

	/** Passes the chunks on unchanged, and adds them to the hash and the length. */
	async *hashChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			this.hash.update(chunk);
			this.byteCount += chunk.length;
			yield chunk;
		}
	}

	/** Gives the hash and the length of the finished file; a hash can be asked for once. */
	finish(): { sha256: string; bytes: number } {
		return { sha256: this.hash.digest('hex'), bytes: this.byteCount };
	}
}

type Organization = { id: ColumnValue; name: ColumnValue };

export function organizationOf({ org_id: id, org_name: name }: EventFields): Organization {
	return { id: toColumnValue(id), name: toColumnValue(name) };
}

export interface ManifestFacts {
	/** So many events passed the filters, `skip` and `limit`; a sample is drawn from them. */
	readonly selectedCount: number;
	readonly malformedRecords: { count: number; why: string[] };
	/** The oldest event of the log has this time; null if that isn't known, or was not asked for. */
	readonly logBegins: string | null;
	/** This is true if the log reaches back to the start of the range; null if that isn't known, or it has no start. */
	readonly coversStart: boolean | null;
	/** The operation Count gives this number for the same range and filters; null if it can't be relied on. */
	readonly serviceCount: number | null;
	readonly service: string;
	readonly workflow: { id: string | null; name: string | null };
	readonly execution: { id: string | null };
}

/** This is the manifest before its file is finished: hash and length are still null. */
export type Manifest = ReturnType<typeof toManifest>;

/** Gives enough to check that a file is complete, and what it holds. A time is null where the range is open. */
export function toManifest(
	request: ReadSettings,
	fileName: string,
	{ format, columns }: FileWriter,
	recorder: FileRecorder,
	facts: ManifestFacts,
) {
	const { limit, sample, previousSha256 = null } = request;
	const { malformedRecords, coversStart, logBegins, serviceCount, service } = facts;
	return {
		fileName,
		events: recorder.eventCount,
		complete: limit === undefined && sample === undefined && malformedRecords.count === 0,
		coversStart,
		sha256: null,
		...toRequestFields(request),
		sample: sample === undefined ? null : { ...sample, of: facts.selectedCount },
		malformedRecords,
		...(format === 'xlsx' && { cutCells: recorder.cutCellCount }),
		firstEvent: toEventReference(recorder.firstEvent),
		lastEvent: toEventReference(recorder.lastEvent),
		logBegins,
		serviceCount,
		service,
		organizations: [...recorder.organizations.values()],
		format,
		columns: columns && [...columns],
		bytes: null,
		previousSha256,
		/** The clock of n8n's host gives these three times. */
		readFrom: toIsoTime(recorder.readBeganAtMs),
		readTo: toIsoTime(recorder.readEndedAtMs),
		generatedAt: toIsoTime(Date.now()),
		workflow: facts.workflow,
		execution: facts.execution,
		package: { ...PACKAGE },
	};
}

function toRequestFields(request: ReadSettings) {
	return {
		from: toIsoTime(request.range.startMs),
		to: toIsoTime(request.range.endMs),
		timezone: request.timezone,
		operation: request.source,
		filters: toFilterFields(request.filters),
		exclude: toFilterFields(request.exclude),
		preset: request.preset,
		order: request.order,
		limit: request.limit ?? null,
	};
}

function toEventReference(event: TimedEvent | undefined) {
	return event === undefined ? null : { id: event.id, createdAt: toIsoTime(event.createdAtMs) };
}

export type FilterFields = Record<string, string | string[]>;

/** Gives nanoseconds as digits, because JSON has no bigint. */
function toFilterFields(filters: EventFilters): FilterFields {
	const fields: FilterFields = {};
	for (const name of FILTER_NAMES) {
		const value = filters[name];
		if (value === undefined) continue;
		fields[toFilterFieldName(name)] = typeof value === 'object' ? [...value] : String(value);
	}
	return fields;
}

export function toFilterFieldName(name: FilterName): string {
	return name === 'severity' ? 'minimumSeverity' : name;
}
