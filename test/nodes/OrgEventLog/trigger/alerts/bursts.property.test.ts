import fc from 'fast-check';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import {
	type AlertSettings,
	toAlerts,
} from '../../../../../nodes/OrgEventLog/trigger/alerts/alerts';
import type { ModelEvent } from '../../../../support/modelLog';
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

const NOBODY = 'nobody';

interface Scenario extends PollSequence {
	readonly per: 'user' | 'all';
	readonly count: number;
	readonly withinMs: number;
	readonly startMs: number;
}

const offsets = fc.oneof(
	fc.integer({ min: 0, max: 600_000 }),
	fc
		.tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, 1))
		.map(([steps, more]) => steps * 10_000 + more),
	fc.integer({ min: 290_000, max: 310_000 }),
);

function scenarios(late: fc.Arbitrary<number>, back: fc.Arbitrary<number>): fc.Arbitrary<Scenario> {
	const event = fc.record({
		offsetMs: offsets,
		lateMs: late,
		email: fc.constantFrom('ada', 'bob', NOBODY),
	});
	const scenario = fc.record({
		events: fc.array(event, { maxLength: 30 }).map((drafts) =>
			drafts.map(({ offsetMs, lateMs, email }, index) => ({
				id: `event-${index}`,
				createdAtMs: START_MS + offsetMs,
				visibleAtMs: START_MS + offsetMs + lateMs,
				fields: { user_principal: { user: { email: email === NOBODY ? '' : email } } },
			})),
		),
		...anyPolls(back),
		per: fc.constantFrom('user', 'all'),
		count: fc.integer({ min: 2, max: 5 }),
		withinMs: fc.constantFrom(1, 10_000, 20_000, 60_000, 200_000),
		budgetMs: fc.constantFrom(0, 3_000, 300_000),
		startMs: fc.constantFrom(0, 100_000, 305_000).map((offset) => START_MS + offset),
	});
	return scenario.map(({ events, ...others }) => ({
		...others,
		events: events.map((event) => withoutLateHistory(event, others)),
	}));
}

/** What is older than the trigger's beginning is there by then: it is never consumed, only counted. */
function withoutLateHistory(event: ModelEvent, { startMs }: Pick<Scenario, 'startMs'>): ModelEvent {
	const { createdAtMs } = event;
	return createdAtMs < startMs ? { ...event, visibleAtMs: createdAtMs } : event;
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

function settingsOf({ per, count, withinMs }: Scenario): AlertSettings {
	return {
		emit: { kind: 'burst', rule: { per, count, withinMs } },
		shape: { kind: 'columns', columns: ['id'] },
		wording: { noun: 'event', timezone: 'UTC' },
		suppressRepeatsMs: 0,
		suppressPer: 'happening' as const,
		afterRestart: 'goOn',
	};
}

async function play(scenario: Scenario): Promise<readonly Poll[]> {
	const polls: Poll[] = [];
	await playPolls(scenario, async (result, request) => {
		const unhurried = { ...request, isTimeUp: () => false };
		const alerts = await toAlerts(result, unhurried, settingsOf(scenario));
		const told = alerts.items.map(({ json: { value, from, to, count } }) => ({
			...{ value, from, to, count },
		}));
		polls.push({ told, consumed: result.newEvents });
		return alerts.state;
	});
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

/** How many of the times lie within the minutes up to the one at this place, itself included. */
function countUpTo(times: readonly number[], at: number, withinMs: number): number {
	const endMs = times[at] ?? NaN;
	return times.slice(0, at + 1).filter((timeMs) => timeMs > endMs - withinMs).length;
}

/** Stretches of times at each of which the count is reached, with how many there are at the first. */
function stretchesOf(times: readonly number[], { count, withinMs }: Scenario) {
	const stretches: Array<{ times: number[]; toldAs: Omit<Told, 'value'> }> = [];
	let wasReached = false;
	times.forEach((timeMs, at) => {
		const reached = countUpTo(times, at, withinMs);
		const isReached = reached >= count;
		if (isReached && !wasReached) {
			const from = new Date(times[at - reached + 1] ?? NaN).toISOString();
			const to = new Date(timeMs).toISOString();
			stretches.push({ times: [], toldAs: { from, to, count: reached } });
		}
		if (isReached) stretches[stretches.length - 1]?.times.push(timeMs);
		wasReached = isReached;
	});
	return stretches;
}

function sorted(told: readonly Told[]): unknown[] {
	return told.map(({ value, from, to, count }) => [value, from, to, count].join()).sort();
}

/** One item whenever the count is reached and was not with the event before, on the whole log. */
function onWholeLog(scenario: Scenario): Told[] {
	const told: Told[] = [];
	for (const [value, times] of groupsOf(scenario.events, scenario.per)) {
		times.forEach((toMs, at) => {
			const reached = countUpTo(times, at, scenario.withinMs);
			const before = at === 0 ? 0 : countUpTo(times, at - 1, scenario.withinMs);
			const fromMs = times[at - reached + 1] ?? NaN;
			if (toMs < scenario.startMs || reached < scenario.count || before >= scenario.count) return;
			const [from, to] = [fromMs, toMs].map((timeMs) => new Date(timeMs).toISOString());
			told.push({ value, from, to, count: reached });
		});
	}
	return told;
}

/** The same after each poll, by all that was consumed so far, less what was told of before. */
function afterEachPoll(scenario: Scenario, polls: readonly Poll[]): Told[][] {
	const consumed: Timed[] = scenario.events.filter(
		({ createdAtMs }) => createdAtMs < scenario.startMs,
	);
	return polls.map((poll) => {
		const before = groupsOf(consumed, scenario.per);
		consumed.push(...poll.consumed);
		return [...groupsOf(consumed, scenario.per)].flatMap(([value, times]) => {
			const known = stretchesOf(before.get(value) ?? [], scenario).map((stretch) => stretch.times);
			return stretchesOf(times, scenario)
				.filter((stretch) => {
					const [first = NaN] = stretch.times;
					const last = stretch.times[stretch.times.length - 1] ?? NaN;
					return !known.flat().some((timeMs) => timeMs >= first && timeMs <= last);
				})
				.map(({ toldAs }) => ({ value, ...toldAs }));
		});
	});
}

describe('bursts, for any log, service and sequence of polls', () => {
	it('are what the whole log has, where no event comes late', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(onTime, none), async (scenario) => {
				const polls = await play(scenario);
				expect(sorted(polls.flatMap(({ told }) => told))).toEqual(sorted(onWholeLog(scenario)));
			}),
			{ numRuns: RUNS },
		);
	});

	it('are what each poll adds to what was consumed before, whatever comes late', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(lateOrNot, none), async (scenario) => {
				const polls = await play(scenario);
				expect(polls.map(({ told }) => sorted(told))).toEqual(
					afterEachPoll(scenario, polls).map(sorted),
				);
			}),
			{ numRuns: RUNS },
		);
	});

	it('are all told of, and none that is not there, whatever states n8n falls back to', async () => {
		await fc.assert(
			fc.asyncProperty(scenarios(lateOrNot, some), async (scenario) => {
				const told = (await play(scenario)).flatMap((poll) => poll.told);
				const groups = groupsOf(scenario.events, scenario.per);
				for (const [value, times] of groups) {
					for (const stretch of stretchesOf(times, scenario)) {
						const [first = NaN] = stretch.times;
						const last = stretch.times[stretch.times.length - 1] ?? NaN;
						const isOld = first < scenario.startMs;
						const isTold = told.some(
							({ value: of, to }) =>
								of === value && Date.parse(String(to)) >= first && Date.parse(String(to)) <= last,
						);
						expect(isTold || isOld).toBe(true);
					}
				}
				for (const { value, from, to, count } of told) {
					const [fromMs, toMs] = [from, to].map((text) => Date.parse(String(text)));
					const times = groups.get(value as string | null) ?? [];
					const between = times.filter((ms) => ms >= (fromMs ?? NaN) && ms <= (toMs ?? NaN));
					expect(between.length).toBeGreaterThanOrEqual(Number(count));
					expect(Number(count)).toBeGreaterThanOrEqual(scenario.count);
					expect((toMs ?? NaN) - (fromMs ?? NaN)).toBeLessThan(scenario.withinMs);
				}
			}),
			{ numRuns: RUNS },
		);
	});
});
