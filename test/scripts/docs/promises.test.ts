import { readPage } from '../../../scripts/docs/pages';

/** A paragraph, a line of a list or a row of a table: the first of a page that promises delivery. */
function firstPromiseOf(page: string): string | undefined {
	const blocks = readPage(page).split(/\n\n|\n(?=[|\d-])/);
	return blocks
		.map((block) => block.replace(/\s+/g, ' '))
		.find((block) => /\bonce\b|\blos(?:es?|t)\b/i.test(block));
}

it.each(['README.md', 'docs/trigger.md', 'docs/delivery.md'])(
	'%s says with its first promise that a kill of n8n can lose a batch',
	(page) => {
		expect(firstPromiseOf(page)).toMatch(/\bkill.+\blose\b/i);
	},
);

it('package.json promises in its description nothing that the default mode of n8n does not keep', () => {
	const { description } = JSON.parse(readPage('package.json')) as { description: string };
	expect(description).not.toMatch(/\b(?:lose|lost|repeat|twice|once)/i);
});
