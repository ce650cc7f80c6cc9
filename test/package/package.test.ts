import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import type { PackedPackage } from './packedPackage';
import { ROOT, filesBelow, packPackage, readJson } from './packedPackage';

const BUILD_LIMIT_MS = 120_000;
const PACKAGE_NAME = 'n8n-nodes-org-event-log';
const ALLOWED_IMPORTS = ['n8n-workflow', 'luxon', 'node:crypto'];
const LIFECYCLE_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

interface Manifest {
	readonly license?: unknown;
	readonly dependencies?: unknown;
	readonly peerDependencies?: unknown;
	readonly overrides?: unknown;
	readonly scripts: { readonly [name: string]: unknown };
	readonly keywords: readonly unknown[];
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

function isManifest(value: unknown): value is Manifest {
	return typeof value === 'object' && value !== null && 'n8n' in value && 'scripts' in value;
}

let packed: PackedPackage;
let manifest: Manifest;

beforeAll(() => {
	packed = packPackage();
	const json = readJson(packed.folder, 'package.json');
	if (!isManifest(json)) throw new Error('Not the manifest of a community package');
	manifest = json;
}, BUILD_LIMIT_MS);

afterAll(() => packed.remove());

function compiledFiles(): string[] {
	return packed.files.filter((file) => file.endsWith('.js'));
}

function importsOf(file: string): string[] {
	const code = readFileSync(join(packed.folder, file), 'utf8');
	return [...code.matchAll(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
		(match) => match[1] ?? '',
	);
}

describe('the packed package', () => {
	it('holds dist, the manifest, the readme and the licence, and nothing else', () => {
		const outside = packed.files.filter((file) => !file.startsWith('dist/'));
		expect(outside).toEqual(['LICENSE.md', 'README.md', 'package.json']);
	});

	it('holds in dist exactly what the sources, icons and previews come to', () => {
		const sources = ['nodes', 'credentials', 'icons'].flatMap((top) =>
			filesBelow(join(ROOT, top)).map((file) => `dist/${top}/${file}`),
		);
		const expected = sources
			.filter((file) => /\.(ts|json|svg)$/.test(file))
			.map((file) => file.replace(/\.ts$/, '.js'));
		const inDist = packed.files.filter((file) => file.startsWith('dist/'));
		expect(inDist).toEqual([...expected].sort());
	});

	it('names only files that are there', () => {
		const named = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		expect(named).toHaveLength(3);
		expect(named.filter((file) => !packed.files.includes(file))).toEqual([]);
	});

	it('imports nothing but n8n-workflow, luxon, node:crypto and its own files', () => {
		const foreign = compiledFiles().flatMap((file) =>
			importsOf(file)
				.filter((name) => !name.startsWith('.') && !ALLOWED_IMPORTS.includes(name))
				.map((name) => `${file}: ${name}`),
		);
		expect(foreign).toEqual([]);
	});

	it('finds each of its own files that it imports', () => {
		const missing = compiledFiles().flatMap((file) =>
			importsOf(file)
				.filter((name) => name.startsWith('.'))
				.map((name) => join(packed.folder, dirname(file), name))
				.filter((path) => !existsSync(`${path}.js`) && !existsSync(join(path, 'index.js'))),
		);
		expect(missing).toEqual([]);
	});

	it('asks for nothing but the n8n-workflow of the n8n that it is in', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(manifest.overrides).toBeUndefined();
	});

	it('runs nothing when it is installed', () => {
		expect(LIFECYCLE_SCRIPTS.filter((name) => name in manifest.scripts)).toEqual([]);
	});

	it('says that it is a community node package under the MIT licence', () => {
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.license).toBe('MIT');
	});
});

describe("n8n's own loader", () => {
	it('loads both nodes and the credential, with icons that exist', async () => {
		const loader = new LazyPackageDirectoryLoader(packed.folder);
		await loader.loadAll();
		expect(loader.packageName).toBe(PACKAGE_NAME);
		expect(Object.keys(loader.known.nodes).sort()).toEqual(['orgEventLog', 'orgEventLogTrigger']);
		expect(Object.keys(loader.known.credentials)).toEqual(['orgEventLogApi']);

		const icons = [...loader.types.nodes, ...loader.types.credentials].flatMap(({ iconUrl }) =>
			typeof iconUrl === 'string' ? [iconUrl] : [iconUrl?.light, iconUrl?.dark],
		);
		expect(icons).toHaveLength(6);
		const files = icons.map((url) => url?.replace(`icons/${PACKAGE_NAME}/`, ''));
		expect(files.filter((file) => !packed.files.includes(file ?? ''))).toEqual([]);
	});

	it('finds the words under which people look for both nodes, whatever "node" says beside them', async () => {
		const loader = new LazyPackageDirectoryLoader(packed.folder);
		await loader.loadAll();
		for (const { codex } of loader.types.nodes) {
			expect(codex?.alias).toEqual(expect.arrayContaining(['zero trust', 'audit trail', 'SOC 2']));
		}
	});

	it('knows that both nodes use the credential', async () => {
		const loader = new LazyPackageDirectoryLoader(packed.folder);
		await loader.loadAll();
		const supported = loader.known.credentials.orgEventLogApi?.supportedNodes ?? [];
		expect([...supported].sort()).toEqual(['orgEventLog', 'orgEventLogTrigger']);
	});
});
