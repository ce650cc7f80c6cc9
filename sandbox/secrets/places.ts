import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { N8nSettings } from '../n8n/settings';
import type { Haystack } from './search';

/** The package and what it was installed with: no run of n8n writes there. */
const INSTALLED = join('.n8n', 'nodes');

function placeOf(file: string): string {
	if (/database\.sqlite/.test(file)) return 'database';
	return /\.log/.test(file) ? 'log' : 'file';
}

/** Every file that n8n has written below its user folder, as it is now. */
export function* filesOf({ userFolder }: N8nSettings): Generator<Haystack> {
	const entries = readdirSync(userFolder, { recursive: true, withFileTypes: true });
	for (const entry of entries.filter((each) => each.isFile())) {
		const path = join(entry.parentPath, entry.name);
		const name = relative(userFolder, path);
		if (name.startsWith(INSTALLED)) continue;
		const bytes = readIfThere(path);
		if (bytes) yield { place: placeOf(name), name, bytes };
	}
}

/** SQLite removes its journal when n8n stops. */
function readIfThere(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}
