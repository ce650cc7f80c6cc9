import { type ColumnReader, createColumnReader } from './columnReader';
import { type LoggedEvent, type ColumnValue, toColumnValue } from '../events/event';
import { DOCUMENTED_PATHS } from '../events/fieldPaths';
import type { EventShape } from '../parameters/parseOutput';
import { createDocumentedColumns } from './documentedColumns';
import { LocalClock } from './localClock';
import type { ReadRequest } from '../parameters/parseReadOptions';

export const LOCAL_TIME = 'localTime';

/** Readers of a report look for these columns, in this order. */
export const REPORT_COLUMNS: readonly string[] = [
	...[LOCAL_TIME, 'createdAt', 'severity', 'userEmail', 'deviceName', 'serialNumber', 'ipAddress'],
	...['service', 'type', 'subType', 'action', 'result', 'message', 'id', 'externalId'],
];

export interface TableColumns {
	readonly names: readonly string[];
	readonly cellsOf: (event: LoggedEvent) => ColumnValue[];
}

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** @param toTimeCell writes the milliseconds that `LocalClock` gives as the format has them */
export function createTableColumns(
	shape: EventShape,
	{ source, timezone }: ReadRequest,
	toTimeCell: (localMs: number) => ColumnValue,
): TableColumns {
	if (shape.kind === 'raw') return createDocumentedColumns(DOCUMENTED_PATHS[source]);
	const names = shape.kind === 'columns' ? shape.columns : REPORT_COLUMNS;
	const clock = new LocalClock(timezone);
	const readers = names.map((name): ColumnReader => {
		if (name === LOCAL_TIME) return (event) => toTimeCell(clock.toLocalMs(event.createdAtMs));
		const read = createColumnReader(name);
		if (name !== 'message' || names !== REPORT_COLUMNS) return read;
		// Many programs that read tables take a line for a row, so a report has each message on one line.
		return (event) => String(toColumnValue(read(event)) ?? '').replace(LINE_BREAKS, ' ');
	});
	return { names, cellsOf: (event) => readers.map((read) => toColumnValue(read(event))) };
}
