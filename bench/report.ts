/** Numbers are written with as many digits as mean something. */
export type Cell = string | number;

type Unit = '×' | 'ms' | 'MB' | 'kB' | 'requests';

/** `1,234` or `0.87`. */
export function figure(value: number): string {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** `0.90`: ratios are compared, so all have the same digits. */
export function ratioFigure(ratio: number): string {
	return ratio.toFixed(2);
}

/** The middle one of some numbers, the mean of the middle two where there is none; NaN of none. */
export function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = sorted.length / 2;
	const [below = NaN, above = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
	return (below + above) / 2;
}

function markdownTable(header: readonly string[], rows: ReadonlyArray<readonly Cell[]>): string {
	const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
	return [header, rule, ...rows]
		.map((cells) => cells.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)))
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/** What has been measured, as Markdown. */
export class Report {
	private readonly targets: string[][] = [];
	private readonly sections: string[] = [];

	/** A figure that is to be reached. */
	target(work: string, measured: number, atMost: number, unit: Unit = '×'): void {
		const shown = (value: number) => (unit === '×' ? ratioFigure(value) : figure(value));
		const verdict = measured <= atMost ? 'met' : 'not met';
		this.targets.push([work, `${shown(atMost)} ${unit}`, `${shown(measured)} ${unit}`, verdict]);
	}

	/** A table, and what its reader must know about it. */
	table(
		title: string,
		note: string,
		header: readonly string[],
		rows: ReadonlyArray<readonly Cell[]>,
	): void {
		this.sections.push(`## ${title}\n\n${note}\n\n${markdownTable(header, rows)}`);
	}

	/** Targets first, then the tables that they were taken from. */
	toMarkdown(): string {
		const targets = markdownTable(['work', 'at most', 'measured', ''], this.targets);
		return [`## Figures to reach\n\n${targets}`, ...this.sections].join('\n\n');
	}
}
