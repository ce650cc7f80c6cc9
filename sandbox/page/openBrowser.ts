import { spawn } from 'node:child_process';

/** The command that opens an address in the default browser, by platform; elsewhere as on Linux. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
	darwin: ['open'],
	win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens an address in the default browser, which is the person's and outlives us, where one sits before it: not for a
 * program that reads our output, in CI, at the far end of a network, or without a screen.
 */
export function openBrowser(url: string): void {
	const { platform, env, stdout } = process;
	const opener = OPENERS[platform] ?? ['xdg-open'];
	// Without a screen, xdg-open takes a browser that draws into our terminal.
	const hasScreen = platform in OPENERS || env.DISPLAY || env.WAYLAND_DISPLAY;
	if (!stdout.isTTY || env.CI !== undefined || env.SSH_CONNECTION || !hasScreen) return;
	const [command = '', ...args] = opener;
	const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
	// There is no such command: the address is printed all the same.
	child.once('error', () => undefined);
	child.unref();
}
