import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from '../../../sandbox/n8n/editorApi';
import { ROOT, SANDBOX } from '../../../sandbox/places';

const DRIVER = 'playwright-core';

function pinIn(folder: string, group: string): unknown {
	const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	return fieldOf(fieldOf(manifest, group), DRIVER);
}

it.each([
	[ROOT, 'devDependencies'],
	[SANDBOX, 'dependencies'],
])('the browser driver is pinned in %s', (folder, group) => {
	expect(pinIn(folder, group)).toMatch(/^\d+\.\d+\.\d+$/);
});
