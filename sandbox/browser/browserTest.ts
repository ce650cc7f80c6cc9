import type { Stage } from './stage';

/** One thing that has to hold in the browser. */
export interface BrowserTest<On = Stage> {
	/** A sentence, as in the list of results. */
	readonly name: string;
	/** @throws whatever says what is wrong */
	readonly run: (stage: On) => Promise<void>;
}

/**
 * Runs tests one after another, each whatever became of those before, and prints how each went. Gives the names of those
 * that failed.
 *
 * @param keepEvidence keeps what helps to see what is wrong, and says where it is
 * @throws the signal's reason when it is aborted
 */
export async function runTests<On extends { readonly signal: AbortSignal }>(
	tests: ReadonlyArray<BrowserTest<On>>,
	stage: On,
	keepEvidence: (name: string) => Promise<string>,
): Promise<string[]> {
	const failed: string[] = [];
	for (const { name, run } of tests) {
		const startMs = Date.now();
		const seconds = () => ((Date.now() - startMs) / 1000).toFixed(1).padStart(5);
		try {
			await run(stage);
			console.log(`ok     ${seconds()} s  ${name}`);
		} catch (error) {
			stage.signal.throwIfAborted();
			console.log(`FAILED ${seconds()} s  ${name}`);
			console.log(error instanceof Error ? error.message : String(error));
			console.log(await keepEvidence(name));
			failed.push(name);
		}
	}
	return failed;
}
