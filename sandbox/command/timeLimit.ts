import type { CommandRun } from './command';

const MS_PER_MINUTE = 60_000;

/** Executes a run for so long at most. @throws Error when it takes longer */
export async function withinMinutes(
	minutes: number,
	run: CommandRun,
	execute: (run: CommandRun) => Promise<boolean>,
): Promise<boolean> {
	const timeLimit = AbortSignal.timeout(minutes * MS_PER_MINUTE);
	try {
		return await execute({ ...run, signal: AbortSignal.any([run.signal, timeLimit]) });
	} catch (error) {
		if (!timeLimit.aborted) throw error;
		throw new Error(`The run takes longer than ${minutes} minutes: given up`);
	}
}
