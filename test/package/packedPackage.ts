import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

export const ROOT = join(__dirname, '../..');

/** The package as a user's n8n gets it. */
export interface PackedPackage {
	readonly folder: string;
	/** Every file, relative to the folder, with forward slashes, sorted. */
	readonly files: readonly string[];
	remove(): void;
}

/** The files below a folder, relative to it, with forward slashes, sorted. */
export function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.sort();
}

/** Builds, packs and unpacks the package; `n8n-workflow` can be found from there, as in n8n. */
export function packPackage(): PackedPackage {
	const scratch = mkdtempSync(join(tmpdir(), 'packed-package-'));
	const folder = join(scratch, 'package');
	mkdirSync(folder);
	execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'pipe' });
	execFileSync('npm', ['pack', '--pack-destination', scratch], { cwd: ROOT, stdio: 'pipe' });
	const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack left no tarball');
	execFileSync('tar', ['-xzf', tarball, '-C', 'package', '--strip-components=1'], { cwd: scratch });
	symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'), 'dir');
	return {
		folder,
		files: filesBelow(folder),
		remove: () => rmSync(scratch, { recursive: true, force: true }),
	};
}
