import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import type { CommandRun } from '../command/command';

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

/** Starts a browser without a window, to be closed with the run. @throws Error saying how to get one when there is none */
export async function startChromium({ teardown }: CommandRun): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) {
		const advice =
			'Debian has it: apt-get install chromium. Elsewhere set CHROMIUM to the path of one.';
		throw new Error(`There is no Chromium at ${executablePath}. ${advice}`);
	}
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
