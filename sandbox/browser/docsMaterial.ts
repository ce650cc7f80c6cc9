import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withSections } from '../../scripts/docs/sections';
import { ROOT } from '../places';

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

const DOCS = join(ROOT, 'docs');
/** 256 are enough for an editor, and make a picture a third as large. */
const FEW_COLORS =
	'split[all][some];[some]palettegen[palette];[all][palette]paletteuse=dither=none';
/** n8n's notices come and go. */
const NOTHING_IN_FRONT = '.el-notification { display: none }';

/** What README and docs take from the tests, as these come by it. */
export class DocsMaterial {
	private readonly images: string;

	/** @param insteadOfDocs where pictures are written, for the docs are to stay as they are; nothing else is written there */
	constructor(private readonly insteadOfDocs?: string) {
		this.images = insteadOfDocs ?? join(DOCS, 'images');
		mkdirSync(this.images, { recursive: true });
	}

	/** Takes the window as it is now, once nothing in it moves any more. @throws Error without ffmpeg */
	async take(page: Page, name: Picture): Promise<void> {
		const path = join(this.images, `${name}.png`);
		await page.screenshot({ path, animations: 'disabled', caret: 'hide', style: NOTHING_IN_FRONT });
		if (this.insteadOfDocs !== undefined) return;
		const small = `${path}.small.png`;
		execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', path, '-vf', FEW_COLORS, small]);
		renameSync(small, path);
	}

	/** What the first alert takes. */
	writeFirstAlert(text: string): void {
		if (this.insteadOfDocs !== undefined) return;
		const page = join(DOCS, 'first-alert.md');
		writeFileSync(page, withSections(readFileSync(page, 'utf8'), { 'ten-minutes': text }));
	}
}
