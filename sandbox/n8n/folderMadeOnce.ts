import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A folder that is made once. It has its name only when it is complete: what was interrupted is begun anew.
 *
 * @param notice what people are told before it is made
 * @param fill makes it, in a folder that has another name until then
 */
export async function folderMadeOnce(
	path: string,
	notice: string,
	fill: (folder: string) => Promise<void>,
): Promise<string> {
	if (existsSync(path)) return path;
	console.error(notice);
	const parent = dirname(path);
	mkdirSync(parent, { recursive: true });
	const folder = mkdtempSync(join(parent, 'unfinished-'));
	try {
		await fill(folder);
		// Another run may have made it meanwhile.
		if (!existsSync(path)) renameSync(folder, path);
		return path;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
