import { execFileSync } from 'node:child_process';
import { isJsonObject } from '../../sandbox/jsonGuards';
import type { Finding } from './finding';
import { defect, unless } from './finding';
import type { Project } from './project';

interface PackedFile {
	readonly path: string;
	readonly bytes: number;
	readonly mode: number;
}

/** What `npm publish` would send. */
export interface Tarball {
	readonly files: readonly PackedFile[];
	readonly bytes: number;
	readonly unpackedBytes: number;
}

const MAX_UNPACKED_BYTES = 1_000_000;
const EXECUTABLE = 0o111;
/** All else that npm adds, or that lies in dist, has to be explained here first. */
const BESIDE_DIST = ['LICENSE.md', 'README.md', 'package.json'];
const OWN_MODULES = /^(?:\.{1,2}\/|n8n-workflow$|luxon$|node:crypto$)/;
/** A foreign letter within a word, or a character that can't be seen: threats to n8n's scanner. */
const DISGUISE = /[A-Za-z](?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}[A-Za-z]|\p{Cf}/u;
/** What minifiers and bundlers leave of a library's license. */
const FOREIGN_NOTICE = /@license|@preserve|SPDX-License|\bCopyright\b|^\/\*!/im;

function toPackedFile(value: unknown): PackedFile {
	if (!isJsonObject(value)) throw new TypeError('npm lists its files in an unknown shape');
	return { path: String(value.path), bytes: Number(value.size), mode: Number(value.mode) };
}

/** Lists the tarball, without writing it. The package must have been built. */
export function listTarball(root: string): Tarball {
	const isWindows = process.platform === 'win32';
	const json = execFileSync(
		isWindows ? 'npm.cmd' : 'npm',
		['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'],
		{ cwd: root, encoding: 'utf8', shell: isWindows, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const printed: unknown = JSON.parse(json);
	const packed: unknown = Array.isArray(printed) ? printed[0] : undefined;
	if (!isJsonObject(packed) || !Array.isArray(packed.files)) {
		throw new TypeError('npm lists its files in an unknown shape');
	}
	return {
		files: packed.files.map(toPackedFile),
		bytes: Number(packed.size),
		unpackedBytes: Number(packed.unpackedSize),
	};
}

/** The file in the repository that a file of dist is made of, all of which is ours and MIT. */
function sourceOf(path: string): string {
	return path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
}

function checkOrigin(project: Project, path: string): Finding[] {
	if (BESIDE_DIST.includes(path)) return [];
	const isOurs = /^dist\/(?:nodes|credentials|icons)\//.test(path);
	return unless(
		isOurs && project.files.includes(sourceOf(path)),
		defect(`the tarball holds ${path}, which no file of the repository explains`),
	);
}

function checkCode(project: Project, path: string): Finding[] {
	if (!path.endsWith('.js')) return [];
	const code = project.read(path);
	const modules = [...code.matchAll(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
	const foreign = modules.map(([, name = '']) => name).filter((name) => !OWN_MODULES.test(name));
	return [
		...foreign.map((name) => defect(`${path} requires ${name}, which n8n need not have`)),
		...unless(
			!DISGUISE.test(code),
			defect(
				`${path} has a foreign letter within a word, or an invisible character: write it as \\u….`,
			),
		),
		...unless(
			!FOREIGN_NOTICE.test(code),
			defect(`${path} holds somebody's license notice: name it in THIRD_PARTY_NOTICES.md`),
		),
	];
}

function checkIcon(project: Project, path: string): Finding[] {
	if (!path.endsWith('.svg')) return [];
	const isPlain = !/<script|<foreignObject|href=|<metadata|<image|\bon\w+=/i.test(
		project.read(path),
	);
	return unless(isPlain, defect(`${path} holds more than shapes: a script, a link or an image`));
}

/** What is in the tarball, of whom, and how large it is. */
export function checkTarball(project: Project, tarball: Tarball): Finding[] {
	const { nodes, credentials } = project.manifest;
	const paths = tarball.files.map(({ path }) => path);
	const missing = [...nodes, ...credentials, ...BESIDE_DIST].filter(
		(path) => !paths.includes(path),
	);
	const executable = tarball.files.filter(({ mode }) => (mode & EXECUTABLE) !== 0);
	return [
		...missing.map((path) => defect(`the tarball lacks ${path}: build first`)),
		...paths.flatMap((path) => checkOrigin(project, path)),
		...paths.flatMap((path) => checkCode(project, path)),
		...paths.flatMap((path) => checkIcon(project, path)),
		...executable.map(({ path }) => defect(`${path} is executable`)),
		...unless(
			tarball.unpackedBytes <= MAX_UNPACKED_BYTES,
			defect(`the tarball unpacks to ${tarball.unpackedBytes} bytes, over ${MAX_UNPACKED_BYTES}`),
		),
		...unless(project.manifest.license === 'MIT', defect('package.json, license: not MIT')),
		...unless(/^MIT License\n/.test(project.read('LICENSE.md')), defect('LICENSE.md: not MIT')),
	];
}
