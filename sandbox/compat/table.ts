import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSections } from '../../scripts/docs/sections';
import type { PollingMode } from '../n8n/settings';
import { ROOT } from '../places';
import { CHECKS, type Row } from './findings';

const PAGE = join(ROOT, 'docs', 'compatibility.md');

const SCHEDULERS: Readonly<Record<PollingMode, string>> = {
	inMemory: 'off',
	durableScheduler: 'durable',
	durableCursors: 'durable, with cursors',
};

function rowOf(cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** Why something does not hold, each reason once. */
class Notes {
	private readonly texts: string[] = [];

	/** The number of the note that says so. */
	numberOf(text: string): number {
		if (!this.texts.includes(text)) this.texts.push(text);
		return this.texts.indexOf(text) + 1;
	}

	toString(): string {
		return this.texts.map((text, index) => `${index + 1}. ${text}`).join('\n');
	}
}

/** The table in Markdown; below it, why something does not hold. */
export function toTable(rows: readonly Row[]): string {
	const notes = new Notes();
	const lines = rows.map(({ version, ran, mode, findings }) => {
		const cells = CHECKS.map((check) => {
			const finding = findings.get(check);
			if (finding?.holds) return 'yes';
			return `no (${notes.numberOf(oneLine(finding?.why ?? 'It was not checked'))})`;
		});
		return rowOf([version, ran, SCHEDULERS[mode], ...cells]);
	});
	const head = ['n8n', 'Tested part', 'Scheduler', ...CHECKS];
	const table = [rowOf(head), rowOf(head.map(() => '---')), ...lines].join('\n');
	const reasons = notes.toString();
	return reasons === '' ? table : `${table}\n\n${reasons}`;
}

/** A page with its table replaced. @throws Error where the page has no place for one */
export function withTable(page: string, table: string): string {
	return withSections(page, { compat: table });
}

/** Puts the table into the documentation. */
export function writeTable(table: string): void {
	writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), table));
}
