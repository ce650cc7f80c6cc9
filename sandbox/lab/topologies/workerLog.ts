import { existsSync, readFileSync } from 'node:fs';
import type { StoredExecution } from '../../n8n/database';
import type { N8nProcess } from '../../n8n/n8nProcess';

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

export function logOf({ n8n: { settings } }: N8nProcess): WorkerLog {
	const { logPath } = settings;
	return parseWorkerLog(existsSync(logPath) ? readFileSync(logPath, 'utf8') : '');
}

/** The newest execution that a worker has begun and not ended. */
export function runningExecution({ started, finished }: WorkerLog): number | undefined {
	const running = [...started].filter((id) => !finished.has(id));
	return running.length === 0 ? undefined : Math.max(...running);
}

/** How many executions succeeded on each worker, and how many on none, by what the workers began. */
export function countByWorker(
	executions: ReadonlyArray<Pick<StoredExecution, 'id' | 'status'>>,
	workers: readonly WorkerLog[],
): { readonly ran: readonly number[]; readonly elsewhere: number } {
	const succeeded = executions.filter(({ status }) => status === 'success');
	const ran = workers.map(({ started }) => succeeded.filter(({ id }) => started.has(id)).length);
	const begun = (id: number) => workers.some(({ started }) => started.has(id));
	return { ran, elsewhere: succeeded.filter(({ id }) => !begun(id)).length };
}
