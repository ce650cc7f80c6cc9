import { judge } from '../../../sandbox/torture/verdict';
import { execution, someOrdeal, strikeAt } from './someOrdeal';

function delivery(executionId: number, ...eventIds: string[]) {
	return { executionId: String(executionId), eventIds, receivedAtMs: 0 };
}

describe('the verdict over an ordeal', () => {
	it('finds nothing wrong when each event was handed to one execution', () => {
		expect(judge(someOrdeal(), [])).toMatchObject({
			created: 3,
			delivered: 3,
			lost: 0,
			duplicates: 0,
			uncalledFor: 0,
			executions: 3,
			statuses: { success: 3 },
		});
	});

	it('counts an event as delivered by its execution, also where the sink never saw it', () => {
		const verdict = judge(someOrdeal(), [delivery(1, 'a'), delivery(3, 'c')]);
		expect(verdict).toMatchObject({ delivered: 3, reachedSink: 2, lost: 0 });
	});

	it('counts an event that no execution was given as lost', () => {
		const executions = [execution(1, 1, 'a'), execution(3, 3, 'c')];
		expect(judge(someOrdeal({ executions }), [])).toMatchObject({
			delivered: 2,
			lost: 1,
			lostByUncreatedExecution: 0,
		});
	});

	it('explains a loss by a kill that left the state and no execution', () => {
		const executions = [execution(1, 1, 'a'), execution(3, 3, 'c')];
		const strikes = [strikeAt(2, { executions: [execution(1, 1, 'a')], savedMinute: 2 })];
		expect(judge(someOrdeal({ executions, strikes }), [])).toMatchObject({
			lost: 1,
			lostByUncreatedExecution: 1,
			written: { state: 1 },
		});
	});

	it('explains no loss by a kill that left neither', () => {
		const executions = [execution(1, 1, 'a'), execution(3, 3, 'c')];
		const strikes = [strikeAt(2, { executions: [execution(1, 1, 'a')], savedMinute: 1 })];
		expect(judge(someOrdeal({ executions, strikes }), [])).toMatchObject({
			lost: 1,
			lostByUncreatedExecution: 0,
			written: { nothing: 1 },
		});
	});

	it('explains a repeat by a kill that left the execution and not the state', () => {
		const [first, second] = [execution(1, 1, 'a'), execution(2, 2, 'b')];
		const executions = [first, second, execution(3, 3, 'b', 'c')];
		const strikes = [strikeAt(2, { executions: [first, second], savedMinute: 1 })];
		expect(judge(someOrdeal({ executions, strikes }), [])).toMatchObject({
			lost: 0,
			duplicates: 1,
			duplicatesByUnsavedState: 1,
			written: { execution: 1 },
		});
	});

	it('leaves a repeat without such a kill unexplained', () => {
		const [first, second] = [execution(1, 1, 'a'), execution(2, 2, 'b')];
		const executions = [first, second, execution(3, 3, 'b', 'c')];
		const strikes = [strikeAt(2, { executions: [first, second], savedMinute: 2 })];
		expect(judge(someOrdeal({ executions, strikes }), [])).toMatchObject({
			duplicates: 1,
			duplicatesByUnsavedState: 0,
			written: { both: 1 },
		});
	});

	it('tells events from before the activation apart', () => {
		const executions = [...someOrdeal().executions, execution(4, 4, 'old')];
		expect(judge(someOrdeal({ executions }), [])).toMatchObject({ delivered: 3, uncalledFor: 1 });
	});
});
