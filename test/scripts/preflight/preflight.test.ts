import { join } from 'node:path';
import { checkChangelog } from '../../../scripts/preflight/changelog';
import type { Finding } from '../../../scripts/preflight/finding';
import { openProject } from '../../../scripts/preflight/project';
import { checkPublisher } from '../../../scripts/preflight/publisher';
import { checkRelease } from '../../../scripts/preflight/release';
import { checkTarball } from '../../../scripts/preflight/tarball';
import { someProject } from './someProject';

const IN_WORKFLOW = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token' };
const PLACEHOLDER = 'git+https://github.com/org-event-log/n8n-nodes-some-log.git';

function described(findings: readonly Finding[]): string[] {
	return findings.map(({ kind, text }) => `${kind}: ${text}`);
}

function oneLike(pattern: string): unknown[] {
	return [expect.stringMatching(pattern)];
}

describe('a checkout that may be published', () => {
	it('has nothing against it', () => {
		const project = someProject();
		expect(described(checkPublisher(project))).toEqual([]);
		expect(described(checkRelease(project, IN_WORKFLOW))).toEqual([]);
		expect(described(checkTarball(project, tarballOf()))).toEqual([]);
	});
});

describe('what only the publisher can fill in', () => {
	it('is named in this very repository, and nothing disagrees with it', () => {
		const findings = checkPublisher(openProject(join(__dirname, '../../..')));
		expect(findings.filter(({ kind }) => kind !== 'publisher')).toEqual([]);
	});

	it.each([
		['author.name', { author: { name: '', email: 'ada@lovelace.org' } }],
		['author.email', { author: { name: 'Ada', email: 'ada@example.com' } }],
		['author.email', { author: { name: 'Ada' } }],
	])('is %s', (what, manifest) => {
		expect(described(checkPublisher(someProject({ manifest })))).toEqual(
			oneLike(`^publisher: package.json, ${what}`),
		);
	});

	it('is the repository, wherever it is linked to', () => {
		const findings = described(
			checkPublisher(someProject({ manifest: { repository: { url: PLACEHOLDER } } })),
		);
		expect(findings).toContainEqual(expect.stringMatching('^publisher: .*repository'));
		for (const file of ['README.md', 'nodes/One.node.ts', 'package.json, homepage']) {
			expect(findings).toContainEqual(expect.stringMatching(`^defect: ${file}`));
		}
	});

	it('is a repository that provenance can name', () => {
		const manifest = { repository: { url: 'https://gitlab.com/ada/nodes.git' } };
		expect(described(checkPublisher(someProject({ manifest })))).toEqual(
			oneLike('^defect: .*repository.url'),
		);
	});

	it('is the holder of the copyright', () => {
		const files = {
			'LICENSE.md': 'MIT License\n\nCopyright (c) 2026 The maintainers of n8n-nodes-org-event-log',
		};
		expect(described(checkPublisher(someProject({ files })))).toEqual([
			expect.stringMatching('^publisher: LICENSE.md'),
		]);
	});
});

describe('a release', () => {
	it.each([
		['another tag', { git: { tag: 'v1.2.2' } }, 'release: git: this commit has no tag'],
		['an uncommitted change', { git: { status: ' M a.ts' } }, 'release: git: not everything'],
		[
			'another lockfile',
			{ files: { 'package-lock.json': '{"version":"1"}' } },
			'defect: package-lock',
		],
	])('is refused with %s', (_what, changes, finding) => {
		expect(described(checkRelease(someProject(changes), IN_WORKFLOW))).toEqual(
			oneLike(`^${finding}`),
		);
	});

	it('is refused with a version that is none', () => {
		const findings = described(
			checkRelease(someProject({ manifest: { version: '1.2' } }), IN_WORKFLOW),
		);
		expect(findings).toContainEqual(expect.stringMatching('no semantic version'));
	});

	it('is refused where npm would publish it by hand', () => {
		const manifest = { publishConfig: { access: 'public' } };
		expect(described(checkRelease(someProject({ manifest }), IN_WORKFLOW))).toEqual(
			oneLike('^defect: package.json, publishConfig.provenance'),
		);
	});

	it('is refused while its changes stand under Unreleased', () => {
		const text = someProject().read('CHANGELOG.md');
		const late = text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Fixed\n\n- Late.\n');
		const missing = text.replace(/## \[1\.2\.3\][^]*?(?=## \[1\.2\.2\])/, '');
		const check = (changelog: string) =>
			described(checkRelease(someProject({ files: { 'CHANGELOG.md': changelog } }), IN_WORKFLOW));
		expect(check(late)).toEqual(oneLike('^release: CHANGELOG.md: what stands under'));
		expect(check(missing)).toEqual(oneLike('^release: CHANGELOG.md: no “## \\[1.2.3\\]'));
	});

	it('is refused anywhere but in the workflow that signs it', () => {
		for (const environment of [{}, { GITHUB_ACTIONS: 'true' }]) {
			expect(described(checkRelease(someProject(), environment))).toEqual(
				oneLike('^release: this is not the workflow'),
			);
		}
	});
});

describe('a changelog', () => {
	it.each([
		['a heading of another form', '## 1.0.0 (today)', 'neither'],
		['a section of another name', '### Improved', 'none of'],
		['a day that there is not', '## [1.0.0] - 2026-02-31', 'no date'],
	])('is refused with %s', (_what, line, finding) => {
		const findings = checkChangelog(`# Changelog\n\n## [Unreleased]\n\n${line}\n`);
		expect(described(findings)).toEqual(oneLike(finding));
	});

	it('begins with what is not released, then the newest', () => {
		const old = '## [1.0.0] - 2026-01-01';
		const recent = '## [1.1.0] - 2026-02-01';
		expect(described(checkChangelog(`${recent}\n\n${old}\n`))).toEqual(oneLike('without'));
		expect(described(checkChangelog(`## [Unreleased]\n\n${old}\n\n${recent}\n`))).toEqual(
			oneLike('newest version'),
		);
	});
});

const PACKED = ['LICENSE.md', 'README.md', 'package.json', 'dist/nodes/One.node.js'];

function tarballOf(paths: readonly string[] = PACKED, unpackedBytes = 1_000) {
	const files = paths.map((path) => ({ path, bytes: 100, mode: 0o644 }));
	return { files, bytes: 100, unpackedBytes };
}

describe('a tarball', () => {
	it('is refused with what the repository does not explain', () => {
		const tarball = tarballOf([...PACKED, 'dist/docs/picture.png']);
		expect(described(checkTarball(someProject(), tarball))).toEqual(oneLike('picture.png'));
	});

	it('is refused without what package.json names', () => {
		const tarball = tarballOf(PACKED.slice(0, 3));
		expect(described(checkTarball(someProject(), tarball))).toEqual(oneLike('lacks dist/nodes'));
	});

	it.each([
		["somebody else's library", 'require("axios")', 'requires axios'],
		["a library's license", '/*! (c) Somebody, MIT @license */', 'license notice'],
		['a disguised letter', `const p${'\u0430'}ypal = 1`, 'foreign letter'],
		['a character that nobody sees', `const a${'\u200b'}b = 1`, 'invisible'],
	])('is refused with %s in it', (_what, code, finding) => {
		const project = someProject({ files: { 'dist/nodes/One.node.js': code } });
		expect(described(checkTarball(project, tarballOf()))).toEqual(oneLike(finding));
	});

	it('is refused with an icon that is more than shapes', () => {
		const path = 'dist/icons/one.svg';
		const files = { 'icons/one.svg': '', [path]: '<svg><script>x</script></svg>' };
		const findings = checkTarball(someProject({ files }), tarballOf([...PACKED, path]));
		expect(described(findings)).toEqual(oneLike('more than shapes'));
	});

	it('is refused when it is large, or not MIT', () => {
		const large = tarballOf(PACKED, 5_000_000);
		expect(described(checkTarball(someProject(), large))).toEqual(oneLike('unpacks to'));
		const other = someProject({ manifest: { license: 'GPL-3.0' } });
		expect(described(checkTarball(other, tarballOf()))).toEqual(oneLike('not MIT'));
	});
});
