import fc from 'fast-check';
import type { TimeRange } from '../../nodes/OrgEventLog/api/page';
import type { ModelBehaviour, ModelEvent } from './modelLog';

/** Any service that the specification allows, with pages of 1 to 12 events. */
export function anyBehaviour(shallowestRefusedSkip: number): fc.Arbitrary<ModelBehaviour> {
	return fc.record({
		maxLimit: fc.integer({ min: 1, max: 12 }),
		order: fc.constantFrom('honoured', 'alwaysOldestFirst', 'alwaysNewestFirst', 'sortsPage'),
		afterInclusive: fc.boolean(),
		beforeInclusive: fc.boolean(),
		ties: fc.constantFrom('stable', 'alternating', 'shuffled'),
		maxSkip: fc.constantFrom(shallowestRefusedSkip, Infinity),
		tellsTime: fc.boolean(),
	});
}

/** Logs with ties, a busy second and a year of next to nothing. */
export function anyUnevenLog(startMs: number, maxLength: number): fc.Arbitrary<ModelEvent[]> {
	const offset = fc.oneof(
		fc.integer({ min: 0, max: 12 }),
		fc.integer({ min: 1000, max: 1030 }),
		fc.integer({ min: 0, max: 31_000_000_000 }),
	);
	return fc
		.array(offset, { maxLength })
		.map((offsets) =>
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
