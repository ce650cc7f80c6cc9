import { Teardown } from '../processes/teardown';
import { runDemonstration } from './demonstration';
import { runOnce } from './once';
import type { RunOptions } from './options';
import { USAGE, readOptions } from './options';

/** npm passes a signal on to its shell only, which ends without telling us. */
const LOOK_FOR_PARENT_EVERY_MS = 500;
const ENDING_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STATUS_MISUSE = 2;
const STATUS_INTERRUPTED = 130;

async function run(options: RunOptions, teardown: Teardown, signal: AbortSignal): Promise<number> {
	if (options.help) console.log(USAGE);
	else if (options.once) return (await runOnce(teardown, signal)) ? 0 : 1;
	else await runDemonstration(options, teardown, signal);
	return 0;
}

/** Calls back when someone ends this run: by a signal, or by ending the npm that has started it. */
function onInterruption(stop: () => void): void {
	for (const name of ENDING_SIGNALS) process.on(name, stop);
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid !== parent) stop();
	}, LOOK_FOR_PARENT_EVERY_MS);
	timer.unref();
}

async function runToItsEnd(options: RunOptions): Promise<number> {
	const teardown = new Teardown();
	const interruption = new AbortController();
	onInterruption(() => {
		if (!interruption.signal.aborted) console.error('\nStopping …');
		interruption.abort();
	});
	try {
		return await run(options, teardown, interruption.signal);
	} catch (error) {
		if (interruption.signal.aborted) return STATUS_INTERRUPTED;
		console.error(error instanceof Error ? error.message : error);
		return 1;
	} finally {
		await teardown.run();
	}
}

async function toStatus(args: readonly string[]): Promise<number> {
	try {
		return await runToItsEnd(readOptions(args));
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
		return STATUS_MISUSE;
	}
}

/** The whole of `npm start`; ends the process with its exit status. */
export async function main(args: readonly string[]): Promise<void> {
	process.exit(await toStatus(args));
}
