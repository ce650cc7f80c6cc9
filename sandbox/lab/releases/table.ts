import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSections } from '../../../scripts/docs/sections';
import type { PollingMode } from '../../n8n/settings';
import { ROOT } from '../../places';
import { CHECKS, type Findings } from './checks';

/** What was found of a release in one polling mode. */
export interface Row {
	readonly version: string;
	/** What of it was run: all of n8n, or its `n8n-core` alone. */
	readonly ran: string;
	readonly mode: PollingMode;
	readonly findings: Findings;
}

const PAGE = join(ROOT, 'docs', 'compatibility.md');

const MODES: Readonly<Record<PollingMode, string>> = {
	inMemory: 'in memory',
	durableScheduler: 'durable scheduler',
	durableCursors: 'durable scheduler with durable cursors',
};

function lineOf(cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** The table in Markdown; below it, why something does not hold, each reason once. */
export function toTable(rows: readonly Row[]): string {
	const notes: string[] = [];
	const cellOf = (why: string) => {
		if (why === '') return 'yes';
		if (!notes.includes(why)) notes.push(why);
		return `no (${notes.indexOf(why) + 1})`;
	};
	const lines = rows.map(({ version, ran, mode, findings }) => {
		const cells = [...findings.values()].map((why) => cellOf(oneLine(why)));
		return lineOf([version, ran, MODES[mode], ...cells]);
	});
	const head = ['n8n', 'Tested part', 'Mode of n8n', ...CHECKS];
	const table = [lineOf(head), lineOf(head.map(() => '---')), ...lines].join('\n');
	if (notes.length === 0) return table;
	return [table, '', ...notes.map((text, index) => `${index + 1}. ${text}`)].join('\n');
}

/** Puts the table into the documentation. @throws Error where that has no place for it */
export function writeTable(table: string): void {
	writeFileSync(PAGE, withSections(readFileSync(PAGE, 'utf8'), { compat: table }));
}
