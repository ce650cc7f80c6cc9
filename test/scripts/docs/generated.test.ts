import { GENERATED_PAGES, generatePage, readPage } from '../../../scripts/docs/pages';

/** Requests are counted in some hundred polls, over HTTP. */
const LIMIT_MS = 180_000;

it.each(GENERATED_PAGES)(
	'%s is what the code makes of it: else `npm run docs`',
	async (path) => {
		expect(await generatePage(path)).toBe(readPage(path));
	},
	LIMIT_MS,
);
