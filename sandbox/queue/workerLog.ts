/** What a worker's log tells of executions, by n8n's ids. */
export interface WorkerLog {
	readonly started: ReadonlySet<number>;
	readonly finished: ReadonlySet<number>;
}

const LINE = /Worker (started|finished) execution (\d+) /g;

/** Reads n8n's own log of a worker. */
export function parseWorkerLog(text: string): WorkerLog {
	const found = [...text.matchAll(LINE)];
	const idsOf = (what: string) =>
		new Set(found.filter(([, verb]) => verb === what).map(([, , id]) => Number(id)));
	return { started: idsOf('started'), finished: idsOf('finished') };
}

/** The newest execution that a worker has begun and not ended. */
export function runningExecution({ started, finished }: WorkerLog): number | undefined {
	const running = [...started].filter((id) => !finished.has(id));
	return running.length === 0 ? undefined : Math.max(...running);
}
