import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** npm writes it as the last step of an install, and removes it before a clean one. */
const INSTALLED_LOCKFILE = join('node_modules', '.package-lock.json');

function readPackages(lockfile) {
	const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
	return Object.entries(packages).filter(([path]) => path !== '');
}

function isSame(one, other) {
	return one.version === other.version && one.integrity === other.integrity;
}

/**
 * Whether npm has installed what the lockfile of a folder names, and all of it is still there.
 * Optional packages may be missing: most of them are for other platforms.
 *
 * @param {string} folder holds package.json and package-lock.json
 * @returns {boolean}
 */
function isInstalled(folder) {
	const record = join(folder, INSTALLED_LOCKFILE);
	if (!existsSync(record)) return false;
	try {
		const locked = readPackages(join(folder, 'package-lock.json'));
		const installed = new Map(readPackages(record));
		const missing = locked.filter(([path]) => !installed.has(path));
		if (missing.some(([, entry]) => !entry.optional)) return false;
		const matching = locked.filter(([path, entry]) => {
			const found = installed.get(path);
			return found !== undefined && isSame(entry, found);
		});
		if (matching.length !== installed.size) return false;
		return matching.every(([path]) => existsSync(join(folder, path, 'package.json')));
	} catch (error) {
		// Cut off while npm was writing it.
		if (error instanceof SyntaxError) return false;
		throw error;
	}
}

/**
 * Installs a folder's locked dependencies unless exactly these are installed already, by whomever.
 *
 * @param {string} folder holds package.json and package-lock.json
 * @param {string} [notice] printed before an installation
 */
export function ensureInstalled(folder, notice) {
	if (isInstalled(folder)) return;
	if (notice !== undefined) console.error(notice);
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	execFileSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', process.stderr, process.stderr],
		shell: process.platform === 'win32',
	});
}

const thisFile = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === thisFile) {
	ensureInstalled(resolve(thisFile, '../..'));
}
