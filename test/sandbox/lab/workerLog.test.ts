import {
	countByWorker,
	parseWorkerLog,
	runningExecution,
} from '../../../sandbox/lab/topologies/workerLog';

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

describe('what ran where', () => {
	const [one, other, idle] = [
		'Worker started execution 1 (job 1)',
		'Worker started execution 2 (',
		'',
	];
	const workers = [one, other, idle].map((log) => parseWorkerLog(`${log} `));
	const success = (id: number) => ({ id, status: 'success' });

	it('is counted by worker, for those that succeeded', () => {
		const executions = [success(1), success(2), { id: 3, status: 'error' }];
		expect(countByWorker(executions, workers)).toEqual({ ran: [1, 1, 0], elsewhere: 0 });
	});

	it('tells of executions that ran on no worker', () => {
		expect(countByWorker([success(1), success(4)], workers)).toEqual({
			ran: [1, 0, 0],
			elsewhere: 1,
		});
	});
});
