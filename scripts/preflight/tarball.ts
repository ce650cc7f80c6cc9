import { execSync } from 'node:child_process';
import { isJsonObject } from '../../sandbox/jsonGuards';
import { type Project, ROOT, refused } from './project';

/** What `npm publish` would send. */
export interface Tarball {
	readonly paths: readonly string[];
	readonly unpackedBytes: number;
}

const MAX_UNPACKED_BYTES = 1_000_000;
/** All else that npm adds, or that lies in dist, has to be explained here first. */
const BESIDE_DIST = ['LICENSE.md', 'README.md', 'THIRD_PARTY_NOTICES.md', 'package.json'];
/** Of the one library that the build puts into the package. */
const LIBRARY_LICENSE = 'node_modules/fflate/LICENSE';

/** What no file of the package may hold, and why. */
const FORBIDDEN: ReadonlyArray<readonly [files: RegExp, text: RegExp, why: string]> = [
	[
		/\.js$/,
		/\brequire\(\s*(?!["'`](?:\.{1,2}\/|(?:n8n-workflow|luxon|node:crypto)["'`]))/,
		'requires what n8n need not have',
	],
	[
		/\.js$/,
		// What minifiers and bundlers leave of a library's license.
		/@license|@preserve|SPDX-License|\bCopyright\b|^\/\*!/im,
		"holds somebody's license notice: name it in THIRD_PARTY_NOTICES.md",
	],
	[
		/\.(?:js|json|md)$/,
		// Another alphabet than that of English, or a letter of it within a word: a threat to n8n's scanner.
		/(?!\p{Script=Latin})\p{L}\p{L}|\p{L}(?!\p{Script=Latin})\p{L}|\p{Cf}/u,
		'has a foreign letter within a word, or an invisible character: write it as \\u….',
	],
	[
		/\.svg$/,
		/<script|<foreignObject|href=|<metadata|<image|\bon\w+=/i,
		'holds more than shapes: a script, a link or an image',
	],
];

/** Lists the tarball, without writing it. The package must have been built. */
export function listTarball(): Tarball {
	const json = execSync('npm pack --dry-run --json --ignore-scripts --silent', {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const printed: unknown = JSON.parse(json);
	const packed: unknown = Array.isArray(printed) ? printed[0] : undefined;
	if (!isJsonObject(packed) || !Array.isArray(packed.files)) {
		throw new TypeError('npm lists its files in an unknown shape');
	}
	const paths = packed.files.map((file) => (isJsonObject(file) ? String(file.path) : ''));
	return { paths, unpackedBytes: Number(packed.unpackedSize) };
}

/** What the build makes of the files that git knows, all of which are ours and MIT. */
function builtFiles({ files }: Project): string[] {
	return files
		.filter((file) => /^(?:nodes|credentials|icons)\/.*\.(?:ts|json|svg)$/.test(file))
		.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
}

/** What is in the tarball, of whom, and how large it is. */
export function checkTarball(project: Project, { paths, unpackedBytes }: Tarball): string[] {
	const { n8n, license } = project.manifest;
	const explained = [...BESIDE_DIST, ...builtFiles(project)];
	const wanted = new Set([...explained, ...n8n.nodes, ...n8n.credentials]);
	const read = paths.filter((path) => explained.includes(path));
	return [
		...[...wanted]
			.filter((path) => !paths.includes(path))
			.map((path) => `wrong: the tarball lacks ${path}: build first`),
		...paths
			.filter((path) => !explained.includes(path))
			.map((path) => `wrong: no file of the repository explains ${path} in the tarball`),
		...FORBIDDEN.flatMap(([files, text, why]) =>
			read
				.filter((path) => files.test(path) && text.test(project.read(path)))
				.map((path) => `wrong: ${path} ${why}`),
		),
		...refused({
			[`wrong: the tarball unpacks to ${unpackedBytes} bytes, over ${MAX_UNPACKED_BYTES}`]:
				unpackedBytes <= MAX_UNPACKED_BYTES,
			'wrong: package.json, license: not MIT': license === 'MIT',
			'wrong: THIRD_PARTY_NOTICES.md: not the license of the library in the package': project
				.read('THIRD_PARTY_NOTICES.md')
				.includes(project.read(LIBRARY_LICENSE).trim()),
			'wrong: LICENSE.md: not MIT': /^MIT License\n/.test(project.read('LICENSE.md')),
			// Which n8n's linter doesn't see.
			'wrong: package.json, optionalDependencies: there may be none': !(
				'optionalDependencies' in project.manifest
			),
			"wrong: package.json, n8n.strict: not true, which n8n won't verify": n8n.strict,
		}),
	];
}
