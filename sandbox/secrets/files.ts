import { appendFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { N8nSettings } from '../n8n/settings';
import type { PlantedDecoy } from './decoys';
import { decoyBytes, newSecret } from './decoys';
import type { Haystack } from './search';

/** The package and what it was installed with: no run of n8n writes there. */
const INSTALLED = join('.n8n', 'nodes');

function placeOf(file: string): string {
	if (/database\.sqlite/.test(file)) return 'database';
	return /\.log/.test(file) ? 'log' : 'file';
}

/** Every file that n8n has written below its user folder, as it is now. */
export function filesOf({ userFolder }: N8nSettings): Haystack[] {
	const entries = readdirSync(userFolder, { recursive: true, withFileTypes: true });
	return entries.flatMap((entry) => {
		const path = join(entry.parentPath, entry.name);
		const name = relative(userFolder, path);
		const bytes = entry.isFile() && !name.startsWith(INSTALLED) ? readIfThere(path) : undefined;
		return bytes === undefined ? [] : [{ place: placeOf(name), name, bytes }];
	});
}

/** SQLite removes its journal when n8n stops. */
function readIfThere(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/** Hides decoys in n8n's log and in a file beside its database, as bytes. */
export function plantInFiles({ userFolder, logPath }: N8nSettings): PlantedDecoy[] {
	const inLog = newSecret('decoy in the log');
	appendFileSync(logPath, decoyBytes(inLog));
	const inFile = newSecret('decoy in a file');
	writeFileSync(join(userFolder, '.n8n', 'decoy'), decoyBytes(inFile));
	return [
		{ secret: inLog, place: 'log', as: 'bytes' },
		{ secret: inFile, place: 'file', as: 'bytes' },
	];
}
