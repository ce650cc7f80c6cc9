import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { dedupeKeyOf } from '../../../../../nodes/OrgEventLog/events/dedupeKey';
import { suppressRepeats } from '../../../../../nodes/OrgEventLog/trigger/alerts/alerts';
import {
	type PollSequence,
	RUNS,
	START_MS,
	anyPolls,
	lateOrNot,
	none,
	onTime,
	playPolls,
	some,
} from './pollSequence';

interface Scenario extends PollSequence {
	readonly withinMs: number;
}

function scenarios(late: fc.Arbitrary<number>, back: fc.Arbitrary<number>): fc.Arbitrary<Scenario> {
	const event = fc.record({
		offsetMs: fc.oneof(
			fc.integer({ min: 0, max: 600_000 }),
			fc.integer({ min: 0, max: 30 }).map((steps) => steps * 10_000),
		),
		lateMs: late,
		action: fc.constantFrom('deny', 'register', 'unregister'),
	});
	return fc.record({
		events: fc.array(event, { maxLength: 25 }).map((drafts) =>
			drafts.map(({ offsetMs, lateMs, action }, index) => ({
				id: `event-${index}`,
				createdAtMs: START_MS + offsetMs,
				visibleAtMs: START_MS + offsetMs + lateMs,
				fields: { action },
			})),
		),
		...anyPolls(back),
		withinMs: fc.constantFrom(1, 15_000, 30_000, 60_000, 300_000, 604_800_000),
	});
}

interface Given {
	readonly id: string;
	readonly key: string;
	readonly atMs: number;
	readonly suppressed: number;
}

interface Outcome {
	/** What polls gave, and what they had read for it, in the order in which they did. */
	readonly given: readonly Given[];
	readonly read: readonly LoggedEvent[];
}

function keyOf({ fields }: LoggedEvent): string {
	return dedupeKeyOf(fields);
}

async function play(scenario: Scenario): Promise<Outcome> {
	const given: Given[] = [];
	const read: LoggedEvent[] = [];
	await playPolls(scenario, ({ newEvents, state }) => {
		const alerts = suppressRepeats(newEvents, state, scenario.withinMs, keyOf);
		expect(alerts.forgottenToMs).toBeUndefined();
		for (const { subject, suppressed } of alerts.delivered) {
			given.push({ id: subject.id, key: keyOf(subject), atMs: subject.createdAtMs, suppressed });
		}
		read.push(...newEvents);
		return alerts.state;
	});
	return { given, read };
}

/** Holds back what is near one that was given, and remembers all of them for ever. */
function bruteForce(events: readonly LoggedEvent[], withinMs: number): Given[] {
	const given: Given[] = [];
	const heldBack = new Map<string, number>();
	for (const event of events) {
		const { id, createdAtMs: atMs } = event;
		const key = keyOf(event);
		const isNear = given.some(
			(other) => other.key === key && Math.abs(other.atMs - atMs) < withinMs,
		);
		const suppressed = heldBack.get(key) ?? 0;
		heldBack.set(key, isNear ? suppressed + 1 : 0);
		if (!isNear) given.push({ id, key, atMs, suppressed });
	}
	return given;
}

/** The whole log in one go, oldest first. */
function inOneGo({ events, withinMs }: Scenario): Given[] {
	const logged = events.map((event) => ({ ...event, fields: event.fields ?? {} }));
	return bruteForce(
		logged.sort((one, other) => one.createdAtMs - other.createdAtMs),
		withinMs,
	);
}

/** Of events of one instant, which comes first is the service's affair. */
function withoutIds(given: readonly Given[]): unknown[] {
	return given.map(({ key, atMs, suppressed }) => [key, atMs, suppressed]).sort();
}

describe('what repeats, for any log, service and sequence of polls', () => {
	it('is held back as if the whole log were read in one go, where no event comes late', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(onTime, none), async (scenario) => {
				const { given } = await play(scenario);
				expect(withoutIds(given)).toEqual(withoutIds(inOneGo(scenario)));
			}),
			{ numRuns: RUNS },
		);
	});

	it('is held back as by one who forgets nothing, whatever comes late', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(lateOrNot, none), async (scenario) => {
				const { given, read } = await play(scenario);
				expect(given).toEqual(bruteForce(read, scenario.withinMs));
			}),
			{ numRuns: RUNS },
		);
	});

	it('is held back only where an alert was given nearby, whatever states n8n falls back to', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(lateOrNot, some), async (scenario) => {
				const { given } = await play(scenario);
				for (const { id, createdAtMs, fields } of scenario.events) {
					const key = dedupeKeyOf(fields ?? {});
					const near = given.filter(
						(other) =>
							other.id === id ||
							(other.key === key && Math.abs(other.atMs - createdAtMs) < scenario.withinMs),
					);
					expect(near).not.toEqual([]);
				}
			}),
			{ numRuns: RUNS },
		);
	});
});
