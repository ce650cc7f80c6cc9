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

function buildAndPack(folder: string): string {
	execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'pipe' });
	execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' });
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack left no tarball');
	return join(folder, tarball);
}

/**
 * Unpacks the package, which the gate has packed in `PACKED_PACKAGE`, and which is built and packed here else;
 * `n8n-workflow` can be found from there, as in n8n.
 */
export function packPackage(): PackedPackage {
	const scratch = mkdtempSync(join(tmpdir(), 'packed-package-'));
	const folder = join(scratch, 'package');
	mkdirSync(folder);
	const tarball = process.env.PACKED_PACKAGE ?? buildAndPack(scratch);
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'), 'dir');
	return {
		folder,
		files: readdirSync(folder, { recursive: true, encoding: 'utf8' }),
		remove: () => rmSync(scratch, { recursive: true, force: true }),
	};
}
