import manifest from '../../../package.json';
import type { Project } from '../../../scripts/preflight/project';

const REPOSITORY = 'https://github.com/ada/n8n-nodes-some-log';

const MANIFEST = {
	...manifest,
	version: '1.2.3',
	author: { name: 'Ada', email: 'ada@lovelace.org' },
	homepage: `${REPOSITORY}#readme`,
	repository: { type: 'git', url: `git+${REPOSITORY}.git` },
	bugs: { url: `${REPOSITORY}/issues` },
	n8n: { ...manifest.n8n, nodes: ['dist/nodes/One.node.js'], credentials: [] },
};

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.3] - 2026-11-20

### Added

- Something.

## [1.2.2] - 2026-10-01

### Fixed

- Something else.
`;

const FILES: Readonly<Record<string, string>> = {
	'package.json': '{}',
	'package-lock.json': '{"version":"1.2.3"}',
	'CHANGELOG.md': CHANGELOG,
	'LICENSE.md': 'MIT License\n\nCopyright (c) 2026 Ada\n',
	'node_modules/fflate/LICENSE': 'MIT License of somebody',
	'THIRD_PARTY_NOTICES.md': '# Notices\n\nMIT License of somebody\n',
	'README.md': `See ${REPOSITORY}#credential`,
	'nodes/One.node.ts': `export const README = '${REPOSITORY}';`,
	'dist/nodes/One.node.js': 'const one = require("n8n-workflow");',
	'icons/one.svg': '<svg/>',
	'dist/icons/one.svg': '<svg/>',
};

/** What lies in its tarball. */
export const PACKED = [
	...['LICENSE.md', 'README.md', 'THIRD_PARTY_NOTICES.md', 'package.json'],
	...['dist/nodes/One.node.js', 'dist/icons/one.svg'],
];

export interface Changes {
	/** Members of package.json. */
	readonly manifest?: Partial<typeof MANIFEST>;
	/** By path. */
	readonly files?: Readonly<Record<string, string>>;
	/** What `git` says to each of its commands. */
	readonly git?: Readonly<Record<string, string>>;
}

/** A checkout that may be published, but for what is changed. */
export function someProject({ manifest: members, files = {}, git = {} }: Changes = {}): Project {
	const all = { ...FILES, ...files };
	const said: Readonly<Record<string, string>> = { tag: 'v1.2.3', status: '', ...git };
	return {
		manifest: { ...MANIFEST, ...members },
		files: Object.keys(all).filter((file) => !/^(?:dist|node_modules)\//.test(file)),
		read: (file) => all[file] ?? '',
		git: (command = '') => said[command] ?? '',
	};
}
