import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import { ServedLog } from '../../../../../nodes/OrgEventLog/reading/servedLog';
import { MalformedRecords } from '../../../../../nodes/OrgEventLog/api/malformedRecords';
import { burstOfEvents } from '../../../../../nodes/OrgEventLog/trigger/emits/burst';
import { type PollRequest, poll } from '../../../../../nodes/OrgEventLog/trigger/poll';
import type { Batch } from '../../../../../nodes/OrgEventLog/trigger/stages/batch';
import { PollClock } from '../../../../../nodes/OrgEventLog/trigger/pollClock';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/state';
import { anyBehaviour } from '../../../../support/modelArbitraries';
import { createModelLog, type ModelEvent, type ModelLog } from '../../../../support/modelLog';
import { withParameters } from '../../../../support/parameters';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 150);
const START_MS = 1_700_000_000_000;
const END_MS = START_MS + 900_000;
const WINDOW_MS = 60_000;
const NOBODY = 'nobody';

const OFFSETS_MS = fc.oneof(
	fc.integer({ min: 0, max: 600_000 }),
	fc
		.tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, 1))
		.map(([steps, more]) => steps * 10_000 + more),
	fc.integer({ min: 290_000, max: 310_000 }),
);

/** @param back how many states n8n falls back at most before a poll */
function scenarios(back: number) {
	return fc.record({
		events: fc.array(
			fc.record({
				offsetMs: OFFSETS_MS,
				lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: WINDOW_MS })),
				email: fc.constantFrom('ada', 'bob', NOBODY),
			}),
			{ maxLength: 30 },
		),
		behaviour: anyBehaviour(),
		maxEvents: fc.integer({ min: 1, max: 12 }),
		pageSize: fc.integer({ min: 10, max: 25 }),
		polls: fc.array(
			fc.record({
				afterMs: fc.integer({ min: 0, max: 240_000 }),
				back: fc.integer({ min: 0, max: back }),
			}),
			{ maxLength: 8 },
		),
		seed: fc.integer(),
		per: fc.constantFrom('user', 'all'),
		count: fc.integer({ min: 2, max: 5 }),
		withinMs: fc.constantFrom(60_000, 120_000, 180_000),
		budgetMs: fc.constantFrom(3_000, 300_000),
		startMs: fc.constantFrom(0, 100_000, 305_000).map((offset) => START_MS + offset),
	});
}

type Scenario = ReturnType<typeof scenarios> extends fc.Arbitrary<infer One> ? One : never;

function eventsOf({ events, startMs }: Scenario): ModelEvent[] {
	return events.map(({ offsetMs, lateMs, email }, index) => {
		const createdAtMs = START_MS + offsetMs;
		// What is older than the trigger's beginning is there by then: it is never consumed, only counted.
		const visibleAtMs = createdAtMs < startMs ? createdAtMs : createdAtMs + lateMs;
		const fields = { user_principal: { user: { email: email === NOBODY ? '' : email } } };
		return { id: `event-${index}`, createdAtMs, visibleAtMs, fields };
	});
}

/** A burst as an item tells of it. */
interface Told {
	readonly value: unknown;
	readonly from: unknown;
	readonly to: unknown;
	readonly count: unknown;
}

interface Poll {
	readonly told: readonly Told[];
	readonly consumed: readonly LoggedEvent[];
}

function requestFor(scenario: Scenario, log: ModelLog): PollRequest {
	const { startMs, budgetMs, pageSize, maxEvents, per, count, withinMs } = scenario;
	const clock = new PollClock(() => log.nowMs);
	const source = { fetchPage: log.fetchPage, pageSize, isOrderReliable: false };
	const served = new ServedLog(clock.takeTimeFrom(source), undefined, () => log.nowMs);
	const burst = { burstCount: count, burstMinutes: withinMs / 60_000, burstPer: per };
	return {
		log: {
			...{ served, unfiltered: served, clock, matches: () => true },
			malformed: new MalformedRecords(),
			readOldest: async () => await Promise.resolve(undefined),
			readNewest: async () => await Promise.resolve(undefined),
		},
		emit: burstOfEvents.read(withParameters(burst)),
		settings: {
			...{ source: 'feed', filters: {}, exclude: {}, preset: 'none', startMark: '' },
			startFrom: () => ({ kind: 'date', startMs }),
			shape: { kind: 'columns', columns: ['id'] },
			wording: { noun: 'event', timezone: 'UTC' },
			...{ heartbeatMs: 0, lateEventWindowMs: WINDOW_MS, maxEvents, pageSize, timeoutMs: 1 },
			...{ suppressRepeatsMs: 0, suppressPer: 'happening', afterRestart: 'goOn' },
		},
		logScope: '0123456789abcdef',
		readingTimeMs: budgetMs,
	};
}

/** Makes the polls, and more until the log is read to its end. */
async function play(scenario: Scenario): Promise<readonly Poll[]> {
	const log = createModelLog(eventsOf(scenario), scenario.behaviour, scenario.seed);
	const states: TriggerState[] = [];
	const polls: Poll[] = [];
	const pollOnce = async (back = 0) => {
		const state = states[Math.max(0, states.length - 1 - back)];
		const request = requestFor(scenario, log);
		const { grouping } = request.emit;
		if (grouping === undefined) throw new Error('Bursts are counted');
		let consumed: LoggedEvent[] = [];
		const gather = (batch: Batch) => {
			consumed = batch.alerts.map(({ event }) => event);
			return grouping.gather(batch);
		};
		const emit = { ...request.emit, grouping: { ...grouping, gather } };
		const { items, state: next } = await poll({ ...request, emit }, state);
		states.push(JSON.parse(JSON.stringify(next)) as TriggerState);
		const told = items.map(({ value, from, to, count: many }) => ({
			value,
			from,
			to,
			count: many,
		}));
		polls.push({ told, consumed });
		return consumed.length;
	};
	log.nowMs = scenario.startMs;
	for (const { afterMs, back } of scenario.polls) {
		log.nowMs += afterMs;
		await pollOnce(back);
	}
	log.nowMs = Math.max(log.nowMs, END_MS);
	while ((await pollOnce()) > 0);
	return polls;
}

type Timed = Pick<ModelEvent, 'createdAtMs' | 'fields'>;

function emailOf({ fields = {} }: Timed): string {
	const { user_principal: principal } = fields as { user_principal: { user: { email: string } } };
	return principal.user.email;
}

function groupsOf(events: readonly Timed[], per: Scenario['per']): Map<string | null, number[]> {
	const groups = new Map<string | null, number[]>();
	for (const event of events) {
		const group = per === 'all' ? null : emailOf(event);
		if (group === '') continue;
		groups.set(group, [...(groups.get(group) ?? []), event.createdAtMs]);
	}
	for (const times of groups.values()) times.sort((one, other) => one - other);
	return groups;
}

/** Stretches of times at each of which the count is reached, with how many there are at the first. */
function stretchesOf(times: readonly number[], { count, withinMs }: Scenario) {
	const stretches: Array<{ timesMs: number[]; toldAs: Omit<Told, 'value'> }> = [];
	let wasReached = false;
	times.forEach((timeMs, at) => {
		const within = times.slice(0, at + 1).filter((otherMs) => otherMs > timeMs - withinMs);
		const isReached = within.length >= count;
		if (isReached && !wasReached) {
			const [from, to] = [within[0] ?? NaN, timeMs].map((ms) => new Date(ms).toISOString());
			stretches.push({ timesMs: [], toldAs: { from, to, count: within.length } });
		}
		if (isReached) stretches[stretches.length - 1]?.timesMs.push(timeMs);
		wasReached = isReached;
	});
	return stretches.map(({ timesMs, toldAs }) => ({
		...{ timesMs, toldAs, firstMs: Math.min(...timesMs), lastMs: Math.max(...timesMs) },
	}));
}

function sorted(told: readonly Told[]): unknown[] {
	return told.map(({ value, from, to, count }) => [value, from, to, count].join()).sort();
}

/** After each poll: the bursts of all that was consumed so far, less what was told of before. */
function afterEachPoll(scenario: Scenario, polls: readonly Poll[]): Told[][] {
	const { startMs, per } = scenario;
	const consumed: Timed[] = eventsOf(scenario).filter(({ createdAtMs }) => createdAtMs < startMs);
	return polls.map((poll) => {
		const before = groupsOf(consumed, per);
		consumed.push(...poll.consumed);
		return [...groupsOf(consumed, per)].flatMap(([value, times]) => {
			const known = stretchesOf(before.get(value) ?? [], scenario).flatMap(
				({ timesMs }) => timesMs,
			);
			return stretchesOf(times, scenario)
				.filter(({ firstMs, lastMs }) => !known.some((ms) => ms >= firstMs && ms <= lastMs))
				.map(({ toldAs }) => ({ value, ...toldAs }));
		});
	});
}

describe('bursts, for any log, service and sequence of polls', () => {
	it('are what each poll adds to what was consumed before, whatever comes late', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(0), async (scenario) => {
				const polls = await play(scenario);
				expect(polls.map(({ told }) => sorted(told))).toEqual(
					afterEachPoll(scenario, polls).map(sorted),
				);
			}),
			{ numRuns: RUNS },
		);
	});

	it('are all told of, whatever states n8n falls back to', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(3), async (scenario) => {
				const told = (await play(scenario)).flatMap((poll) => poll.told);
				for (const [value, times] of groupsOf(eventsOf(scenario), scenario.per)) {
					for (const { firstMs, lastMs } of stretchesOf(times, scenario)) {
						const isTold = told.some(({ value: of, to }) => {
							const toMs = Date.parse(String(to));
							return of === value && toMs >= firstMs && toMs <= lastMs;
						});
						expect(isTold || firstMs < scenario.startMs).toBe(true);
					}
				}
			}),
			{ numRuns: RUNS },
		);
	});
});
