import 'reflect-metadata';
import { measureExactJson } from '../contestants/exactJson';
import { exportFile } from '../contestants/fileExport';
import { backlogOfBareLoop, backlogOfTrigger } from '../contestants/pollBacklog';
import { measureQuietPoll } from '../contestants/quietPoll';
import { readWithBareLoop, readWithHttpRequest, readWithNode } from '../contestants/reading';
import type { Values } from '../values';

/** What a worker can be asked to do. */
export const JOBS = {
	bareLoop: readWithBareLoop,
	httpRequestNode: readWithHttpRequest,
	eventLogNode: readWithNode,
	exportFile,
	quietPoll: measureQuietPoll,
	backlogOfBareLoop,
	backlogOfTrigger,
	exactJson: measureExactJson,
} as const satisfies Record<string, (settings: Values) => Promise<Values>>;

export type JobName = keyof typeof JOBS;

export function isJobName(name: unknown): name is JobName {
	return typeof name === 'string' && Object.hasOwn(JOBS, name);
}
