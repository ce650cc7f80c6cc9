import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The package as a user's n8n gets it. */
export interface PackedPackage {
	readonly folder: string;
	/** What lies in it, by paths relative to it. */
	readonly files: readonly string[];
	remove(): void;
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
		files: readdirSync(folder, { recursive: true, encoding: 'utf8' }),
		remove: () => rmSync(scratch, { recursive: true, force: true }),
	};
}
