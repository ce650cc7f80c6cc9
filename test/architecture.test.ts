import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');
const PRODUCT = join(ROOT, 'nodes/OrgEventLog');
const NODE_FILES = 'the node files';

const sources = readdirSync(PRODUCT, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => join(PRODUCT, file));

/** The trigger's rooms are rooms of their own. */
function folderOf(file: string): string {
	const [first = '', second = '', ...rest] = relative(PRODUCT, file).split(sep);
	if (second === '') return NODE_FILES;
	return first === 'trigger' && rest.length > 0 ? `${first}/${second}` : first;
}

/** Absolute paths, without their endings, of the project's own files that a file imports. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.'))
		.map((name) => resolve(dirname(file), name));
}

/** Which folders each folder imports, as the code has it. */
function foldersImported(): Map<string, string[]> {
	const imported = new Map<string, Set<string>>();
	for (const file of sources) {
		const folder = folderOf(file);
		const others = imported.get(folder) ?? new Set();
		imported.set(folder, others);
		for (const target of importsOf(file))
			if (folderOf(target) !== folder) others.add(folderOf(target));
	}
	return new Map([...imported].map(([folder, others]) => [folder, [...others].sort()]));
}

/** The same, as the map in docs/architecture.md has it. */
function foldersDocumented(): Map<string, string[]> {
	const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
	const [, map = ''] = page.split(/^## /m);
	const rows = map
		.split('\n')
		.filter((line) => line.startsWith('|') && !/^\| (folder|-)/.test(line));
	return new Map(
		rows.map((row) => {
			const [, folder = '', , imports = ''] = row.split('|').map((cell) => cell.trim());
			const names = [...imports.matchAll(/`([\w/]+)`/g)].map(([, name = '']) => name);
			return [folder.replace(/^`([\w/]+)\/`$/, '$1'), names.sort()];
		}),
	);
}

it('the map of the architecture is what the code imports', () => {
	expect(Object.fromEntries(foldersDocumented())).toEqual(Object.fromEntries(foldersImported()));
});

it('no folder imports one that imports it, at whatever distance', () => {
	const imported = foldersImported();
	const reachable = (folder: string, seen = new Set<string>()): Set<string> => {
		for (const next of imported.get(folder) ?? [])
			if (!seen.has(next)) reachable(next, seen.add(next));
		return seen;
	};
	for (const folder of imported.keys()) expect(reachable(folder)).not.toContain(folder);
});

it("only the node files and the modules named …Context are handed n8n's contexts", () => {
	const handed = sources.filter((file) => /\bI\w+Functions\b/.test(readFileSync(file, 'utf8')));
	expect(handed.length).toBeGreaterThan(5);
	for (const file of handed) expect(file).toMatch(/(Context|\.node)\.ts$/);
});

it.each(['docs/architecture.md', 'CONTRIBUTING.md'])(
	'every file that %s names is there',
	(name) => {
		const page = readFileSync(join(ROOT, name), 'utf8');
		const named = [...page.matchAll(/(?<![\w/])((?:\w+\/)+\w+(?:\.test)?\.ts)\b/g)].map(
			([path]) => path,
		);
		expect(named.length).toBeGreaterThan(5);
		const roots = ['', 'nodes/OrgEventLog', 'test/nodes/OrgEventLog'];
		for (const path of named)
			expect(roots.filter((root) => existsSync(join(ROOT, root, path)))).not.toEqual([]);
	},
);
