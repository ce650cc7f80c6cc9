import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURES } from '../../../sandbox/browser/docsMaterial';
import { ROOT } from '../../../sandbox/places';

const DOCS = join(ROOT, 'docs');
const IMAGES = join(DOCS, 'images');
const MAX_BYTES = 150_000;

function readPages(): string {
	const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' });
	const pages = names.filter((name) => name.endsWith('.md')).map((name) => join(DOCS, name));
	return [join(ROOT, 'README.md'), ...pages].map((page) => readFileSync(page, 'utf8')).join('\n');
}

it('the pictures in the docs are those that the browser tests take', () => {
	expect(readdirSync(IMAGES).sort()).toEqual(PICTURES.map((name) => `${name}.png`).sort());
});

it.each(PICTURES)('%s is shown somewhere, and small', (name) => {
	expect(readPages()).toContain(`images/${name}.png)`);
	expect(statSync(join(IMAGES, `${name}.png`)).size).toBeLessThan(MAX_BYTES);
});
