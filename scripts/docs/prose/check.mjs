// Reads pages (paths as arguments) and prints what is wrong with their words, as JSON. A process of its
// own: its libraries are ES modules, which Jest doesn't load.
import { readFileSync } from 'node:fs';
import dictionary from 'dictionary-en';
import { toString } from 'nlcst-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import retextEnglish from 'retext-english';
import retextReadability from 'retext-readability';
import retextSpell from 'retext-spell';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { VFile } from 'vfile';

/** Names and terms that no dictionary has. */
const OWN_WORDS = readFileSync(new URL('words.txt', import.meta.url), 'utf8');

const markdown = unified().use(remarkParse).use(remarkGfm);
const english = unified()
	.use(retextEnglish)
	// Hard for a reader of sixteen, by four of its seven formulas.
	.use(retextReadability, { age: 16, threshold: 4 / 7, minWords: 8 })
	.use(retextSpell, { dictionary, personal: OWN_WORDS, ignoreDigits: true, max: 1 });

/** What is read as one piece: a paragraph, a heading, a cell; parted where a line ends by `<br>`. */
function blocksOf(tree) {
	const blocks = [];
	visit(tree, ['paragraph', 'heading', 'tableCell'], (node) => {
		for (const text of textOf(node).split(LINE_END)) {
			// A sentence that begins with a small letter is not told from the one before it.
			const words = text
				.replace(/\bn8n\b/g, 'N8n')
				.replace(/\s+/g, ' ')
				.trim();
			if (words !== '') blocks.push({ line: node.position.start.line, text: words });
		}
		return SKIP;
	});
	return blocks;
}

const LINE_END = '\u2028';
/** Stands for a name in `code`, an address or a picture: a noun to a reader, and no word to a dictionary. */
const NAME = 'Name';
/** Addresses, files and times in text. */
const NAMES = /\bhttps?:\S+|\S+@\S+|\S+\.md\b|\d[\d-]+T[\d:.]+Z?/g;

function textOf(node) {
	if (node.type === 'inlineCode') return NAME;
	if (node.type === 'break' || /^<br/.test(node.value ?? '')) return LINE_END;
	if (node.type === 'html') return '';
	if (node.type === 'text') return node.value.replace(NAMES, NAME);
	return (node.children ?? []).map(textOf).join('');
}

/** Neither that there were too many for it to suggest better ones, nor a letter that is no English one. */
function isMisspelling({ source, actual }) {
	return source === 'retext-spell' && /[a-z]/i.test(actual ?? '');
}

async function check(path) {
	const found = { sentences: 0, long: [], hard: [], misspelt: [] };
	for (const { line, text } of blocksOf(markdown.parse(readFileSync(path, 'utf8')))) {
		const file = new VFile(text);
		const tree = english.parse(file);
		visit(tree, 'SentenceNode', (sentence) => {
			found.sentences += 1;
			const words = sentence.children.filter(({ type }) => type === 'WordNode').length;
			if (words > 30) found.long.push({ line, words, text: toString(sentence) });
		});
		await english.run(tree, file);
		for (const message of file.messages) {
			if (isMisspelling(message)) found.misspelt.push({ line, word: message.actual });
			if (message.source === 'retext-readability') found.hard.push({ line, text: message.actual });
		}
	}
	return found;
}

const pages = {};
for (const path of process.argv.slice(2)) pages[path] = await check(path);
console.log(JSON.stringify(pages));
