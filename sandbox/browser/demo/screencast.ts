import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { CommandRun } from '../../command/command';
import { SCRATCH } from '../../places';
import { runFfmpeg } from '../ffmpeg';

interface Frame {
	readonly file: string;
	readonly atSeconds: number;
}

/** How to encode, by the ending of the file. */
const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
	webm: '-c:v libvpx-vp9 -b:v 0 -crf 36 -deadline realtime -cpu-used 8 -row-mt 1'.split(' '),
	mp4: '-c:v libx264 -preset veryfast -crf 26 -movflags +faststart'.split(' '),
};
const FRAMES_PER_SECOND = 15;
const LAST_FRAME_S = 2;

/** How a file of this name is encoded. @throws TypeError for an ending that stands for no video */
export function encodingOf(file: string): readonly string[] {
	const encoding = ENCODINGS[file.split('.').at(-1) ?? ''];
	if (encoding) return encoding;
	throw new TypeError(
		`--record takes a file that ends with ${Object.keys(ENCODINGS).join(' or ')}`,
	);
}

/** What ffmpeg's concat demuxer reads: each frame, and for how long it is shown. */
export function frameList(frames: readonly Frame[]): string {
	const lines = frames.flatMap(({ file, atSeconds }, index) => {
		const next = frames[index + 1]?.atSeconds ?? atSeconds + LAST_FRAME_S;
		return [`file '${file}'`, `duration ${Math.max(next - atSeconds, 0.001).toFixed(3)}`];
	});
	// The demuxer leaves out the duration of the last entry, so it is there twice.
	const last = frames.at(-1);
	return ['ffconcat version 1.0', ...lines, ...(last ? [`file '${last.file}'`] : []), ''].join(
		'\n',
	);
}

/** Films a page. Chromium sends a frame whenever something has changed. */
export class Screencast {
	private readonly frames: Frame[] = [];
	private readonly writing: Array<Promise<void>> = [];

	private constructor(
		private readonly cdp: CDPSession,
		private readonly folder: string,
	) {}

	static async start(page: Page, { teardown }: CommandRun): Promise<Screencast> {
		mkdirSync(SCRATCH, { recursive: true });
		const folder = mkdtempSync(join(SCRATCH, 'frames-'));
		teardown.add(() => rmSync(folder, { recursive: true, force: true }));
		const cdp = await page.context().newCDPSession(page);
		const screencast = new Screencast(cdp, folder);
		cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			screencast.keep(Buffer.from(data, 'base64'), metadata.timestamp ?? Date.now() / 1000);
			// The page may have been closed meanwhile.
			cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
		});
		await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 85, everyNthFrame: 1 });
		return screencast;
	}

	/** Ends filming and writes the video. @returns how long it is, seconds. @throws ffmpeg's failure */
	async finish(file: string, signal: AbortSignal): Promise<number> {
		await this.cdp.send('Page.stopScreencast');
		await Promise.all(this.writing);
		const list = join(this.folder, 'frames.ffconcat');
		writeFileSync(list, frameList(this.frames));
		const input = ['-f', 'concat', '-safe', '0', '-i', list];
		const output = ['-r', String(FRAMES_PER_SECOND), '-pix_fmt', 'yuv420p', ...encodingOf(file)];
		await runFfmpeg([...input, ...output, resolve(file)], signal);
		const [first, last] = [this.frames.at(0), this.frames.at(-1)];
		return first && last ? last.atSeconds - first.atSeconds + LAST_FRAME_S : 0;
	}

	private keep(jpeg: Buffer, atSeconds: number): void {
		const file = `${this.frames.length}.jpg`;
		this.frames.push({ file, atSeconds });
		this.writing.push(writeFile(join(this.folder, file), jpeg));
	}
}
