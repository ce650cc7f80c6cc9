import { parseWorkerLog, runningExecution } from '../../../sandbox/queue/workerLog';

const LOG = `
n8n worker is now ready
Worker started execution 7 (job 3)
Worker finished execution 7 (job 3)
Worker started execution 12 (job 5)
Worker started execution 9 (job 6)
`;

describe("a worker's log", () => {
	it('tells which executions began and ended', () => {
		const { started, finished } = parseWorkerLog(LOG);
		expect([...started]).toEqual([7, 12, 9]);
		expect([...finished]).toEqual([7]);
	});

	it('tells the newest one that is running', () => {
		expect(runningExecution(parseWorkerLog(LOG))).toBe(12);
	});

	it('tells of none where all have ended, or none began', () => {
		expect(runningExecution(parseWorkerLog(''))).toBeUndefined();
		const ended = 'Worker started execution 7 (job 3)\nWorker finished execution 7 (job 3)';
		expect(runningExecution(parseWorkerLog(ended))).toBeUndefined();
	});
});
