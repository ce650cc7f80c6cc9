import { answerJobs } from '../jobs';
import { exportFile } from './fileExport';
import { read } from './readers';

/** What a contestant's process can be asked to do. */
const JOBS = { read, exportFile };

export type ContestantJobs = typeof JOBS;

answerJobs(JOBS);
