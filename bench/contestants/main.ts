import { answerJobs } from '../jobs';
import { compareJson } from './exactJson';
import { exportFile } from './fileExport';
import { read } from './readers';

/** What a contestant's process can be asked to do. */
const JOBS = { read, exportFile, compareJson };

export type ContestantJobs = typeof JOBS;

answerJobs(JOBS);
