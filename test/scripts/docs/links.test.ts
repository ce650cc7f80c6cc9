import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from '../../../scripts/docs/markdown';
import { ROOT, readPage } from '../../../scripts/docs/pages';
import { filesBelow } from '../../support/filesBelow';

const REPOSITORY = 'https://github.com/org-event-log/n8n-nodes-org-event-log';

const PAGES = [
	...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
	...filesBelow('docs', '.md'),
];

/** What is shipped or imported, and may lead to a page. */
const OTHER_SOURCES = [
	...filesBelow('nodes', '.node.json'),
	...filesBelow('nodes', '.ts'),
	...filesBelow('credentials', '.ts'),
	...filesBelow('examples', '.json'),
];

/** Text without what only looks like Markdown. */
function proseOf(page: string): string {
	return readPage(page).replace(/^```[^]*?^```/gm, '');
}

function anchorsOf(page: string): Set<string> {
	const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
	return new Set(
		headings.map((heading) => anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))),
	);
}

interface Target {
	/** From the root of the repository. */
	readonly path: string;
	readonly anchor: string;
}

/** Where the links and pictures of a page lead within the repository. */
function targetsIn(page: string): Target[] {
	const links = [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
	return links
		.filter((link) => !/^[a-z]+:/.test(link))
		.map((link) => {
			const [path = '', anchor = ''] = link.split('#');
			return { path: path === '' ? page : normalize(join(dirname(page), path)), anchor };
		});
}

/** Where addresses of the repository's own pages lead. */
function pagesNamedIn(file: string): Target[] {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const addresses = [...text.matchAll(new RegExp(`${REPOSITORY}([^\\s"'\`)\\\\]*)`, 'g'))];
	return addresses.flatMap(([, rest = '']) => {
		const [path = '', anchor = ''] = rest.split('#');
		const inTree = /^\/(?:blob|tree)\/main\/(.+)$/.exec(path)?.[1];
		if (inTree !== undefined) return [{ path: inTree, anchor }];
		return path === '' && anchor !== '' && anchor !== 'readme'
			? [{ path: 'README.md', anchor }]
			: [];
	});
}

function isBroken({ path, anchor }: Target): boolean {
	if (!existsSync(join(ROOT, path))) return true;
	return anchor !== '' && !anchorsOf(path).has(anchor);
}

it.each(PAGES)('every link and picture of %s leads somewhere', (page) => {
	expect(targetsIn(page).filter(isBroken)).toEqual([]);
});

it('every address of a page in what is shipped, imported or written leads to a chapter that is there', () => {
	const named = [...OTHER_SOURCES, ...PAGES].flatMap(pagesNamedIn);
	expect(named.filter(isBroken)).toEqual([]);
});

it('the Docs of each node and of the credential lead to its own page', () => {
	const sources = ['nodes/OrgEventLog/OrgEventLog', 'nodes/OrgEventLog/OrgEventLogTrigger'];
	const [node, trigger] = sources.map((source) => pagesNamedIn(`${source}.node.json`));
	const credential = { path: 'docs/credential.md', anchor: '' };
	expect(node).toEqual([credential, { path: 'docs/node.md', anchor: '' }]);
	expect(trigger).toEqual([credential, { path: 'docs/trigger.md', anchor: '' }]);
	expect(pagesNamedIn('credentials/OrgEventLogApi.credentials.ts')).toEqual([credential]);
});

it('every page can be reached from the index, and the first ones from the README', () => {
	const reached = new Set<string>();
	const visit = (page: string): void => {
		if (reached.has(page) || !page.endsWith('.md')) return;
		reached.add(page);
		for (const { path } of targetsIn(page)) visit(path);
	};
	visit('docs/README.md');
	const pages = ['install', 'credential', 'node', 'trigger'].map((page) => `docs/${page}.md`);
	expect(targetsIn('README.md').map(({ path }) => path)).toEqual(
		expect.arrayContaining([...pages, 'examples']),
	);
	const unreached = filesBelow('docs', '.md').filter(
		(page) => !reached.has(page) && !page.startsWith('docs/decisions/'),
	);
	expect(unreached).toEqual([]);
});

it('every command that a page names is there', () => {
	const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
	const named = PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) =>
		[...readPage(page).matchAll(/npm run ([a-z-]+(?::[a-z]+)?)/g)].map(([, name = '']) => name),
	);
	expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});
