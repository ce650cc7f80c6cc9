import { openProject } from '../../../scripts/preflight/project';
import { checkPublisher, checkRelease } from '../../../scripts/preflight/release';
import { type Tarball, checkTarball } from '../../../scripts/preflight/tarball';
import { type Changes, PACKED, someProject } from './someProject';

const IN_WORKFLOW = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token' };
const PLACEHOLDER = 'git+https://github.com/org-event-log/n8n-nodes-some-log.git';
const SMALL: Tarball = { paths: PACKED, unpackedBytes: 1_000 };

function findingsFor(
	changes: Changes,
	{ environment = IN_WORKFLOW, tarball = SMALL }: { environment?: object; tarball?: Tarball } = {},
): string[] {
	const project = someProject(changes);
	return [
		...checkPublisher(project),
		...checkRelease(project, { ...environment }),
		...checkTarball(project, tarball),
	];
}

/** The changelog of a release, with something put in another's place. */
function changelog(part: string | RegExp, other: string): Changes {
	return { files: { 'CHANGELOG.md': someProject().read('CHANGELOG.md').replace(part, other) } };
}

function packedCode(code: string): Changes {
	return { files: { 'dist/nodes/One.node.js': code } };
}

it('a checkout that may be published has nothing against it', () => {
	expect(findingsFor({})).toEqual([]);
});

it('in this very repository only the publisher has to fill something in', () => {
	const others = checkPublisher(openProject()).filter((text) => !text.startsWith('publisher: '));
	expect(others).toEqual([]);
});

it.each<[what: string, changes: Changes, finding: string]>([
	[
		'the placeholder of an author',
		{
			manifest: {
				author: { name: 'Organization Event Log connector maintainers', email: 'a@b.org' },
			},
		},
		'publisher: package.json, author.name',
	],
	[
		'the placeholder of an address',
		{ manifest: { author: { name: 'Ada', email: 'ada@example.com' } } },
		'publisher: package.json, author.email',
	],
	[
		'a repository that provenance cannot name',
		{ manifest: { repository: { type: 'git', url: 'https://gitlab.com/ada/nodes.git' } } },
		'wrong: package.json, repository.url',
	],
	[
		'pages elsewhere',
		{ manifest: { homepage: 'https://ada.org' } },
		'wrong: package.json, homepage',
	],
	[
		'nobody who holds the copyright',
		{ files: { 'LICENSE.md': 'MIT License\n\nThe maintainers of n8n-nodes-org-event-log' } },
		'publisher: LICENSE.md',
	],
	['another tag', { git: { tag: 'v1.2.2' } }, 'release: git: this commit has no tag'],
	['an uncommitted change', { git: { status: ' M a.ts' } }, 'release: git: not everything'],
	[
		'another lockfile',
		{ files: { 'package-lock.json': '{"version":"1.2.2"}' } },
		'wrong: package-lock.json',
	],
	[
		'leave to publish by hand',
		{ manifest: { publishConfig: { access: 'public', provenance: false } } },
		'wrong: package.json, publishConfig.provenance',
	],
	[
		'changes under Unreleased',
		changelog('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- Late.\n'),
		'release: CHANGELOG.md: what stands under',
	],
	[
		'nothing said of its changes',
		changelog(/## \[1\.2\.3\][^]*?(?=## \[1\.2\.2\])/, ''),
		'release: CHANGELOG.md: no “## [1.2.3]',
	],
	[
		'a heading of another form',
		changelog('## [1.2.2] - 2026-10-01', '## 1.2.2 (today)'),
		'wrong: CHANGELOG.md: “## 1.2.2 (today)”',
	],
	[
		'a section of another name',
		changelog('### Added', '### Improved'),
		'wrong: CHANGELOG.md: “### Improved”',
	],
	[
		'a day that there is not',
		changelog('2026-10-01', '2026-02-31'),
		'wrong: CHANGELOG.md: 2026-11-20, 2026-02-31',
	],
	[
		'the newest version last',
		changelog('2026-10-01', '2026-12-01'),
		'wrong: CHANGELOG.md: 2026-11-20, 2026-12-01',
	],
	[
		"somebody else's library",
		packedCode('require("axios")'),
		'wrong: dist/nodes/One.node.js requires',
	],
	[
		"a library's license",
		packedCode('/*! (c) Somebody, MIT @license */'),
		"wrong: dist/nodes/One.node.js holds somebody's license",
	],
	[
		'a disguised letter',
		packedCode(`const p${'\u0430'}ypal = 1`),
		'wrong: dist/nodes/One.node.js has a foreign letter',
	],
	[
		'a character that nobody sees',
		packedCode(`const a${'\u200b'}b = 1`),
		'wrong: dist/nodes/One.node.js has a foreign letter',
	],
	[
		'another language',
		{ files: { 'README.md': '\u65e5\u8a8e' } },
		'wrong: README.md has a foreign',
	],
	[
		'an icon that is more than shapes',
		{ files: { 'dist/icons/one.svg': '<svg><script>x</script></svg>' } },
		'wrong: dist/icons/one.svg holds more than shapes',
	],
	[
		'another license',
		{ manifest: { license: 'GPL-3.0' } },
		'wrong: package.json, license: not MIT',
	],
])('a checkout is refused with %s', (_what, changes, finding) => {
	expect(findingsFor(changes)).toEqual([expect.stringContaining(finding)]);
});

it('a checkout is refused while its changelog begins with a version', () => {
	expect(findingsFor(changelog('## [Unreleased]\n', ''))).toContainEqual(
		expect.stringContaining('begins without [Unreleased]'),
	);
});

it('the placeholder of a repository is named, and whatever links elsewhere', () => {
	const findings = findingsFor({ manifest: { repository: { type: 'git', url: PLACEHOLDER } } });
	expect(findings).toEqual([
		expect.stringMatching(/^publisher: package.json, repository/),
		expect.stringMatching(/^wrong: package.json, homepage/),
		expect.stringMatching(/^wrong: README.md: links to ada/),
		expect.stringMatching(/^wrong: nodes\/One.node.ts: links to ada/),
	]);
});

it.each([{}, { GITHUB_ACTIONS: 'true' }])(
	'a checkout is refused anywhere but in the workflow that signs it: %j',
	(environment) => {
		expect(findingsFor({}, { environment })).toEqual([
			expect.stringMatching(/^release: this is not the workflow/),
		]);
	},
);

it.each<[what: string, tarball: Partial<Tarball>, finding: string]>([
	[
		'what the repository does not explain',
		{ paths: [...PACKED, 'dist/docs/picture.png'] },
		'explains dist/docs/picture.png',
	],
	[
		'a node less',
		{ paths: PACKED.filter((path) => !path.endsWith('.js')) },
		'lacks dist/nodes/One.node.js',
	],
	['more than a package of nodes needs', { unpackedBytes: 5_000_000 }, 'unpacks to 5000000'],
])('a tarball is refused with %s', (_what, tarball, finding) => {
	expect(findingsFor({}, { tarball: { ...SMALL, ...tarball } })).toEqual([
		expect.stringContaining(finding),
	]);
});
