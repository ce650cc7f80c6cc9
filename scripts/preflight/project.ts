import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, isStringArray } from '../../sandbox/jsonGuards';

/** What package.json says, as far as a release depends on it. Missing texts are empty. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly license: string;
	readonly author: { readonly name: string; readonly email: string };
	readonly homepage: string;
	readonly repositoryUrl: string;
	readonly bugsUrl: string;
	readonly keywords: readonly string[];
	readonly nodes: readonly string[];
	readonly credentials: readonly string[];
	/** The whole of it. */
	readonly all: Readonly<Record<string, unknown>>;
}

/** A checkout, as the checks see it. */
export interface Project {
	readonly root: string;
	readonly manifest: Manifest;
	/** Every file that git knows, with forward slashes. */
	readonly files: readonly string[];
	/** @throws Error when there is no such file */
	read(file: string): string;
	/** What a git command prints. @throws Error when it fails */
	git(...args: readonly string[]): string;
}

function textOf(value: unknown, ...path: readonly string[]): string {
	const found = path.reduce<unknown>(
		(inner, name) => (isJsonObject(inner) ? inner[name] : undefined),
		value,
	);
	return typeof found === 'string' ? found : '';
}

function listOf(value: unknown): readonly string[] {
	return isStringArray(value) ? value : [];
}

/** @throws TypeError where package.json is no JSON object */
export function readManifest(text: string): Manifest {
	const all: unknown = JSON.parse(text);
	if (!isJsonObject(all)) throw new TypeError('package.json holds no object');
	const n8n = isJsonObject(all.n8n) ? all.n8n : {};
	return {
		name: textOf(all, 'name'),
		version: textOf(all, 'version'),
		license: textOf(all, 'license'),
		author: { name: textOf(all, 'author', 'name'), email: textOf(all, 'author', 'email') },
		homepage: textOf(all, 'homepage'),
		repositoryUrl: textOf(all, 'repository', 'url'),
		bugsUrl: textOf(all, 'bugs', 'url'),
		keywords: listOf(all.keywords),
		nodes: listOf(n8n.nodes),
		credentials: listOf(n8n.credentials),
		all,
	};
}

/** The checkout in a folder. @throws Error where it is none */
export function openProject(root: string): Project {
	const read = (file: string) => readFileSync(join(root, file), 'utf8');
	const git = (...args: readonly string[]) =>
		execFileSync('git', [...args], { cwd: root, encoding: 'utf8' }).trimEnd();
	return {
		root,
		manifest: readManifest(read('package.json')),
		files: git('ls-files').split('\n'),
		read,
		git,
	};
}
