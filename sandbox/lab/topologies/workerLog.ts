import { existsSync, readFileSync } from 'node:fs';
import type { N8nProcess } from '../../n8n/n8nProcess';

/** What a worker's log tells of executions, by n8n's ids. */
export interface WorkerLog {
	readonly started: ReadonlySet<number>;
	readonly finished: ReadonlySet<number>;
}

const LINE = /Worker (started|finished) execution (\d+) /g;

/** Reads n8n's own log of a worker. */
export function logOf({ n8n: { settings } }: N8nProcess): WorkerLog {
	const { logPath } = settings;
	const text = existsSync(logPath) ? readFileSync(logPath, 'utf8') : '';
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
