import { tallyExecutions } from '../../../sandbox/queue/tally';
import { event, execution } from './someExecutions';

const CREATED = ['a', 'b', 'c'].map(event);

describe('the tally of a mode', () => {
	it('counts what executions were given, of the trigger only', () => {
		const other = execution(3, ['c'], { isDelivery: false });
		const tally = tallyExecutions(CREATED, [execution(1, ['a']), execution(2, ['b']), other]);
		expect(tally).toMatchObject({ created: 3, delivered: 2, lost: 1, unexpected: 0 });
	});

	it('counts an event of an execution that was given up as delivered, and says so', () => {
		const givenUp = execution(1, ['a', 'b'], { status: 'error' });
		const tally = tallyExecutions(CREATED, [givenUp, execution(2, ['b', 'c'])]);
		expect(tally).toMatchObject({ delivered: 3, lost: 0, unfinished: 1 });
	});

	it('counts each delivery beyond the first, and which of them said so', () => {
		const again = execution(2, ['a', 'b', 'c'], { redeliveredIds: ['a'] });
		const tally = tallyExecutions(CREATED, [execution(1, ['a', 'b']), again]);
		expect(tally).toMatchObject({ duplicates: 2, redelivered: 1, lost: 0 });
	});

	it('does not take the first delivery for a repetition because it says so', () => {
		const first = execution(1, ['a'], { redeliveredIds: ['a'] });
		expect(tallyExecutions(CREATED, [first])).toMatchObject({ duplicates: 0, redelivered: 0 });
	});

	it('counts an event twice in one execution as a repetition', () => {
		const twice = execution(1, ['a', 'a']);
		expect(tallyExecutions(CREATED, [twice])).toMatchObject({ delivered: 1, duplicates: 1 });
	});

	it('names what was delivered and never created', () => {
		const tally = tallyExecutions(CREATED, [execution(1, ['a', 'b', 'c', 'old'])]);
		expect(tally).toMatchObject({ delivered: 3, unexpected: 1 });
	});
});
