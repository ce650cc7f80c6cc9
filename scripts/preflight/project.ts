import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json';

/** A checkout, as the checks see it. */
export interface Project {
	readonly manifest: typeof manifest;
	/** Every file that git knows, with forward slashes. */
	readonly files: readonly string[];
	/** @throws Error when there is no such file */
	read(file: string): string;
	/** What a git command prints. @throws Error when it fails */
	git(...args: readonly string[]): string;
}

export const ROOT = resolve(__dirname, '../..');

/** This very checkout. @throws Error where git knows none */
export function openProject(): Project {
	const git = (...args: readonly string[]) =>
		execFileSync('git', [...args], { cwd: ROOT, encoding: 'utf8' }).trimEnd();
	return {
		manifest,
		files: git('ls-files').split('\n'),
		read: (file) => readFileSync(join(ROOT, file), 'utf8'),
		git,
	};
}

/**
 * Whose a finding is: only the publisher can fill it in, it belongs to the day of a release, or it
 * is wrong whoever looks and whenever.
 */
export type FindingKind = 'publisher' | 'release' | 'wrong';

/** One thing that stands between this checkout and its publication: `KIND: what is the matter, where, and what to do`. */
export type Finding = `${FindingKind}: ${string}`;

/** Which findings there are: those that aren't fine. */
export function refused(fine: Readonly<Record<Finding, boolean>>): string[] {
	return Object.entries(fine)
		.filter(([, isFine]) => !isFine)
		.map(([finding]) => finding);
}
