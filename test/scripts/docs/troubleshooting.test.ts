import { GENERATED_PAGES, readPage } from '../../../scripts/docs/pages';
import { PUT_IN, type TextInCode, textsInCode } from './textsInCode';

const PAGE = readPage('docs/troubleshooting.md');
const HEADINGS = [...PAGE.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
/** Short ones are rows of tables: the message, why it comes, and what to do. */
const ROWS = [...PAGE.matchAll(/^\| \*\*(.+?)\*\* \| .+ \| .+ \|$/gm)].map(([, cell = '']) =>
	cell.replaceAll('\\|', '|'),
);
const ENTRIES = [...HEADINGS, ...ROWS];
/** What a reader sees of the pages: paragraphs, and cells of tables. */
const READABLE = GENERATED_PAGES.flatMap((page) => readPage(page).split(/\n\n|(?<!\\)\||<br>/)).map(
	(paragraph) => paragraph.replace(/[_*`\\]/g, '').replace(/\s+/g, ' '),
);

const texts = textsInCode().filter(({ role }) => role !== 'advice');

/** The text with anything in place of what is put in. */
function asPattern(text: string): string {
	const escaped = text.replace(/[_`]/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return escaped.split(PUT_IN).join('.*?');
}

function isEntryFor({ text }: TextInCode): (entry: string) => boolean {
	const pattern = new RegExp(`^${asPattern(text)}$`);
	return (entry) => pattern.test(entry.replace(/[_`]/g, ''));
}

it('finds the messages of all sorts in the code', () => {
	const messages = texts.filter(({ role }) => role === 'message').map(({ text }) => text);
	expect(messages).toEqual(
		expect.arrayContaining([
			'The API key was not accepted',
			`'${PUT_IN}' must be a whole number, ${PUT_IN}, not ${PUT_IN}`,
			'The event log can be read',
		]),
	);
	expect(messages.length).toBeGreaterThan(60);
});

it('has an entry for every message', () => {
	const missing = texts
		.filter(({ role }) => role === 'message')
		.filter((text) => !ENTRIES.some(isEntryFor(text)));
	expect(missing).toEqual([]);
});

it('names, here or on the page of what it is about, every other sentence that people may be shown', () => {
	const missing = texts
		.filter(({ role }) => role === 'part')
		.filter(({ text }) => {
			const pattern = new RegExp(asPattern(text));
			return !READABLE.some((paragraph) => pattern.test(paragraph));
		});
	expect(missing).toEqual([]);
});

it('has no entry for what is not said any more, nor two for one', () => {
	expect(ENTRIES.filter((entry) => !texts.some((text) => isEntryFor(text)(entry)))).toEqual([]);
	expect(ENTRIES.filter((entry, index) => ENTRIES.indexOf(entry) !== index)).toEqual([]);
});

it('says of each why it comes and what to do', () => {
	const [, ...entries] = PAGE.split(/^### /m);
	expect(entries).toHaveLength(HEADINGS.length);
	for (const entry of entries)
		expect(entry).toMatch(/^.+\n\nWhy(?: \((?:warning|debug)\))?: .+[^]*<br>\nDo: .+/);
});
