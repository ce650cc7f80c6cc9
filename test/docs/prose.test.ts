import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, readPage } from '../../scripts/docs/pages';
import { filesBelow } from '../support/filesBelow';
import { PUT_IN, textsInCode } from '../scripts/docs/textsInCode';

/** Pages for those who change the package. */
const FOR_ENGINEERS =
	/^docs\/(?:decisions\/|(?:architecture|delivery-proofs|glossary|release|testing)\.md$)/;

const DOCS = filesBelow('docs', '.md');

const USER_PAGES = ['README.md', ...DOCS.filter((page) => !FOR_ENGINEERS.test(page))];
const ALL_PAGES = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', ...DOCS];

const MAX_LINES = 2_300;
const MAX_HARD_SHARE_OF_ALL = 0.02;
const MAX_HARD_SHARE_OF_PAGE = 0.1;

/**
 * What libraries can tell of words. Their limits:
 * - A sentence is what retext parses as one. It ends by a period, a question or an exclamation mark before a
 *   capital letter; a colon or a semicolon doesn't end it. Cells, headings and lines ended by `<br>` end one.
 *   A number or an abbreviation such as "s." at its end hides the end.
 * - Hard is what four of seven formulas find too hard at sixteen. They count letters and syllables, and know
 *   nothing of meaning: a list of long names is hard, a riddle of short words is not.
 * - Spelling is that of US English. What is in `code` is not read. A wrong word that is spelled right passes.
 */
interface Prose {
	readonly sentences: number;
	readonly long: readonly Finding[];
	readonly hard: readonly Finding[];
	readonly misspelt: readonly Finding[];
}

interface Finding {
	readonly line: number;
	readonly [about: string]: unknown;
}

interface Workflow {
	readonly nodes: ReadonlyArray<{ readonly parameters: { readonly content?: string } }>;
}

function checkProse(pages: readonly string[]): Map<string, Prose> {
	const script = join(ROOT, 'scripts/docs/prose/check.mjs');
	const printed = execFileSync(process.execPath, [script, ...pages], {
		cwd: ROOT,
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});
	return new Map(Object.entries(JSON.parse(printed) as Record<string, Prose>));
}

/** Turns that nobody says any more, or that have to be read twice; each was in these pages once. */
const STIFF = [
	/, for (?:it|they|what|n8n|that|whoever|one) (?:can|is|are|has|have|was|were|may|would)\b/,
	/\bbut for\b/,
	/\btold of\b/,
	/\bwhat came meanwhile is\b/,
	/\bmended\b/,
	/\bstands for nothing\b/,
	/\bhangs? on a person\b/,
	/\bfor so long as\b/,
	/\bbelongs? to no\b(?! range)/,
	/\bfor ever\b/,
	/\bupon which\b/,
	/\b(?:it|that|this) is none\b/,
	/\bboth are at it\b/,
	/\b(?:hence|likewise|moreover|thereby|thereof|whilst)\b/i,
];

const advice = textsInCode()
	.filter(({ role }) => role === 'advice')
	.map(({ text }) =>
		text
			.replaceAll(PUT_IN, ' Name ')
			// What pages have in `code`: variables, paths and the like.
			.replace(/\w+(?:[._]\w+)+/g, 'Name')
			.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&'),
	);
const notes = readdirSync(join(ROOT, 'examples'))
	.map((file) => JSON.parse(readPage(join('examples', file))) as Workflow)
	.flatMap(({ nodes }) => nodes.flatMap(({ parameters: { content } }) => content ?? []));

const folder = mkdtempSync(join(tmpdir(), 'prose-'));
const ADVICE = writeParagraphs('advice.md', advice);
const NOTES = writeParagraphs('notes.md', notes);
const BAD = 'test/docs/badProse.md';
/** All at once, for the libraries take seconds to load. */
const checked = checkProse([...ALL_PAGES, ADVICE, NOTES, BAD]);
rmSync(folder, { recursive: true });
const prose = [...checked].filter(([page]) => ALL_PAGES.includes(page));

function writeParagraphs(name: string, paragraphs: readonly string[]): string {
	const page = join(folder, name);
	writeFileSync(page, paragraphs.join('\n\n'));
	return page;
}

it.each(prose)('%s has no sentence of more than thirty words', (_, { long }) => {
	expect(long).toEqual([]);
});

it.each(prose)('%s is spelled right: else correct it, or add a name to words.txt', (_, found) => {
	expect(found.misspelt).toEqual([]);
});

it.each(prose)('%s has few sentences that are hard to read', (_, { hard, sentences }) => {
	const most = Math.max(1, Math.floor(sentences * MAX_HARD_SHARE_OF_PAGE));
	expect(hard.length > most ? hard : []).toEqual([]);
});

it('has few hard sentences in all', () => {
	const sentences = prose.reduce((sum, [, page]) => sum + page.sentences, 0);
	const hard = prose.reduce((sum, [, page]) => sum + page.hard.length, 0);
	expect(sentences).toBeGreaterThan(2_000);
	expect(hard / sentences).toBeLessThan(MAX_HARD_SHARE_OF_ALL);
});

it.each(ALL_PAGES)('%s has none of the stiff turns that were here once', (page) => {
	const text = readPage(page).replace(/\s+/g, ' ');
	expect(STIFF.flatMap((turn) => turn.exec(text)?.slice(0, 1) ?? [])).toEqual([]);
});

it('the pages for users stay short', () => {
	const lines = USER_PAGES.map((page) => readPage(page).split('\n').length - 1);
	expect(lines.reduce((sum, of) => sum + of, 0)).toBeLessThanOrEqual(MAX_LINES);
});

it('what failures say to do is short, spelled right and easy to read', () => {
	const { sentences = 0, long, hard = [], misspelt } = checked.get(ADVICE) ?? {};
	expect(sentences).toBeGreaterThan(150);
	expect({ long, misspelt }).toEqual({ long: [], misspelt: [] });
	const most = sentences * MAX_HARD_SHARE_OF_ALL;
	expect(hard.length > most ? hard : []).toEqual([]);
});

it('the notes in examples are short and spelled right', () => {
	const { sentences = 0, long, misspelt } = checked.get(NOTES) ?? {};
	expect(sentences).toBeGreaterThan(150);
	expect({ long, misspelt }).toEqual({ long: [], misspelt: [] });
});

it('finds what it looks for', () => {
	const found = checked.get(BAD);
	expect(found?.long.map(({ line, words }) => [line, words])).toEqual([[3, 31]]);
	expect(found?.misspelt).toEqual([{ line: 5, word: 'recieve' }]);
	expect(found?.hard.map(({ line }) => line)).toEqual([7]);
});
