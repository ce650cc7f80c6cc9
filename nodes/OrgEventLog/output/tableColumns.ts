import { ChosenColumns } from './chosenColumns';
import type { LoggedEvent } from '../events/event';
import { type ColumnValue, toColumnValue } from '../events/columnValue';
import type { EventShape } from '../parameters/parseOutput';
import { DocumentedColumns } from './documentedColumns';
import { LocalClock } from './localClock';
import type { OutputRequest } from './outputWriter';

/** This column has the time that the workflow's clocks show. */
export const LOCAL_TIME = 'localTime';

/** Readers of a report look for these columns, in this order. */
export const REPORT_COLUMNS: readonly string[] = [
	...[LOCAL_TIME, 'createdAt', 'severity', 'userEmail', 'deviceName', 'serialNumber', 'ipAddress'],
	...['service', 'type', 'subType', 'action', 'result', 'message', 'id', 'externalId'],
];

/** The columns of a file that is a table. */
export interface TableColumns {
	readonly names: readonly string[];
	cellsOf(event: LoggedEvent): ColumnValue[];
	/** Gives a hint for the user if no event has some of the columns. */
	describeUnseen?(): string | undefined;
}

/** A format writes the milliseconds that `LocalClock` gives in its own way. */
type ToTimeCell = (localMs: number) => ColumnValue;

export function createTableColumns(
	shape: EventShape,
	{ documentedPaths, timezone }: OutputRequest,
	toTimeCell: ToTimeCell,
): TableColumns {
	if (shape.kind === 'raw') return new DocumentedColumns(documentedPaths);
	if (shape.kind === 'columns') return new LocalTimeColumns(shape.columns, timezone, toTimeCell);
	return new ReportColumns(REPORT_COLUMNS, timezone, toTimeCell);
}

/** Columns may be those of the simplified event, paths, and the local time. */
class LocalTimeColumns implements TableColumns {
	private readonly columns: ChosenColumns;
	private readonly clock: LocalClock;
	private readonly localTimeIndex: number;

	constructor(
		readonly names: readonly string[],
		timezone: string,
		private readonly toTimeCell: ToTimeCell,
	) {
		this.clock = new LocalClock(timezone);
		this.localTimeIndex = names.indexOf(LOCAL_TIME);
		this.columns = new ChosenColumns(names.filter((name) => name !== LOCAL_TIME));
	}

	cellsOf(event: LoggedEvent): ColumnValue[] {
		const cells = this.columns.valuesOf(event).map(toColumnValue);
		if (this.localTimeIndex < 0) return cells;
		const localMs = this.clock.toLocalMs(event.createdAtMs);
		cells.splice(this.localTimeIndex, 0, localMs === null ? null : this.toTimeCell(localMs));
		return cells;
	}

	describeUnseen(): string | undefined {
		return this.columns.describeUnseen();
	}
}

const MESSAGE_INDEX = REPORT_COLUMNS.indexOf('message');
const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/g;

/** Many programs that read tables take a line for a row, so a report has each message on one line. */
class ReportColumns extends LocalTimeColumns {
	override cellsOf(event: LoggedEvent): ColumnValue[] {
		const cells = super.cellsOf(event);
		const message = cells[MESSAGE_INDEX];
		if (typeof message === 'string') cells[MESSAGE_INDEX] = message.replace(LINE_BREAKS, ' ');
		return cells;
	}
}
