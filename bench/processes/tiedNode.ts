import type { ChildProcess, StdioOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../places';

const END_WITH_PARENT = join(ROOT, 'sandbox', 'processes', 'endWithParent.cjs');

export interface TiedNode {
	readonly nodePath: string;
	/** A TypeScript file. */
	readonly script: string;
	readonly args?: readonly string[];
	readonly nodeOptions?: readonly string[];
	/** `ipc` opens a channel for messages. */
	readonly channel: 'ipc' | 'ignore';
}

/** A Node process whose standard output is ours to read and that ends when we do. */
export function startTiedNode(tied: TiedNode): ChildProcess {
	const { nodePath, script, args = [], nodeOptions = [], channel } = tied;
	const loaders = ['--require', END_WITH_PARENT, '--require', 'tsx/cjs'];
	const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'pipe', channel];
	return spawn(nodePath, [...nodeOptions, ...loaders, script, ...args], {
		cwd: ROOT,
		detached: true,
		stdio,
	});
}

/** Resolves once the process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	await new Promise<void>((resolve) => child.once('exit', () => resolve()));
}
