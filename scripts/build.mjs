import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLI = join(ROOT, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');

/** n8n's tool takes pictures from wherever they lie: so it builds where no others are. */
const OF_THE_PACKAGE = ['package.json', 'tsconfig.json', 'credentials', 'icons', 'nodes'];

const folder = mkdtempSync(join(tmpdir(), 'n8n-build-'));
try {
	for (const part of OF_THE_PACKAGE) {
		cpSync(join(ROOT, part), join(folder, part), { recursive: true });
	}
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
	// Without CI it draws a spinner, frame by frame.
	const env = { ...process.env, CI: 'true' };
	execFileSync(process.execPath, [CLI, 'build'], { cwd: folder, stdio: 'inherit', env });
	rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
	cpSync(join(folder, 'dist'), join(ROOT, 'dist'), { recursive: true });
} finally {
	rmSync(folder, { recursive: true, force: true });
}
