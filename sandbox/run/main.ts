import { onInterruption } from '../processes/interruption';
import { Teardown } from '../processes/teardown';
import { runDemonstration } from './demonstration';
import { runOnce } from './once';
import type { RunOptions } from './options';
import { USAGE, readOptions } from './options';

const STATUS_MISUSE = 2;
const STATUS_INTERRUPTED = 130;

async function run(options: RunOptions, teardown: Teardown, signal: AbortSignal): Promise<number> {
	if (options.help) console.log(USAGE);
	else if (options.once) return (await runOnce(teardown, signal)) ? 0 : 1;
	else await runDemonstration(options, teardown, signal);
	return 0;
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
