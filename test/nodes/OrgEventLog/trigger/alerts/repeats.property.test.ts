import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { dedupeKeyOf } from '../../../../../nodes/OrgEventLog/events/dedupeKey';
import { suppressRepeats } from '../../../../../nodes/OrgEventLog/trigger/alerts/alerts';
import {
	type PollRequest,
	pollEvents,
} from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import {
	type TriggerState,
	isTriggerState,
} from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { anyBehaviour } from '../../../../support/modelArbitraries';
import {
	type ModelBehaviour,
	type ModelEvent,
	type ModelLog,
	createModelLog,
} from '../../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);
const START_MS = 1_700_000_000_000;
const END_MS = START_MS + 900_000;
const WINDOW_MS = 60_000;

interface Scenario {
	readonly events: readonly ModelEvent[];
	readonly behaviour: ModelBehaviour;
	readonly withinMs: number;
	readonly maxEvents: number;
	readonly pageSize: number;
	/** When polls come, in their order, and how many states back n8n falls before each. */
	readonly polls: ReadonlyArray<{ readonly afterMs: number; readonly back: number }>;
	readonly seed: number;
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
		behaviour: anyBehaviour(40),
		withinMs: fc.constantFrom(1, 15_000, 30_000, 60_000, 300_000, 604_800_000),
		maxEvents: fc.integer({ min: 1, max: 12 }),
		pageSize: fc.integer({ min: 1, max: 12 }),
		polls: fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 240_000 }), back }), {
			maxLength: 8,
		}),
		seed: fc.integer(),
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

const onTime = fc.constant(0);
const lateOrNot = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: WINDOW_MS }));

function keyOf({ fields }: LoggedEvent): string {
	return dedupeKeyOf(fields);
}

async function play(scenario: Scenario): Promise<Outcome> {
	const log = createModelLog(scenario.events, scenario.behaviour, scenario.seed);
	const given: Given[] = [];
	const read: LoggedEvent[] = [];
	let state: TriggerState | undefined;
	const states: TriggerState[] = [];
	const pollOnce = async (): Promise<number> => {
		const result = await poll(log, scenario, state);
		const alerts = suppressRepeats(result.newEvents, result.state, scenario.withinMs, keyOf);
		expect(alerts.forgottenToMs).toBeUndefined();
		for (const { subject, suppressed } of alerts.delivered) {
			given.push({ id: subject.id, key: keyOf(subject), atMs: subject.createdAtMs, suppressed });
		}
		read.push(...result.newEvents);
		state = asStored(alerts.state);
		states.push(state);
		return result.newEvents.length;
	};
	log.nowMs = START_MS;
	for (const { afterMs, back } of scenario.polls) {
		log.nowMs += afterMs;
		state = states[Math.max(0, states.length - 1 - back)];
		await pollOnce();
	}
	log.nowMs = Math.max(log.nowMs, END_MS);
	while ((await pollOnce()) > 0);
	return { given, read };
}

function asStored(state: TriggerState): TriggerState {
	const stored: unknown = JSON.parse(JSON.stringify(state));
	if (!isTriggerState(stored)) throw new Error('unreadable');
	return stored;
}

async function poll(log: ModelLog, scenario: Scenario, state: TriggerState | undefined) {
	const request: PollRequest = {
		source: { fetchPage: log.fetchPage, pageSize: scenario.pageSize, orderIsReliable: false },
		fetchUnfilteredPage: log.fetchPage,
		sourceName: 'feed',
		logScope: 'log',
		startFrom: () => ({ kind: 'date', startMs: START_MS }),
		matches: () => true,
		lateEventWindowMs: WINDOW_MS,
		maxEvents: scenario.maxEvents,
		readingTimeMs: 300_000,
		nowMs: () => log.nowMs,
	};
	return await pollEvents(request, state);
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
			fc.asyncProperty(scenarios(onTime, onTime), async (scenario) => {
				const { given } = await play(scenario);
				expect(withoutIds(given)).toEqual(withoutIds(inOneGo(scenario)));
			}),
			{ numRuns: RUNS },
		);
	});

	it('is held back as by one who forgets nothing, whatever comes late', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(lateOrNot, onTime), async (scenario) => {
				const { given, read } = await play(scenario);
				expect(given).toEqual(bruteForce(read, scenario.withinMs));
			}),
			{ numRuns: RUNS },
		);
	});

	it('is held back only where an alert was given nearby, whatever states n8n falls back to', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(lateOrNot, fc.integer({ min: 0, max: 3 })), async (scenario) => {
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
