import { Teardown } from '../processes/teardown';
import { runDemonstration } from './demonstration';
import { runOnce } from './once';
import type { RunOptions } from './options';
import { USAGE, readOptions } from './options';

const ENDING_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
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
	for (const name of ENDING_SIGNALS) {
		process.on(name, () => {
			if (!interruption.signal.aborted) console.error('\nStopping …');
			interruption.abort();
		});
	}
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

/** The whole of `npm start`; ends the process with its exit status. */
export async function main(args: readonly string[]): Promise<void> {
	process.exit(await runToItsEnd(readOptions(args)));
}
