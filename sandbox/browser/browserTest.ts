import { once } from 'node:events';

/** One thing that has to hold in the browser. */
export interface BrowserTest<Stage> {
	/** A sentence, as in the list of results. */
	readonly name: string;
	/** @throws whatever says what is wrong */
	readonly run: (stage: Stage) => Promise<void>;
}

/** What became of a test. */
export interface TestResult {
	readonly name: string;
	readonly passed: boolean;
	readonly seconds: number;
}

interface RunnerOptions {
	readonly signal: AbortSignal;
	/** Keeps what helps to see what is wrong, and says where it is. */
	readonly keepEvidence: (name: string) => Promise<string>;
}

async function orAbortion<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	const settled = new AbortController();
	const abortion = once(signal, 'abort', { signal: settled.signal }).then(() => {
		throw signal.reason;
	});
	try {
		return await Promise.race([work, abortion]);
	} finally {
		settled.abort();
		abortion.catch(() => undefined);
	}
}

/**
 * Runs tests one after another, each whatever became of those before, and prints how each went.
 *
 * @throws the signal's reason when it is aborted
 */
export async function runTests<Stage>(
	tests: ReadonlyArray<BrowserTest<Stage>>,
	stage: Stage,
	{ signal, keepEvidence }: RunnerOptions,
): Promise<TestResult[]> {
	const results: TestResult[] = [];
	for (const { name, run } of tests) {
		const startMs = Date.now();
		const failure = await orAbortion(run(stage), signal).then(
			() => undefined,
			(error: unknown) => ({ error }),
		);
		signal.throwIfAborted();
		const seconds = (Date.now() - startMs) / 1000;
		const passed = failure === undefined;
		console.log(`${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s  ${name}`);
		if (failure) {
			console.log(failure.error instanceof Error ? failure.error.message : String(failure.error));
			console.log(await keepEvidence(name));
		}
		results.push({ name, passed, seconds });
	}
	return results;
}
