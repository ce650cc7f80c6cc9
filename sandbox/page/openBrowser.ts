import { spawn } from 'node:child_process';

/** What is known of where a command runs. */
interface Surroundings {
	readonly platform: NodeJS.Platform;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Whether a person sees what is printed. */
	readonly isTerminal: boolean;
}

type Opener = readonly [command: string, ...args: readonly string[]];

/**
 * The command that opens an address in the default browser, where there is one before which a
 * person sits: not for a program that reads our output, in CI, or at the far end of a network.
 */
export function browserOpener({ platform, env, isTerminal }: Surroundings): Opener | undefined {
	if (!isTerminal || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return undefined;
	if (platform === 'darwin') return ['open'];
	if (platform === 'win32') return ['cmd', '/c', 'start', ''];
	// Without a screen, xdg-open takes a browser that draws into our terminal.
	const hasScreen = env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
	return hasScreen ? ['xdg-open'] : undefined;
}

/** Opens an address in the default browser, which is the person's and outlives us. */
export function openBrowser(url: string): void {
	const { platform, env, stdout } = process;
	const opener = browserOpener({ platform, env, isTerminal: stdout.isTTY });
	if (opener === undefined) return;
	const [command, ...args] = opener;
	const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
	// There is no such command: the address is printed all the same.
	child.once('error', () => undefined);
	child.unref();
}
