import { readPage } from '../../scripts/docs/pages';
import { filesBelow } from '../support/filesBelow';
import { RETIRED_NAMES, RETIRED_WORDS } from './retiredWords';

const GLOSSARY = 'docs/glossary.md';

interface Text {
	readonly file: string;
	readonly text: string;
}

function textOf(file: string): Text {
	return { file, text: readPage(file) };
}

/** A test as it is called: the name of its file, and the titles in it. */
function nameOf(file: string): Text {
	const titles = readPage(file).matchAll(
		/\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1).)+)\1/g,
	);
	return { file, text: [file, ...[...titles].map(([, , title = '']) => title)].join('\n') };
}

const CODE = [...filesBelow('nodes', '.ts'), ...filesBelow('credentials', '.ts')].map(textOf);
const PAGES = [...filesBelow('docs', '.md'), 'README.md', 'CONTRIBUTING.md'].map(textOf);
const TESTS = filesBelow('test', '.ts').map(nameOf);

/** Names parted into their words: `lookForNews` and `look-for-news` are "look for news". */
function toWords(text: string): string {
	return text
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/[_\s-]+/g, ' ')
		.toLowerCase();
}

const WORDS = [...CODE, ...PAGES, ...TESTS].map(({ file, text }) => ({
	file,
	text: toWords(text),
}));

function filesWith(texts: readonly Text[], phrase: string): string[] {
	const pattern = new RegExp(`\\b${phrase}\\b`);
	return texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

it.each(Object.entries(RETIRED_WORDS))('nobody says "%s" any more, but "%s"', (word) => {
	expect(filesWith(WORDS, word)).toEqual([]);
});

it.each(Object.entries(RETIRED_NAMES))('nothing is called %s any more, but %s', (name) => {
	expect(filesWith(CODE, name)).toEqual([]);
});

it('finds a word in a name, in a sentence and in the title of a test', () => {
	const found = ['await lookForNews(log)', 'It has a look for\nnews.', 'the look-for-news test'];
	const texts = found.map((text, index) => ({ file: `${index}`, text: toWords(text) }));
	expect(filesWith(texts, 'look for news')).toEqual(['0', '1', '2']);
	expect(nameOf('test/docs/glossary.test.ts').text).toContain('in the title of a test');
});

const rows = readPage(GLOSSARY)
	.split('\n')
	.filter((line) => line.startsWith('| **'))
	.map((line) => line.split('|').map((cell) => cell.trim()));

it('the glossary explains each word once, and names it as the code does', () => {
	const words = rows.map(([, word]) => word);
	expect(words.length).toBeGreaterThan(20);
	expect(words).toEqual([...new Set(words)]);
	const names = rows.map(([, , name = '']) => /^`(\w+)`$/.exec(name)?.[1]);
	const missing = names.filter((name) => name === undefined || filesWith(CODE, name).length === 0);
	expect(missing).toEqual([]);
});
