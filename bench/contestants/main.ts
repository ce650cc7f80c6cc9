import { answerJobs } from '../jobs';
import { compareJson } from './exactJson';
import { exportFile } from './fileExport';
import { pollQuietly } from './quietPoll';
import { read } from './readers';

/** What a contestant's process can be asked to do. */
const JOBS = { read, exportFile, pollQuietly, compareJson };

export type ContestantJobs = typeof JOBS;

answerJobs(JOBS);
