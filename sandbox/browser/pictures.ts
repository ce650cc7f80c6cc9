import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { runFfmpeg } from './ffmpeg';

/** The pictures in README and docs, by the names of their files. */
export const PICTURES = [
	'credential',
	'list',
	'trigger',
	'sandbox-page',
	'task-alert',
	'task-ticket',
	'task-burst',
	'task-digest',
	'task-report',
	'task-reconcile',
	'task-heartbeat',
	'task-ai-tool',
] as const;

export type Picture = (typeof PICTURES)[number];

/** Of the window in which everything is tried, and so of every picture. */
export const WINDOW = { width: 1440, height: 900 } as const;

const FEW_COLORS =
	'split[all][some];[some]palettegen[palette];[all][palette]paletteuse=dither=none';

/** n8n's notices come and go. */
const NOTHING_IN_FRONT = '.el-notification { display: none }';

/** Takes the pictures for README and docs as the tests come by what they show. */
export class Pictures {
	private readonly taken = new Set<Picture>();

	/** @param folder where they are written */
	constructor(private readonly folder: string) {
		mkdirSync(folder, { recursive: true });
	}

	/** Those that no test has taken. */
	get missing(): Picture[] {
		return PICTURES.filter((name) => !this.taken.has(name));
	}

	/** Makes them a third as large: 256 colors are enough for an editor. @throws Error without ffmpeg */
	async compress(signal: AbortSignal): Promise<void> {
		for (const name of this.taken) {
			const [taken, small] = [this.path(name), this.path(`${name}.small`)];
			await runFfmpeg(['-i', taken, '-vf', FEW_COLORS, small], signal);
			renameSync(small, taken);
		}
	}

	/** Takes the window as it is now, once nothing in it moves any more. */
	async take(page: Page, name: Picture): Promise<void> {
		await page.screenshot({
			path: this.path(name),
			animations: 'disabled',
			caret: 'hide',
			style: NOTHING_IN_FRONT,
		});
		this.taken.add(name);
	}

	private path(name: string): string {
		return join(this.folder, `${name}.png`);
	}
}
