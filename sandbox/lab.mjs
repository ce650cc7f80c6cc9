import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installEverything } from './bootstrap.mjs';

// Runs scenarios under Vitest: all, or those whose file's name has one of the given texts in it.
const SANDBOX = dirname(fileURLToPath(import.meta.url));
const VITEST = join(SANDBOX, '..', 'node_modules', 'vitest', 'vitest.mjs');

await installEverything();
const { status } = spawnSync(
	process.execPath,
	[VITEST, 'run', '--config', join(SANDBOX, 'vitest.config.mts'), ...process.argv.slice(2)],
	{ stdio: 'inherit' },
);
process.exitCode = status ?? 1;
