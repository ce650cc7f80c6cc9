import type { TimedEvent } from '../events/event';
import { FILTER_NAMES, type EventFilters, type FilterName, type Source } from '../events/filters';
import type { Selection } from '../events/presets';
import type { Order, TimeRange } from '../api/page';
import type { FileFormat } from '../parameters/parseOutput';
import type { SampleChoice } from '../parameters/parseReadOptions';
import { toIsoTime } from '../text/times';
import type { ColumnValue } from '../events/subjects';

/**
 * Files say that this made them. It is package.json's own name and version, which shipped code can't read; a test holds
 * them together.
 */
export const MADE_BY = { name: 'n8n-nodes-org-event-log', version: '0.1.0' };

export interface ReportRequest extends Omit<Selection, 'passes'> {
	readonly range: TimeRange;
	readonly order: Order;
	readonly source: Source;
	/** No more events were wanted; all of them unless given. */
	readonly limit?: number;
	readonly sample?: SampleChoice;
	/** The SHA-256 of the file that this one follows. */
	readonly previousSha256?: string;
	/** The timezone in which the range was asked for. */
	readonly timezone: string;
}

/** These are found out once the events have been read. */
export interface ReportFindings {
	/** So many events passed, as far as they were read; a sample is drawn from them. */
	readonly passedCount: number;
	/** They are left out, because they have no readable time. */
	readonly malformedRecords: { count: number; why: string[] };
	/** The time of the oldest event of the log; null if it isn't known, or was not asked for. */
	readonly logBegins: string | null;
	/** True if the log reaches back to the beginning of the range; null if that isn't known, or it has none. */
	readonly coversStart: boolean | null;
	/** Count says so of the same range and filters; null if it can't be relied on. */
	readonly serviceCount: number | null;
	/** The origin of the service. */
	readonly service: string;
	readonly workflow: { id: string | null; name: string | null };
	readonly execution: { id: string | null };
}

export type Organization = { id: ColumnValue; name: ColumnValue };

/** Only a workbook has these. */
export type WorkbookFacts = {
	/** Texts that were longer than a cell takes. */
	cutCells: number;
	/** It is of the events as NDJSON, because no two workbooks are alike: they say when they were made. */
	rowsSha256: string;
};

export interface FileContents {
	readonly fileName: string;
	readonly format: FileFormat;
	readonly columns: readonly string[] | null;
	readonly workbook: WorkbookFacts | undefined;
	readonly events: number;
	readonly first: TimedEvent | undefined;
	readonly last: TimedEvent | undefined;
	readonly organizations: readonly Organization[];
	readonly readBeganAtMs: number;
	readonly readEndedAtMs: number;
}

/** It has what can be known before the file is finished. */
export type Manifest = ReturnType<typeof toManifest>;

/** Gives enough to check that a file is whole, and of what. Times are ISO 8601 in UTC, null if the range is open. */
export function toManifest(
	request: ReportRequest,
	contents: FileContents,
	findings: ReportFindings,
) {
	const { range, timezone, source, limit, sample } = request;
	const { fileName, events, organizations, format, columns } = contents;
	const { malformedRecords, coversStart, logBegins, serviceCount, service } = findings;
	const isAll = limit === undefined && sample === undefined;
	return {
		...{ fileName, events },
		/** True if everything in the range that passes is in the file, for certain. */
		complete: isAll && malformedRecords.count === 0,
		coversStart,
		/** It is null until the file is finished, and so is `bytes`. */
		sha256: null,
		from: toIsoTime(range.startMs),
		/** The first instant that is no longer in the range. */
		to: toIsoTime(range.endMs),
		...{ timezone, operation: source },
		...toSelectionNote(request),
		sample: sample === undefined ? null : { ...sample, of: findings.passedCount },
		malformedRecords,
		...contents.workbook,
		firstEvent: toEventMark(contents.first),
		lastEvent: toEventMark(contents.last),
		...{ logBegins, serviceCount, service },
		/** The events say that the log is theirs. */
		organizations: [...organizations],
		format,
		columns: columns === null ? null : [...columns],
		bytes: null,
		previousSha256: request.previousSha256 ?? null,
		/** It goes by the clock of n8n's host, and so does the next one. */
		readFrom: toIsoTime(contents.readBeganAtMs),
		readTo: toIsoTime(contents.readEndedAtMs),
		...toOriginNote(findings),
	};
}

/** Says when and by what the file was made, by the clock of n8n's host. */
function toOriginNote({ workflow, execution }: ReportFindings) {
	return { generatedAt: toIsoTime(Date.now()), workflow, execution, package: { ...MADE_BY } };
}

/** Says which events were chosen of the range. */
function toSelectionNote({ filters, exclude, preset, order, limit }: ReportRequest) {
	return {
		filters: toFilterNote(filters),
		exclude: toFilterNote(exclude),
		...{ preset, order },
		limit: limit ?? null,
	};
}

/** Names an event as a manifest does. */
function toEventMark(event: TimedEvent | undefined) {
	return event === undefined ? null : { id: event.id, createdAt: toIsoTime(event.createdAtMs) };
}

/** Filters under their names in a manifest. */
export type FilterNote = Record<string, string | string[]>;

/** Nanoseconds are digits, for JSON has no bigint. */
function toFilterNote(filters: EventFilters): FilterNote {
	const note: FilterNote = {};
	for (const name of FILTER_NAMES) {
		const value = filters[name];
		if (value === undefined) continue;
		note[toNotedName(name)] = typeof value === 'object' ? [...value] : String(value);
	}
	return note;
}

/** Gives a filter's name in a manifest. */
export function toNotedName(name: FilterName): string {
	return name === 'severity' ? 'minimumSeverity' : name;
}
