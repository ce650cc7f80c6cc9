/** A table of Markdown. Cells may hold Markdown themselves; a pipe or a line break in one does no harm. */
export function table(
	head: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
	/** Columns that are set flush right. */
	numbers: readonly number[] = [],
): string {
	const rule = head.map((_, index) => (numbers.includes(index) ? '--:' : '---'));
	return [row(head), `|${rule.join('|')}|`, ...rows.map(row)].join('\n');
}

function row(cells: readonly string[]): string {
	return `| ${cells.map(inCell).join(' | ')} |`;
}

function inCell(text: string): string {
	return text
		.trim()
		.replace(/\\?\|/g, '\\|')
		.replace(/\s*\n\s*/g, '<br>');
}

/** The cells of each row of a table, by the first of them: to keep what people have written there. */
export function writtenCells(written: string): (first: string) => readonly string[] {
	const rows = written.split('\n').map((line) => line.split(/ ?(?<!\\)\| ?/).slice(1));
	return (first) => {
		const cells = rows.find(([cell]) => cell === first);
		if (cells === undefined) throw new Error(`Write a row that begins with ${first}`);
		return cells;
	};
}

/** Text as code, whatever backticks it has in it. */
export function code(text: string): string {
	return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A number as people read it. */
export function inDigits(number: number): string {
	return number.toLocaleString('en-US');
}

/** "one", "one or two", "one, two or three". */
export function either(words: readonly string[]): string {
	return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** Where a heading is found on its page, as GitHub makes anchors. */
export function anchorOf(heading: string): string {
	return heading
		.replace(/[`*]/g, '')
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}
