import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import type { CommandRun } from '../command/command';

/** Names another Chromium than Debian's. */
const VARIABLE = 'CHROMIUM';
const DEBIANS = '/usr/bin/chromium';

/** It may run as root, without a display or a graphics card, and looks for nothing on the internet. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Pictures are the same on every machine that has the same fonts.
	'--force-color-profile=srgb',
	'--font-render-hinting=none',
	'--hide-scrollbars',
];

/** Where Chromium is. @throws Error saying how to get one */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string {
	const named = environment[VARIABLE];
	const path = named ?? DEBIANS;
	if (existsSync(path)) return path;
	throw new Error(
		`There is no Chromium at ${path}. ` +
			(named === undefined
				? `Debian has it: apt-get install chromium. Elsewhere set ${VARIABLE} to the path of one.`
				: `Set ${VARIABLE} to the path of one.`),
	);
}

/** Starts a browser without a window, to be closed with the run. @throws Error when there is none */
export async function startChromium({ teardown, signal }: CommandRun): Promise<Browser> {
	const executablePath = findChromium();
	signal.throwIfAborted();
	const browser = await chromium.launch({
		executablePath,
		args: FLAGS,
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	teardown.add(() => browser.close());
	return browser;
}
