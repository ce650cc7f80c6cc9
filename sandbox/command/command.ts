import { onInterruption } from './interruption';
import { Teardown } from './teardown';

/** One run of a command, from its start until everything that it has started is stopped. */
export interface CommandRun {
	/** Aborted when the run is to end, whatever it is at. */
	readonly signal: AbortSignal;
	/** How to stop what the run has started. */
	readonly teardown: Teardown;
}

/** A command as `npm start` and the like call it. */
export interface Command<Options extends { readonly help: boolean }> {
	readonly usage: string;
	/** @throws TypeError naming what is wrong with the arguments */
	readonly parse: (args: readonly string[]) => Options;
	/** @returns whether everything is as it should be */
	readonly execute: (options: Options, run: CommandRun) => Promise<boolean>;
}

const EXIT_SUCCESS = 0;
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** A run, and how to end it: all that was started with it is stopped then. Whoever asks for it may end it, too. */
export function beginRun(...signals: readonly AbortSignal[]) {
	const teardown = new Teardown();
	const ending = new AbortController();
	const run: CommandRun = { signal: AbortSignal.any([ending.signal, ...signals]), teardown };
	const end = async () => {
		// What ran beside the part that failed must start nothing new meanwhile.
		ending.abort();
		await teardown.run();
	};
	return { run, end };
}

async function executeAndTearDown(execute: (run: CommandRun) => Promise<boolean>): Promise<number> {
	const interruption = new AbortController();
	const { signal } = interruption;
	onInterruption(() => {
		if (!signal.aborted) console.error('\nStopping …');
		interruption.abort();
	});
	const { run, end } = beginRun(signal);
	try {
		return (await execute(run)) ? EXIT_SUCCESS : EXIT_FAILURE;
	} catch (error) {
		if (signal.aborted) return EXIT_INTERRUPTED;
		console.error(messageOf(error));
		return EXIT_FAILURE;
	} finally {
		await end();
	}
}

async function exitCodeOf<Options extends { readonly help: boolean }>(
	{ usage, parse, execute }: Command<Options>,
	args: readonly string[],
): Promise<number> {
	let options: Options;
	try {
		options = parse(args);
	} catch (error) {
		console.error(`${messageOf(error)}\n\n${usage}`);
		return EXIT_USAGE;
	}
	if (!options.help) return await executeAndTearDown((run) => execute(options, run));
	console.log(usage);
	return EXIT_SUCCESS;
}

/** Runs a command and ends the process with its exit code. */
export async function runCommand<Options extends { readonly help: boolean }>(
	command: Command<Options>,
	args: readonly string[],
): Promise<void> {
	process.exit(await exitCodeOf(command, args));
}
