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

const REFUSED: Readonly<Record<string, Changes>> = {
	'publisher: package.json, author.name': {
		manifest: {
			author: { name: 'Organization Event Log connector maintainers', email: 'a@b.org' },
		},
	},
	'publisher: package.json, author.email': {
		manifest: { author: { name: 'Ada', email: 'ada@example.com' } },
	},
	'wrong: package.json, repository.url': {
		manifest: { repository: { type: 'git', url: 'https://gitlab.com/ada/nodes.git' } },
	},
	'wrong: package.json, homepage': { manifest: { homepage: 'https://ada.org' } },
	'publisher: LICENSE.md': {
		files: { 'LICENSE.md': 'MIT License\n\nThe maintainers of n8n-nodes-org-event-log' },
	},
	'release: git: this commit has no tag': { git: { tag: 'v1.2.2' } },
	'release: git: not everything': { git: { status: ' M a.ts' } },
	'wrong: package-lock.json': { files: { 'package-lock.json': '{"version":"1.2.2"}' } },
	'wrong: package.json, publishConfig.provenance': {
		manifest: { publishConfig: { access: 'public', provenance: false } },
	},
	'release: CHANGELOG.md: what stands under': changelog(
		'## [Unreleased]\n',
		'## [Unreleased]\n\n### Fixed\n\n- Late.\n',
	),
	'release: CHANGELOG.md: no “## [1.2.3]': changelog(/## \[1\.2\.3\][^]*?(?=## \[1\.2\.2\])/, ''),
	'wrong: CHANGELOG.md: “## 1.2.2 (today)”': changelog(
		'## [1.2.2] - 2026-10-01',
		'## 1.2.2 (today)',
	),
	'wrong: CHANGELOG.md: “### Improved”': changelog('### Added', '### Improved'),
	// A day that there is not, and the newest version last.
	'wrong: CHANGELOG.md: 2026-11-20, 2026-02-31': changelog('2026-10-01', '2026-02-31'),
	'wrong: CHANGELOG.md: 2026-11-20, 2026-12-01': changelog('2026-10-01', '2026-12-01'),
	'wrong: THIRD_PARTY_NOTICES.md': {
		files: { 'node_modules/fflate/LICENSE': 'MIT License of somebody else' },
	},
	'wrong: dist/nodes/One.node.js requires': packedCode('require("axios")'),
	"wrong: dist/nodes/One.node.js holds somebody's license": packedCode(
		'/*! (c) Somebody, MIT @license */',
	),
	'wrong: dist/nodes/One.node.js has a foreign letter': packedCode(`const p${'\u0430'}ypal = 1`),
	'dist/nodes/One.node.js has a foreign letter': packedCode(`const a${'\u200b'}b = 1`),
	'wrong: README.md has a foreign': { files: { 'README.md': '\u65e5\u8a8e' } },
	'wrong: dist/icons/one.svg holds more than shapes': {
		files: { 'dist/icons/one.svg': '<svg><script>x</script></svg>' },
	},
	'wrong: package.json, license: not MIT': { manifest: { license: 'GPL-3.0' } },
};

it.each(Object.entries(REFUSED))('a checkout is refused: %s', (finding, changes) => {
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

it.each<[finding: string, tarball: Partial<Tarball>]>([
	['explains dist/docs/picture.png', { paths: [...PACKED, 'dist/docs/picture.png'] }],
	['lacks dist/nodes/One.node.js', { paths: PACKED.filter((path) => !path.endsWith('.js')) }],
	['unpacks to 5000000', { unpackedBytes: 5_000_000 }],
])('a tarball is refused: %s', (finding, tarball) => {
	expect(findingsFor({}, { tarball: { ...SMALL, ...tarball } })).toEqual([
		expect.stringContaining(finding),
	]);
});
