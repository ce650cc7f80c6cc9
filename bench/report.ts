import { table } from '../scripts/docs/markdown';

/** What a table says of each of its rows, by heading. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number>>;

interface Bar {
	readonly work: string;
	readonly measured: number;
	readonly atMost: number;
	readonly unit: '×' | 'MB' | 'requests';
}

/** `11,200` or `0.87`. */
export function figure(value: number): string {
	return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** The middle one of some numbers, the mean of the middle two where there is none; NaN of none. */
export function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	const [below = NaN, above = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
	return (below + above) / 2;
}

/** Of two contestants' times, the median of their ratios within each round. */
export function medianRatio(times: readonly number[], others: readonly number[]): number {
	return median(times.map((time, round) => time / (others[round] ?? NaN)));
}

function section<Row>(title: string, rows: readonly Row[], columns: Columns<Row>): string {
	const head = Object.keys(columns);
	const written = (cell: string | number) => (typeof cell === 'number' ? figure(cell) : cell);
	const lines = rows.map((row) => Object.values(columns).map((cell) => written(cell(row))));
	return `## ${title}\n\n${table(head, lines, [...head.keys()].slice(1))}`;
}

/** What has been measured, as Markdown. */
export class Report {
	private readonly bars: Bar[] = [];
	private readonly sections: string[] = [];

	/** A figure that is held: a run in which it is larger fails. */
	bar(work: string, measured: number, atMost: number, unit: Bar['unit'] = '×'): void {
		this.bars.push({ work, measured, atMost, unit });
	}

	table<Row>(title: string, rows: readonly Row[], columns: Columns<Row>): void {
		this.sections.push(section(title, rows, columns));
	}

	get isHeld(): boolean {
		return this.bars.every(({ measured, atMost }) => measured <= atMost);
	}

	/** The bars first, then the tables that they were taken from. */
	toMarkdown(): string {
		const bars = section('Figures that are held', this.bars, {
			work: ({ work }) => work,
			'at most': ({ atMost, unit }) => `${figure(atMost)} ${unit}`,
			measured: ({ measured, unit }) => `${figure(measured)} ${unit}`,
			'': ({ measured, atMost }) => (measured <= atMost ? '' : 'exceeded'),
		});
		return [bars, ...this.sections].join('\n\n');
	}
}
