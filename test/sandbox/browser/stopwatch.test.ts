import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { summaryOf } from '../../../sandbox/browser/stopwatch';
import { ROOT } from '../../../sandbox/places';
import { withSections } from '../../../scripts/docs/sections';

const NOTHING = { clicks: 0, typedCharacters: 0, pastes: 0 };
const PUBLISH = { title: 'Publish', machineSeconds: 2, effort: { ...NOTHING, clicks: 2 } };
const ENTER = {
	title: 'Enter the address',
	machineSeconds: 1,
	effort: { clicks: 3, typedCharacters: 10, pastes: 2 },
};

it('the steps with their times are a table with their sum, which has its place on a page', () => {
	const text = summaryOf([ENTER, PUBLISH]);
	expect(text).toContain('| 1. Enter the address | 3 clicks, 10 characters, 2 pasted | 0:36 |');
	expect(text).toContain('| 2. Publish | 2 clicks | 0:13 |');
	expect(text).toContain('| **all of it** | | **0:48** |');
	expect(text).toContain('measures how long n8n takes: 0:03,');
	const page = readFileSync(join(ROOT, 'docs/first-alert.md'), 'utf8');
	expect(withSections(page, { 'ten-minutes': text })).toContain(text);
});
