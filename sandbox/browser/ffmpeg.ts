import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MISSING = 'ffmpeg is missing. Debian has it: apt-get install ffmpeg.';

const run = promisify(execFile);

/** @throws Error saying how to get ffmpeg */
export async function requireFfmpeg(): Promise<void> {
	await run('ffmpeg', ['-version']).catch(() => {
		throw new Error(MISSING);
	});
}

/** Runs ffmpeg to its end, writing over what is there. @throws Error with what it says when it fails */
export async function runFfmpeg(args: readonly string[], signal: AbortSignal): Promise<void> {
	await run('ffmpeg', ['-y', '-loglevel', 'error', ...args], { signal });
}
