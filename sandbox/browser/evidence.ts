import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Keeps how the window looks, and says where. */
export async function keepWindow(page: Page, folder: string, name: string): Promise<string> {
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`);
	await page.screenshot({ path });
	return `${page.url()} is shown in ${path}`;
}
