import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

function packagesIn(lockfile) {
	return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/**
 * Whether npm has installed what the lockfile of a folder names, and all of it is still there.
 * Optional packages may be missing: most of them are for other platforms.
 */
function isInstalled(folder) {
	try {
		// npm writes it as the last step of an install, and removes it before a clean one.
		const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
		const locked = packagesIn(join(folder, 'package-lock.json'));
		return Object.entries(locked).every(([path, { integrity, optional }]) => {
			if (!(path in installed)) return optional || path === '';
			const isSame = installed[path].integrity === integrity;
			return isSame && existsSync(join(folder, path, 'package.json'));
		});
	} catch {
		// It isn't there, or cut off.
		return false;
	}
}

/**
 * Installs a folder's locked dependencies unless these are installed already, by whomever.
 *
 * @param {string} folder holds package.json and package-lock.json
 * @param {string} [notice] printed before an installation
 */
export function ensureInstalled(folder, notice) {
	if (isInstalled(folder)) return;
	if (notice !== undefined) console.error(notice);
	execSync('npm ci --ignore-scripts --no-audit --no-fund --loglevel=error', {
		cwd: folder,
		stdio: ['ignore', process.stderr, process.stderr],
	});
}

const thisFile = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === thisFile) {
	ensureInstalled(resolve(thisFile, '../..'));
}
