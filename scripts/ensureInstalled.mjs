import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

const NPM_CI = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error';
/** A terminal shows progress in one line, anything else gets a line each time. */
const PROGRESS_MS = process.stderr.isTTY ? 1_000 : 10_000;

function packagesIn(lockfile) {
	return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function isThere(folder, path) {
	return existsSync(join(folder, path, 'package.json'));
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
			return installed[path].integrity === integrity && isThere(folder, path);
		});
	} catch {
		// It isn't there, or cut off.
		return false;
	}
}

function freeMegabytes(folder) {
	const { bavail, bsize } = statfsSync(folder);
	return (bavail * bsize) / 1e6;
}

/** Shows now and again how much of a folder's packages is there. Returns how to end that. */
function showProgress(folder) {
	const paths = Object.entries(packagesIn(join(folder, 'package-lock.json')))
		.filter(([path, { optional }]) => path !== '' && !optional)
		.map(([path]) => path);
	const freeAtFirst = freeMegabytes(folder);
	let megabytes = 0;
	const show = () => {
		const count = paths.filter((path) => isThere(folder, path)).length;
		// Other programs free space meanwhile.
		megabytes = Math.max(megabytes, Math.round(freeAtFirst - freeMegabytes(folder)));
		const text = `  ${count} of ${paths.length} packages, ${megabytes} MB on the disk`;
		process.stderr.write(process.stderr.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
	};
	const timer = setInterval(show, PROGRESS_MS);
	return () => {
		clearInterval(timer);
		show();
		if (process.stderr.isTTY) process.stderr.write('\n');
	};
}

/**
 * Installs a folder's locked dependencies unless these are installed already, by whomever.
 *
 * @param {string} folder holds package.json and package-lock.json
 * @param {string} notice printed before an installation
 * @throws {Error} where npm fails, which has said why
 */
export async function ensureInstalled(folder, notice) {
	if (isInstalled(folder)) return;
	console.error(notice);
	const npm = spawn(NPM_CI, {
		cwd: folder,
		shell: true,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const endProgress = showProgress(folder);
	const [status] = await once(npm, 'exit').finally(endProgress);
	if (status !== 0) throw new Error(`${NPM_CI} has failed in ${folder}`);
}

const thisFile = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && resolve(process.argv[1]) === thisFile) {
	const [notice] = process.argv.slice(2);
	await ensureInstalled(
		resolve(thisFile, '../..'),
		'Installing what builds and tests this package, once: 1 GB on the disk, in some minutes',
	);
	if (notice !== undefined) console.error(notice);
}
