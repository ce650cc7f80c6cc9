import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the programs are that make a Redis and a PostgreSQL. */
export interface ServerPrograms {
	readonly redisServer: string;
	readonly redisCli: string;
	readonly initdb: string;
	readonly postgres: string;
	readonly createdb: string;
	readonly pgIsReady: string;
}

/** Debian keeps each version of PostgreSQL in a folder of its own, and most of it off the path. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

function postgresFolders(): string[] {
	if (!existsSync(POSTGRES_VERSIONS)) return [];
	const versions = readdirSync(POSTGRES_VERSIONS).sort((one, other) => Number(other) - Number(one));
	return versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
}

function searchedFolders(): string[] {
	const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	// Of Debian's, all programs come from one version; those on the path may be of another.
	return [...postgresFolders(), ...path, '/usr/sbin', '/usr/local/sbin'];
}

/**
 * Finds the programs in the first of the folders that has them.
 *
 * @throws Error naming the Debian packages that are missing, and how to install them
 */
export function findServerPrograms(
	folders: readonly string[] = searchedFolders(),
	exists: (path: string) => boolean = existsSync,
): ServerPrograms {
	const missing: string[] = [];
	const packages = new Set<string>();
	const find = (debianPackage: string, program: string): string => {
		const folder = folders.find((candidate) => exists(join(candidate, program)));
		if (folder !== undefined) return join(folder, program);
		missing.push(program);
		packages.add(debianPackage);
		return '';
	};
	const programs = {
		redisServer: find('redis-server', 'redis-server'),
		redisCli: find('redis-tools', 'redis-cli'),
		initdb: find('postgresql', 'initdb'),
		postgres: find('postgresql', 'postgres'),
		createdb: find('postgresql', 'createdb'),
		pgIsReady: find('postgresql', 'pg_isready'),
	};
	if (missing.length === 0) return programs;
	const command = `apt-get install ${[...packages].join(' ')}`;
	throw new Error(`Not installed: ${missing.join(', ')}. On Debian: ${command}`);
}
