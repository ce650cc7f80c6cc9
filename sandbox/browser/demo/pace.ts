import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Manner } from '../person';

/** For the eye to follow the pointer. */
const POINTER_MS = 450;
const TYPING_DELAY_MS = 35;
/** Reading: some 15 characters a second, and a moment to find the line. */
const MS_PER_CHARACTER = 65;
const FIND_MS = 800;

/** Shows a caption for as long as it takes to read it; it stays until the next one. */
export async function showCaption(page: Page, text: string, signal: AbortSignal): Promise<void> {
	await page.evaluate(`demo.caption(${JSON.stringify(text)})`);
	await sleep(FIND_MS + text.length * MS_PER_CHARACTER, undefined, { signal });
}

async function showPointer(target: Locator, signal: AbortSignal): Promise<void> {
	await target.scrollIntoViewIfNeeded();
	const box = await target.boundingBox();
	if (box === null) return;
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await target.page().evaluate(`demo.pointer(${x}, ${y})`);
	await sleep(POINTER_MS, undefined, { signal });
}

/** Slow enough to be watched. */
export function watchable(signal: AbortSignal): Manner {
	return {
		beforePointing: (target) => showPointer(target, signal),
		typingDelayMs: TYPING_DELAY_MS,
	};
}
