import { figure, isMet, ratioFigure, type Bar, type Findings, type Table } from './findings';

/** A table for a terminal and for Markdown alike. */
export function renderRows(rows: Table['rows']): string {
	const columns = Math.max(...rows.map((row) => row.length));
	const widths = Array.from({ length: columns }, (_, column) =>
		Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		`| ${widths.map((width, column) => pad(row[column] ?? '', width, column)).join(' | ')} |`;
	const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
	const [header = [], ...body] = rows;
	return [line(header), rule, ...body.map(line)].join('\n');
}

function pad(cell: string, width: number, column: number): string {
	return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function rowOf(bar: Bar): string[] {
	const { work, atMost, measured, unit } = bar;
	const shown = unit === '×' ? ratioFigure : figure;
	return [
		work,
		`${shown(atMost)} ${unit}`,
		`${shown(measured)} ${unit}`,
		isMet(bar) ? 'met' : 'not met',
	];
}

/** Bars first, then what they were taken from. */
export function renderFindings(findings: readonly Findings[]): string {
	const bars = findings.flatMap((each) => each.bars);
	const tables = findings.flatMap((each) => each.tables);
	const summary = renderRows([['work', 'at most', 'measured', ''], ...bars.map(rowOf)]);
	return [
		`## Figures to reach\n\n${summary}`,
		...tables.map(({ title, note, rows }) => `## ${title}\n\n${note}\n\n${renderRows(rows)}`),
	].join('\n\n');
}
