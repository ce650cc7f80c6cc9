import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps each version of PostgreSQL in a folder of its own, and most of it off the path. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

function postgresFolders(): string[] {
	if (!existsSync(POSTGRES_VERSIONS)) return [];
	const versions = readdirSync(POSTGRES_VERSIONS).sort((one, other) => Number(other) - Number(one));
	return versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
}

/**
 * Finds a program of Redis or PostgreSQL.
 *
 * @throws Error saying how to install it where the machine has not got it
 */
export function findProgram(name: string, debianPackage: string): string {
	const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	// Of Debian's, all programs come from one version; those on the path may be of another.
	const folders = [...postgresFolders(), ...path, '/usr/sbin', '/usr/local/sbin'];
	const folder = folders.find((candidate) => existsSync(join(candidate, name)));
	if (folder !== undefined) return join(folder, name);
	throw new Error(`Not installed: ${name}. On Debian: apt-get install ${debianPackage}`);
}
