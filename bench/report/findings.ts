/** A table of what was measured. The first row is the header. */
export interface Table {
	readonly title: string;
	/** What the reader must know about it. */
	readonly note: string;
	readonly rows: ReadonlyArray<readonly string[]>;
}

/** One figure that is to be reached. */
export interface Bar {
	readonly work: string;
	/** The greatest value that is allowed. */
	readonly atMost: number;
	readonly measured: number;
	readonly unit: '×' | 'ms' | 'MB' | 'kB' | 'requests';
}

export interface Findings {
	readonly tables: readonly Table[];
	readonly bars: readonly Bar[];
}

export function isMet({ measured, atMost }: Bar): boolean {
	return measured <= atMost;
}

/** `1,234` or `0.87`: as many digits as mean something. */
export function figure(value: number): string {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** `0.90`: ratios are compared, so all have the same digits. */
export function ratioFigure(ratio: number): string {
	return ratio.toFixed(2);
}
