import { ChosenColumns } from './chosenColumns';
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

/** A format writes the milliseconds that `LocalClock` gives in its own way. */
type ToTimeCell = (localMs: number) => ColumnValue;

export function createTableColumns(
	shape: EventShape,
	{ source, timezone }: ReadRequest,
	toTimeCell: ToTimeCell,
): TableColumns {
	if (shape.kind === 'raw') return createDocumentedColumns(DOCUMENTED_PATHS[source]);
	if (shape.kind === 'columns') return createLocalColumns(shape.columns, timezone, toTimeCell);
	return createReportColumns(timezone, toTimeCell);
}

/** Columns may be those of the simplified event, paths, and the local time. */
function createLocalColumns(
	names: readonly string[],
	timezone: string,
	toTimeCell: ToTimeCell,
): TableColumns {
	const clock = new LocalClock(timezone);
	const columns = new ChosenColumns(names.filter((name) => name !== LOCAL_TIME));
	const localTimeIndex = names.indexOf(LOCAL_TIME);
	return {
		names,
		cellsOf(event) {
			const cells = columns.valuesOf(event).map(toColumnValue);
			const localMs = clock.toLocalMs(event.createdAtMs);
			if (localTimeIndex >= 0) cells.splice(localTimeIndex, 0, toTimeCell(localMs));
			return cells;
		},
	};
}

const MESSAGE_INDEX = REPORT_COLUMNS.indexOf('message');
const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** Many programs that read tables take a line for a row, so a report has each message on one line. */
function createReportColumns(timezone: string, toTimeCell: ToTimeCell): TableColumns {
	const { names, cellsOf } = createLocalColumns(REPORT_COLUMNS, timezone, toTimeCell);
	return {
		names,
		cellsOf(event) {
			const cells = cellsOf(event);
			const message = cells[MESSAGE_INDEX];
			if (typeof message === 'string') cells[MESSAGE_INDEX] = message.replace(LINE_BREAKS, ' ');
			return cells;
		},
	};
}
