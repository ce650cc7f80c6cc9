import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../scripts/ensureInstalled.mjs';

const SANDBOX = dirname(fileURLToPath(import.meta.url));

/** Installs what the project and the sandbox need, once. Needs nothing but Node and npm to be there. */
export function installEverything() {
	ensureInstalled(join(SANDBOX, '..'));
	ensureInstalled(
		SANDBOX,
		'Installing n8n and the Node.js version that it needs. This downloads 2.7 GB, once, and takes some minutes …',
	);
}

/**
 * Installs everything and calls `main` of a TypeScript file of the
 * sandbox in this process.
 *
 * @param {string} file relative to the sandbox's folder
 * @param {string[]} args handed to `main`
 */
export async function runInSandbox(file, args) {
	installEverything();
	const typeScript = await import('tsx/cjs/api');
	await typeScript.require(join(SANDBOX, file), import.meta.url).main(args);
}
