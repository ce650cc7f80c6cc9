import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../scripts/ensureInstalled.mjs';

const SANDBOX = dirname(fileURLToPath(import.meta.url));
const FIRST_TIME = `The first time takes about ten minutes: 1 GB to download, 5 GB on the disk with npm's cache.
Step 1 of 4: install what builds and runs the sandbox (1 GB on the disk)`;
const SECOND_STEP =
	'Step 2 of 4: install n8n and the Node.js version that it needs (3 GB on the disk)';

/** Installs what the project and the sandbox need, once. Needs nothing but Node and npm to be there. */
export async function installEverything() {
	await ensureInstalled(join(SANDBOX, '..'), FIRST_TIME);
	await installN8n();
}

/** Installs what the sandbox needs beside the project's own packages, once. */
export async function installN8n() {
	await ensureInstalled(SANDBOX, SECOND_STEP);
}

/**
 * Installs everything and calls `main` of a TypeScript file of the
 * sandbox in this process.
 *
 * @param {string} file relative to the sandbox's folder
 * @param {string[]} args handed to `main`
 */
export async function runInSandbox(file, args) {
	await installEverything();
	const typeScript = await import('tsx/cjs/api');
	await typeScript.require(join(SANDBOX, file), import.meta.url).main(args);
}
