import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LazyPackageDirectoryLoader } from 'n8n-core';
import type { PackedPackage } from './packedPackage';
import { ROOT, filesBelow, packPackage } from './packedPackage';

const BUILD_LIMIT_MS = 120_000;
const PACKAGE_NAME = 'n8n-nodes-org-event-log';

let packed: PackedPackage;

beforeAll(() => {
	packed = packPackage();
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

	it('finds each of its own files that it imports', () => {
		const missing = compiledFiles().flatMap((file) =>
			importsOf(file)
				.filter((name) => name.startsWith('.'))
				.map((name) => join(packed.folder, dirname(file), name))
				.filter((path) => !existsSync(`${path}.js`) && !existsSync(join(path, 'index.js'))),
		);
		expect(missing).toEqual([]);
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
