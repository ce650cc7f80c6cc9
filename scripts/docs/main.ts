import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes what the pages take from the code: `npm run docs`. */
async function main(): Promise<void> {
	// n8n-core leaves its settings where it is told to as soon as it is loaded.
	const scratch = mkdtempSync(join(tmpdir(), 'docs-'));
	process.env.TEST_SCRATCH_FOLDER = scratch;
	try {
		const { GENERATED_PAGES, ROOT, generatePage, readPage } = await import('./pages');
		for (const path of GENERATED_PAGES) {
			const page = await generatePage(path);
			const isCurrent = page === readPage(path);
			if (!isCurrent) writeFileSync(join(ROOT, path), page);
			console.log(`${isCurrent ? 'current' : 'written'}: ${path}`);
		}
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

void main();
