import { QUEUE_MODES } from '../../../sandbox/queue/modes';
import type { QueueMode } from '../../../sandbox/queue/modes';
import type { Proof } from '../../../sandbox/queue/outcome';
import { countByWorker, findFaults, toOutcome } from '../../../sandbox/queue/outcome';
import { parseWorkerLog } from '../../../sandbox/queue/workerLog';
import { execution } from './someExecutions';

const GOOD = {
	created: 3,
	delivered: 3,
	lost: 0,
	duplicates: 0,
	redelivered: 0,
	unexpected: 0,
	unfinished: 0,
};

function modeThat(repeats: boolean): QueueMode {
	const mode = QUEUE_MODES.find((known) => known.repeats === repeats);
	if (mode === undefined) throw new Error('No such mode');
	return mode;
}

function proof(overrides: Partial<Proof> = {}, tally: Partial<Proof['tally']> = {}): Proof {
	return {
		mode: modeThat(false),
		tally: { ...GOOD, ...tally },
		workers: 2,
		executions: 30,
		ranOn: { 'worker 1': 14, 'worker 2': 15 },
		exchanges: 25,
		kills: 4,
		burst: { executions: 20, succeeded: 20, exchanges: 18, mostExchanges: 40 },
		faults: [],
		...overrides,
	};
}

describe('the line of JSON of a mode', () => {
	it('has these members in this order, all numbers but the first', () => {
		expect(JSON.stringify(toOutcome(proof()))).toBe(
			'{"mode":"durableCursors","workers":2,"created":3,"delivered":3,"lost":0,"duplicates":0,' +
				'"executions":30,"exchanges":25,"kills":4}',
		);
	});
});

describe('what is not as it should be', () => {
	it('is nothing where all is well', () => {
		expect(findFaults(proof())).toEqual([]);
	});

	it.each<[string, Partial<Proof>, Partial<Proof['tally']>]>([
		['no events were created', {}, { created: 0 }],
		['1 events were handed to no execution', {}, { lost: 1 }],
		['2 times an event came twice', {}, { duplicates: 2, redelivered: 2 }],
		['3 events from before the activation', {}, { unexpected: 3 }],
		['1 executions ran on no worker', { ranOn: { 'worker 1': 1, 'worker 2': 1, none: 1 } }, {}],
		['1 of the workers ran nothing', { ranOn: { 'worker 1': 29 } }, {}],
		[
			'1 of the executions at once did not succeed',
			{ burst: { executions: 20, succeeded: 19, exchanges: 18, mostExchanges: 40 } },
			{},
		],
		[
			'20 executions at once exchanged the refresh token 41 times',
			{ burst: { executions: 20, succeeded: 20, exchanges: 41, mostExchanges: 40 } },
			{},
		],
		[
			'20 executions at once exchanged the refresh token 0 times',
			{ burst: { executions: 20, succeeded: 20, exchanges: 0, mostExchanges: 40 } },
			{},
		],
		['the report is not complete', { faults: ['the report is not complete'] }, {}],
	])('is told: %s', (words, overrides, tally) => {
		expect(findFaults(proof(overrides, tally))).toEqual([expect.stringContaining(words)]);
	});

	it('is a repetition only where it does not say so, if the trigger repeats', () => {
		const mode = modeThat(true);
		expect(findFaults(proof({ mode }, { duplicates: 5, redelivered: 5 }))).toEqual([]);
		expect(findFaults(proof({ mode }, { duplicates: 5, redelivered: 4 }))).toEqual([
			'1 times an event came twice and did not say so',
		]);
	});
});

describe('who ran what', () => {
	const workers = [
		{ name: 'worker 1', log: parseWorkerLog('Worker started execution 1 (job 1)') },
		{ name: 'worker 2', log: parseWorkerLog('Worker started execution 2 (job 2)') },
	];

	it('counts executions that succeeded by the worker that began them', () => {
		const failed = execution(4, [], { status: 'error' });
		const executions = [execution(1, []), execution(2, []), execution(3, []), failed];
		expect(countByWorker(executions, workers)).toEqual({ 'worker 1': 1, 'worker 2': 1, none: 1 });
	});
});
