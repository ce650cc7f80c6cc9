import type { CourseRecord } from '../../../sandbox/stumbleTest/course';
import { hasPassed, judge } from '../../../sandbox/stumbleTest/verdict';

function execution(
	id: number,
	eventIds: readonly string[],
	redeliveredIds: readonly string[] = [],
) {
	return { id, status: 'success', createdAtMs: id, eventIds, redeliveredIds };
}

function recordOf(...executions: CourseRecord['executions'][number][]): CourseRecord {
	return { created: ['a', 'b'], executions, publication: 'published' };
}

const ONCE = [execution(1, ['a']), execution(2, ['b'])];
const REPEATED = [...ONCE, execution(3, ['b'], ['b'])];

it('counts what was lost, repeated, said to be redelivered, and not expected', () => {
	const record = recordOf(
		execution(1, ['a', 'old']),
		execution(2, ['a']),
		execution(3, ['a'], ['a']),
	);
	expect(judge(record)).toMatchObject({
		...{ created: 2, lost: 1, repeated: 1, redelivered: 1, unexpected: 1 },
	});
});

it('what came only as a repetition is not lost', () => {
	expect(judge(recordOf(execution(1, ['a']), execution(2, ['b'], ['b'])))).toMatchObject({
		...{ lost: 0, repeated: 0, redelivered: 1 },
	});
});

it.each([
	['inMemory', 'repetitions that say so', recordOf(...REPEATED), true],
	['inMemory', 'none, though n8n was restarted', recordOf(...ONCE), false],
	['durableCursors', 'each once', recordOf(...ONCE), true],
	['durableCursors', 'a repetition', recordOf(...REPEATED), false],
	['inMemory', 'a loss', recordOf(execution(1, ['a'], ['a'])), false],
	['inMemory', 'a repetition that says nothing', recordOf(...REPEATED, execution(4, ['a'])), false],
	['inMemory', 'an old event', recordOf(...REPEATED, execution(4, ['old'])), false],
	['inMemory', 'nothing created', { ...recordOf(), created: [] }, false],
	[
		'inMemory',
		'a publication that failed',
		{ ...recordOf(...REPEATED), publication: 'failed' },
		false,
	],
] as const)('%s has passed with %s: as it should', (mode, _what, record, passed) => {
	expect(hasPassed(mode, judge(record))).toBe(passed);
});
