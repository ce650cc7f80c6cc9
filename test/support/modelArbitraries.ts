import fc from 'fast-check';
import type { TimeRange } from '../../nodes/OrgEventLog/api/page';
import type { ModelBehaviour, ModelEvent } from './modelLog';

/** Any service that has to be read right, with pages of 10 to 25 events. */
export function anyBehaviour(): fc.Arbitrary<ModelBehaviour> {
	return fc.record({
		maxLimit: fc.constantFrom(10, 12, 25, 1000),
		order: fc.constantFrom(
			'honoured',
			'honoured',
			'alwaysOldestFirst',
			'alwaysNewestFirst',
			'sortsNewestPage',
			'sortsOldestPage',
			'unordered',
		),
		letterCase: fc.constantFrom(undefined, undefined, 'lower'),
		afterInclusive: fc.boolean(),
		beforeInclusive: fc.boolean(),
		ties: fc.constantFrom('stable', 'stable', 'shuffled'),
		tellsTime: fc.boolean(),
	});
}

/** Logs with ties, a busy second and a year of next to nothing. */
export function anyUnevenLog(startMs: number, minLength: number, maxLength: number) {
	const offset = fc.oneof(
		fc.integer({ min: 0, max: 12 }),
		fc.integer({ min: 1000, max: 1030 }),
		fc.integer({ min: 0, max: 31_000_000_000 }),
	);
	return fc
		.array(offset, { minLength, maxLength })
		.map((offsets): ModelEvent[] =>
			offsets.map((offsetMs, index) => ({ id: `event-${index}`, createdAtMs: startMs + offsetMs })),
		);
}

/** Ranges around the first milliseconds of a log, open at either end or at both. */
export function anyRange(logStartMs: number, latestEndMs: number): fc.Arbitrary<TimeRange> {
	return fc.record(
		{
			startMs: fc.integer({ min: -3, max: 10 }).map((offset) => logStartMs + offset),
			endMs: fc.integer({ min: 11, max: latestEndMs }).map((offset) => logStartMs + offset),
		},
		{ requiredKeys: [] },
	);
}
