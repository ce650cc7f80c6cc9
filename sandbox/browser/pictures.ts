import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

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

	/** Takes the window as it is now, once nothing in it moves any more. */
	async take(page: Page, name: Picture): Promise<void> {
		await page.screenshot({
			path: join(this.folder, `${name}.png`),
			animations: 'disabled',
			caret: 'hide',
			style: NOTHING_IN_FRONT,
		});
		this.taken.add(name);
	}
}
