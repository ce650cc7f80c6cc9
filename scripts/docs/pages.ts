import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { eventSections } from './events';
import { failureSections } from './failures';
import { fieldSections, filterSections } from './fields';
import { limitSections } from './limits';
import { reportSections } from './report';
import { requestSections } from './requests';
import { type Sections, withSections } from './sections';

export const ROOT = resolve(__dirname, '../..');

/** Which sections of which page come from the code. */
const GENERATED: Readonly<Record<string, () => Sections | Promise<Sections>>> = {
	'docs/fields.md': fieldSections,
	'docs/filters.md': filterSections,
	'docs/events.md': eventSections,
	'docs/limits.md': limitSections,
	'docs/report-for-auditors.md': reportSections,
	'docs/requests.md': requestSections,
	'docs/troubleshooting.md': failureSections,
};

export const GENERATED_PAGES: readonly string[] = Object.keys(GENERATED);

export function readPage(path: string): string {
	return readFileSync(join(ROOT, path), 'utf8');
}

/** A page as it has to be, with its sections made anew from the code. @throws Error for a page without any */
export async function generatePage(path: string): Promise<string> {
	const sections = GENERATED[path];
	if (sections === undefined) throw new Error(`Nothing is generated for ${path}`);
	return withSections(readPage(path), await sections());
}
