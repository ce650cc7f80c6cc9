import { type Manifest, type Project, readManifest } from '../../../scripts/preflight/project';

const REPOSITORY = 'https://github.com/ada/n8n-nodes-some-log';

const MANIFEST = {
	name: 'n8n-nodes-some-log',
	version: '1.2.3',
	license: 'MIT',
	author: { name: 'Ada', email: 'ada@lovelace.org' },
	homepage: `${REPOSITORY}#readme`,
	repository: { url: `git+${REPOSITORY}.git` },
	bugs: { url: `${REPOSITORY}/issues` },
	publishConfig: { provenance: true },
	n8n: { nodes: ['dist/nodes/One.node.js'], credentials: [] },
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
	'package-lock.json': '{"version":"1.2.3"}',
	'CHANGELOG.md': CHANGELOG,
	'LICENSE.md': 'MIT License\n\nCopyright (c) 2026 Ada\n',
	'README.md': `See ${REPOSITORY}#credential`,
	'nodes/One.node.ts': `export const README = '${REPOSITORY}';`,
	'dist/nodes/One.node.js': 'const one = require("n8n-workflow");',
};

interface Changes {
	/** Members of package.json. */
	readonly manifest?: Readonly<Record<string, unknown>>;
	/** By path. */
	readonly files?: Readonly<Record<string, string>>;
	/** What `git` says to each of its commands. */
	readonly git?: Readonly<Record<string, string>>;
}

/** A checkout that may be published, but for what is changed. */
export function someProject({ manifest = {}, files = {}, git = {} }: Changes = {}): Project {
	const all = { ...FILES, ...files };
	const parsed: Manifest = readManifest(JSON.stringify({ ...MANIFEST, ...manifest }));
	const said: Readonly<Record<string, string>> = { tag: 'v1.2.3', status: '', ...git };
	return {
		root: '/nowhere',
		manifest: parsed,
		files: Object.keys(all).filter((file) => !file.startsWith('dist/')),
		read: (file) => {
			const text = all[file];
			if (text === undefined) throw new Error(`There is no ${file}`);
			return text;
		},
		git: (command = '') => said[command] ?? '',
	};
}
