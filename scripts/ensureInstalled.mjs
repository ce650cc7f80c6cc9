import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs a folder's locked dependencies unless exactly these are installed already.
 *
 * @param {string} folder holds package.json and package-lock.json
 * @returns {boolean} whether anything had to be installed
 */
export function ensureInstalled(folder) {
	const marker = join(folder, 'node_modules', '.installed-from');
	const lockHash = createHash('sha256')
		.update(readFileSync(join(folder, 'package-lock.json')))
		.digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === lockHash) return false;
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	execFileSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', process.stderr, process.stderr],
		shell: process.platform === 'win32',
	});
	writeFileSync(marker, lockHash);
	return true;
}

const thisFile = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === thisFile) {
	ensureInstalled(resolve(thisFile, '../..'));
}
