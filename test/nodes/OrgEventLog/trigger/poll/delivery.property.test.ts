import fc from 'fast-check';

import { MAX_FUTURE_EVENTS } from '../../../../../nodes/OrgEventLog/trigger/position/cursor';
import type { PollRequest } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import { pollEvents } from '../../../../../nodes/OrgEventLog/trigger/poll/pollEvents';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { isTriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import { anyBehaviour } from '../../../../support/modelArbitraries';
import type { ModelBehaviour, ModelEvent, ModelLog } from '../../../../support/modelLog';
import { createModelLog } from '../../../../support/modelLog';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);
const START_MS = 1_700_000_000_000;
const WINDOW_MS = 60_000;
const ACTIVATION_MS = START_MS + 100_000;
/** Later than the last of them, by any of the clocks, but for those dated a month ahead. */
const END_MS = START_MS + 20_000_000;
const YEAR_2100_MS = Date.UTC(2100, 0, 1);

interface Scenario {
	readonly events: readonly ModelEvent[];
	readonly behaviour: ModelBehaviour;
	readonly maxEvents: number;
	readonly pageSize: number;
	readonly budgetMs: number;
	readonly requestMs: number;
	readonly hostClockOffMs: number;
	/** Time until each poll, and the request of it that fails, if one does. */
	readonly polls: ReadonlyArray<{ readonly afterMs: number; readonly failsAt: number | null }>;
	/** How many states back n8n falls before each poll; 0 for a host that keeps what it was given. */
	readonly rollbacks: readonly number[];
	readonly seed: number;
}

const createdOffsets = fc.oneof(
	fc.integer({ min: 0, max: 400_000 }),
	fc.constantFrom(0, 99_999, 100_000, 100_001, 160_000, 200_000),
);

const events: fc.Arbitrary<ModelEvent[]> = fc
	.array(
		fc.record({
			createdAtMs: createdOffsets.map((offset) => START_MS + offset),
			lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: WINDOW_MS })),
			futureMs: fc.oneof(
				{ weight: 9, arbitrary: fc.constant(0) },
				{ weight: 1, arbitrary: fc.constantFrom(1, 5_000, 3_600_000, 2_592_000_000) },
			),
		}),
		{ maxLength: 30 },
	)
	.map((drafts) =>
		drafts.map(({ createdAtMs, lateMs, futureMs }, index) => ({
			id: `event-${index}`,
			createdAtMs: createdAtMs + futureMs,
			visibleAtMs: createdAtMs + lateMs,
		})),
	);

/** Where neither the service nor the host tells the time, nobody can tell what is in the future. */
function isTimeKnown({ behaviour, hostClockOffMs, events }: Scenario): boolean {
	const hasFuture = events.some((event) => event.createdAtMs > (event.visibleAtMs ?? 0));
	const isTold = behaviour.tellsTime && behaviour.wrongClock === undefined;
	return isTold || hostClockOffMs <= 0 || !hasFuture;
}

const anyClock = fc.oneof(
	{ weight: 3, arbitrary: fc.constant({}) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			...(['standsStill', 'in1970', 'in9999'] as const).map((wrongClock) => ({ wrongClock })),
		),
	},
);

function scenarios(rollback: fc.Arbitrary<number>): fc.Arbitrary<Scenario> {
	const scenario = fc.record({
		events,
		behaviour: fc.tuple(anyBehaviour(40), anyClock).map((parts) => ({ ...parts[0], ...parts[1] })),
		maxEvents: fc.integer({ min: 1, max: 12 }),
		pageSize: fc.integer({ min: 1, max: 12 }),
		budgetMs: fc.constantFrom(0, 3_000, 300_000),
		requestMs: fc.constantFrom(0, 1, 700),
		hostClockOffMs: fc.constantFrom(0, 7_200_000, -7_200_000),
		polls: fc.array(
			fc.record({
				afterMs: fc.integer({ min: 0, max: 120_000 }),
				failsAt: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 4 })),
			}),
			{ maxLength: 8 },
		),
		rollbacks: fc.array(rollback, { minLength: 8, maxLength: 8 }),
		seed: fc.integer(),
	});
	return scenario.filter(isTimeKnown);
}

interface Outcome {
	readonly delivered: readonly string[];
	/** Events that the log showed when the activation poll began. */
	readonly old: ReadonlySet<string>;
	/** Events that it showed when that poll ended and not before: either side of "now". */
	readonly undecided: ReadonlySet<string>;
}

async function play(scenario: Scenario): Promise<Outcome> {
	const log = createModelLog(scenario.events, scenario.behaviour, scenario.seed);
	log.nowMs = ACTIVATION_MS;
	const visibleIds = () =>
		new Set(log.events.filter((e) => (e.visibleAtMs ?? 0) <= log.nowMs).map(({ id }) => id));
	const old = visibleIds();
	let state = (await poll(log, scenario, undefined)).state;
	const afterActivation = visibleIds();
	const states = [state];
	const delivered: string[] = [];
	const pollOnce = async (failsAt: number | null) => {
		const result = await poll(log, scenario, state, failsAt);
		state = result.state;
		states.push(state);
		delivered.push(...result.newEvents.map(({ id }) => id));
		return result.newEvents.length;
	};
	for (const [index, { afterMs, failsAt }] of scenario.polls.entries()) {
		log.nowMs += afterMs;
		const back = scenario.rollbacks[index] ?? 0;
		state = states[Math.max(0, states.length - 1 - back)] ?? state;
		await pollOnce(failsAt).catch((failure: unknown) => {
			if (!(failure instanceof InjectedFailure)) throw failure;
		});
	}
	log.nowMs = Math.max(log.nowMs, END_MS);
	// With time too short for the window a poll may bring nothing although more is to come.
	for (let polls = 0, empty = 0; empty < 2; polls++) {
		if (polls > 2 * scenario.events.length + 8) throw new Error('A poll made no progress');
		empty = (await pollOnce(null)) > 0 ? 0 : empty + 1;
	}
	const undecided = new Set([...afterActivation].filter((id) => !old.has(id)));
	return { delivered, old, undecided };
}

class InjectedFailure extends Error {}

/** The same with events of the year 2100, on a service with pages that are large enough for them. */
function flooded(
	scenario: Scenario,
	flood: { readonly count: number; readonly stepMs: number; readonly visibleAtMs: number },
): Scenario {
	const ofFlood = Array.from({ length: flood.count }, (_, index) => ({
		id: `flood-${index}`,
		createdAtMs: YEAR_2100_MS + index * flood.stepMs,
		visibleAtMs: flood.visibleAtMs,
	}));
	return {
		...scenario,
		events: [...scenario.events, ...ofFlood],
		behaviour: { ...scenario.behaviour, maxLimit: 1000, maxSkip: Infinity },
		pageSize: 1000,
		maxEvents: 700 * scenario.maxEvents,
	};
}

async function poll(
	log: ModelLog,
	scenario: Scenario,
	state: TriggerState | undefined,
	failsAt: number | null = null,
) {
	const requestsBefore = log.requests.length;
	log.beforeRequest = (requestNumber) => {
		log.nowMs += scenario.requestMs;
		if (requestNumber - requestsBefore === failsAt) throw new InjectedFailure();
	};
	const request: PollRequest = {
		source: {
			fetchPage: log.fetchPage,
			pageSize: scenario.pageSize,
			orderIsReliable: scenario.behaviour.order === 'honoured' && scenario.seed % 2 === 0,
		},
		fetchUnfilteredPage: log.fetchPage,
		sourceName: 'feed',
		logScope: 'log',
		startFrom: () => ({ kind: 'now' }),
		matches: () => true,
		lateEventWindowMs: WINDOW_MS,
		maxEvents: scenario.maxEvents,
		readingTimeMs: scenario.budgetMs,
		nowMs: () => log.nowMs + scenario.hostClockOffMs,
	};
	const storedState: unknown = state && JSON.parse(JSON.stringify(state));
	if (storedState !== undefined && !isTriggerState(storedState)) throw new Error('unreadable');
	return await pollEvents(request, storedState);
}

function expectedIds(scenario: Scenario, { old, undecided }: Outcome): string[] {
	return scenario.events
		.map(({ id }) => id)
		.filter((id) => !old.has(id) && !undecided.has(id))
		.sort();
}

describe('the trigger, for any log, service, network and sequence of polls', () => {
	it('delivers every new event exactly once where the host keeps the state', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(fc.constant(0)), async (scenario) => {
				const outcome = await play(scenario);
				const decided = outcome.delivered.filter((id) => !outcome.undecided.has(id));
				expect([...decided].sort()).toEqual(expectedIds(scenario, outcome));
				expect(new Set(outcome.delivered).size).toBe(outcome.delivered.length);
			}),
			{ numRuns: RUNS },
		);
	});

	it('delivers every new event at least once whatever older state the host falls back to', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(fc.integer({ min: 0, max: 3 })), async (scenario) => {
				const outcome = await play(scenario);
				const delivered = new Set(outcome.delivered);
				const lost = expectedIds(scenario, outcome).filter((id) => !delivered.has(id));
				expect(lost).toEqual([]);
				expect(outcome.delivered.filter((id) => outcome.old.has(id))).toEqual([]);
			}),
			{ numRuns: RUNS },
		);
	});

	it('loses nothing of the present to more events of the future than it can remember', async () => {
		const floods = fc.record({
			count: fc.integer({ min: MAX_FUTURE_EVENTS, max: MAX_FUTURE_EVENTS + 100 }),
			stepMs: fc.constantFrom(0, 1, 86_400_000),
			visibleAtMs: createdOffsets.map((offset) => START_MS + offset),
		});
		await fc.assert(
			fc.asyncProperty(scenarios(fc.constant(0)), floods, async (calm, flood) => {
				const scenario = flooded(calm, flood);
				fc.pre(isTimeKnown(scenario));
				const outcome = await play(scenario);
				const due = scenario.events.filter(({ createdAtMs }) => createdAtMs <= END_MS);
				const dueIds = new Set(due.map(({ id }) => id));
				const isDue = (id: string) => dueIds.has(id);
				const decided = outcome.delivered.filter((id) => !outcome.undecided.has(id));
				expect(decided.filter(isDue).sort()).toEqual(expectedIds(scenario, outcome).filter(isDue));
				expect(new Set(outcome.delivered).size).toBe(outcome.delivered.length);
			}),
			{ numRuns: Math.ceil(RUNS / 200) },
		);
	});
});

it('goes over all of the window that earlier polls had no time for, before it is settled', async () => {
	const at = (offsetMs: number, lateMs = 0) => ({
		createdAtMs: START_MS + offsetMs,
		visibleAtMs: START_MS + offsetMs + lateMs,
	});
	const scenario: Scenario = {
		events: [
			at(40_006),
			at(100_000, 7_513),
			at(99_998),
			at(200_005),
			at(100_001),
			at(99_999, 4_632),
		].map((event, index) => ({ id: `event-${index}`, ...event })),
		behaviour: {
			maxLimit: 2,
			order: 'honoured',
			afterInclusive: false,
			beforeInclusive: false,
			ties: 'stable',
			maxSkip: 40,
			tellsTime: false,
		},
		maxEvents: 1,
		pageSize: 3,
		budgetMs: 0,
		requestMs: 700,
		hostClockOffMs: 7_200_000,
		polls: [],
		rollbacks: [],
		seed: 0,
	};
	expect([...(await play(scenario)).delivered].sort()).toEqual(['event-1', 'event-3', 'event-5']);
});
