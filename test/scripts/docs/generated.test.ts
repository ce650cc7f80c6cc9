import { GENERATED_PAGES, generatePage, readPage } from '../../../scripts/docs/pages';
import { withSections } from '../../../scripts/docs/sections';

/** Requests are counted in some hundred polls, over HTTP. */
const LIMIT_MS = 180_000;

it.each(GENERATED_PAGES)(
	'%s is what the code makes of it: else `npm run docs`',
	async (path) => {
		expect(await generatePage(path)).toBe(readPage(path));
	},
	LIMIT_MS,
);

describe('a section', () => {
	const PAGE = 'before\n<!-- one:begin (npm run docs) -->\nold\n<!-- one:end -->\nafter\n';

	it('takes the place of what was between its marks, and nothing else', () => {
		expect(withSections(PAGE, { one: 'new' })).toBe(
			'before\n<!-- one:begin (npm run docs) -->\n\nnew\n\n<!-- one:end -->\nafter\n',
		);
	});

	it('is the same when it is made again', () => {
		const once = withSections(PAGE, { one: 'new' });
		expect(withSections(once, { one: 'new' })).toBe(once);
	});

	it('of somebody else stays as it is', () => {
		expect(withSections(PAGE, {})).toBe(PAGE);
	});

	it('needs one place, not none and not two', () => {
		expect(() => withSections(PAGE, { other: 'new' })).toThrow('No place for other');
		expect(() => withSections(PAGE + PAGE, { one: 'new' })).toThrow('Two places for one');
	});
});
