import { hasPassed, summarize } from '../../../sandbox/crashTest/summary';
import { execution, killAt, someScenario } from './someScenario';

function delivery(executionId: number, ...eventIds: string[]) {
	return { executionId: String(executionId), eventIds, receivedAtMs: 0 };
}

describe('the summary of a scenario', () => {
	it('finds nothing wrong when each event was handed to one execution', () => {
		expect(summarize(someScenario(), [])).toMatchObject({
			created: 3,
			delivered: 3,
			lost: 0,
			duplicates: 0,
			unexpected: 0,
			executions: 3,
			statuses: { success: 3 },
		});
	});

	it('counts an event as delivered by its execution, also where the sink never saw it', () => {
		const summary = summarize(someScenario(), [delivery(1, 'a'), delivery(3, 'c')]);
		expect(summary).toMatchObject({ delivered: 3, reachedSink: 2, lost: 0 });
	});

	it('counts an event that no execution was given as lost', () => {
		const executions = [execution(1, 1, 'a'), execution(3, 3, 'c')];
		expect(summarize(someScenario({ executions }), [])).toMatchObject({
			delivered: 2,
			lost: 1,
			lostExplained: 0,
		});
	});

	it('explains a loss by a kill that left the state and no execution', () => {
		const executions = [execution(1, 1, 'a'), execution(3, 3, 'c')];
		const kills = [killAt(2, { executions: [execution(1, 1, 'a')], savedMinute: 2 })];
		expect(summarize(someScenario({ executions, kills }), [])).toMatchObject({
			lost: 1,
			lostExplained: 1,
			written: { state: 1 },
		});
	});

	it('explains no loss by a kill that left neither', () => {
		const executions = [execution(1, 1, 'a'), execution(3, 3, 'c')];
		const kills = [killAt(2, { executions: [execution(1, 1, 'a')], savedMinute: 1 })];
		expect(summarize(someScenario({ executions, kills }), [])).toMatchObject({
			lost: 1,
			lostExplained: 0,
			written: { nothing: 1 },
		});
	});

	it('explains a repeat by a kill that left the execution and not the state', () => {
		const [first, second] = [execution(1, 1, 'a'), execution(2, 2, 'b')];
		const executions = [first, second, execution(3, 3, 'b', 'c')];
		const kills = [killAt(2, { executions: [first, second], savedMinute: 1 })];
		expect(summarize(someScenario({ executions, kills }), [])).toMatchObject({
			lost: 0,
			duplicates: 1,
			duplicatesExplained: 1,
			written: { execution: 1 },
		});
	});

	it('leaves a repeat without such a kill unexplained', () => {
		const [first, second] = [execution(1, 1, 'a'), execution(2, 2, 'b')];
		const executions = [first, second, execution(3, 3, 'b', 'c')];
		const kills = [killAt(2, { executions: [first, second], savedMinute: 2 })];
		expect(summarize(someScenario({ executions, kills }), [])).toMatchObject({
			duplicates: 1,
			duplicatesExplained: 0,
			written: { both: 1 },
		});
	});

	it('tells events from before the activation apart', () => {
		const executions = [...someScenario().executions, execution(4, 4, 'old')];
		expect(summarize(someScenario({ executions }), [])).toMatchObject({
			delivered: 3,
			unexpected: 1,
		});
	});
});

describe('a mode has passed', () => {
	const losing = { executions: [execution(1, 1, 'a'), execution(3, 3, 'c')] };
	const kills = [killAt(2, { executions: [execution(1, 1, 'a')], savedMinute: 2 })];
	const repeating = { executions: [...someScenario().executions, execution(4, 4, 'c')] };
	const telling = {
		executions: [...someScenario().executions, { ...execution(4, 4, 'c'), redeliveredIds: ['c'] }],
	};

	it.each([
		['durableCursors', 'goOn', 'nothing lost', someScenario(), true],
		['durableCursors', 'goOn', 'an explained loss', someScenario({ ...losing, kills }), false],
		['durableCursors', 'repeatLast', 'a repetition', someScenario(telling), false],
		['inMemory', 'goOn', 'an explained loss', someScenario({ ...losing, kills }), true],
		['inMemory', 'goOn', 'an unexplained loss', someScenario(losing), false],
		['inMemory', 'goOn', 'an unexplained duplicate', someScenario(repeating), false],
		['inMemory', 'goOn', 'nothing created', someScenario({ created: [], executions: [] }), false],
		['inMemory', 'goOn', 'an event not created', someScenario({ created: [] }), false],
		['inMemory', 'repeatLast', 'an explained loss', someScenario({ ...losing, kills }), false],
		['inMemory', 'repeatLast', 'a repetition that says so', someScenario(telling), true],
		['inMemory', 'repeatLast', 'one that does not', someScenario(repeating), false],
	] as const)('%s, %s, %s', (mode, afterRestart, _what, record, passed) => {
		expect(hasPassed(mode, afterRestart, summarize(record, []))).toBe(passed);
	});
});
