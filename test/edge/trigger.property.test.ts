import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { Keys } from './keys';
import { type Life, type Step, anyShortRun, liveThrough } from './lives';
import { dict, namesIn } from './oracle';
import { startMachine } from './processes';
import { runsOf } from './runs';
import { PLAIN_KNOBS, textOf, type Knobs } from './service';
import { anyKnobs } from './someLogs';
import { anyEntries, isParameters } from './someParameters';

/** A life is given no more restarts than there are processes left. */
const PROCESSES = 4;
const machine = startMachine(PROCESSES);
const keys = new Keys(machine);
afterAll(() => machine.end());

const MINUTE = 60_000;
const { properties } = new OrgEventLogTrigger().description;

/** What may be entered into one of the collections, or nothing. */
const anyOrNone = (collection: string) =>
	fc.oneof(
		fc.constant({}),
		anyEntries(properties.filter(({ name }) => name === collection)).map(
			({ [collection]: entered = {} }) => entered,
		),
	);

/** Of the filters that only the service can apply: with Feed they are refused. */
const OF_LIST_ONLY = ['workloadContainerId', 'serviceName', 'serviceAccountName'];
/** Nor can these be told from an event that is to be left out. */
const NEVER_SHOWN = ['workloadContainerId', 'serviceAccountName'];

const without = (collection: unknown, names: readonly string[]) =>
	Object.fromEntries(Object.entries(dict(collection)).filter(([name]) => !names.includes(name)));

/** As people enter it, but that it can be told which event an item is of, and Feed can filter. */
function usable(entered: INodeParameters): INodeParameters {
	const { columns, source } = entered;
	const names = namesIn(columns);
	const filters = without(entered.filters, source === 'list' ? [] : OF_LIST_ONLY);
	const exclude = without(entered.exclude, NEVER_SHOWN);
	return {
		...entered,
		...Object.fromEntries(Object.entries({ filters, exclude })),
		columns: names.length === 0 || names.includes('id') ? [...names] : [...names, 'id'],
	};
}

const anyStartDate = fc.constantFrom(
	'2026-07-15T10:20:00Z',
	'2026-07-15T09:00:00Z',
	'2026-07-15T10:20:30.400Z',
	'2026-07-15T10:40:00Z',
);
/** Somebody chooses where to begin when the trigger has begun already. */
const anyNewStart: fc.Arbitrary<Step> = fc
	.record({ startFrom: fc.constantFrom('date', 'date', 'now', 'last'), startDate: anyStartDate })
	.map((to) => ({ kind: 'change', to }));

const anyEntered = anyEntries(properties, {
	lastAmount: fc.constantFrom(1, 2, 24),
	lastUnit: fc.constantFrom('minutes', 'hours'),
	startDate: anyStartDate,
	lateEventWindow: fc.constantFrom(0, 1, 5, 60),
	heartbeatMinutes: fc.constantFrom(0, 1, 10, 60),
	maxEventsPerPoll: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(40, 5000)),
	suppressRepeats: fc.constantFrom(0, 1, 5, 60),
	burstCount: fc.oneof(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 30 })),
	burstMinutes: fc.constantFrom(1, 2, 10, 60),
	filters: anyOrNone('filters'),
	exclude: anyOrNone('exclude'),
}).map(usable);

function withOptions(entered: INodeParameters, options: INodeParameters): INodeParameters {
	const chosen = isParameters(entered.options) ? entered.options : {};
	return { ...entered, options: { ...chosen, ...options } };
}

function anySteps(anyStep: fc.Arbitrary<Step>, maxLength: number): fc.Arbitrary<Step[]> {
	return fc.array(anyStep, { maxLength }).map((steps) => {
		let restartsLeft = PROCESSES - 1;
		return steps.filter((step) => {
			const kills =
				step.kind === 'lostPoll' ||
				step.kind === 'pollKilledBetweenWrites' ||
				(step.kind === 'restart' && step.how === 'killed');
			if (kills) restartsLeft -= 1;
			return !kills || restartsLeft >= 0;
		});
	});
}

const anyPolls: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('polls' as const),
	count: fc.oneof(
		{ weight: 30, arbitrary: fc.integer({ min: 1, max: 3 }) },
		{ weight: 10, arbitrary: fc.integer({ min: 1, max: 9 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 55, max: 65 }) },
	),
	afterMs: fc.constantFrom(MINUTE, MINUTE, 5 * MINUTE, 60 * MINUTE),
});
function anyFailedPoll(...ways: ReadonlyArray<'forbidden' | 'down' | 'once'>): fc.Arbitrary<Step> {
	return fc.record({
		kind: fc.constant('failedPoll' as const),
		at: fc.integer({ min: 1, max: 4 }),
		with: fc.constantFrom(...ways),
	});
}
const anyRestart: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('restart' as const),
	how: fc.constantFrom('published', 'killed'),
});
const anyHost = fc.constantFrom<Life['host'][]>('inMemory', 'durableScheduler', 'durableCursors');
const anyZone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu');

function anyEvents(
	lateMs: fc.Arbitrary<number>,
	aheadMs: fc.Arbitrary<number>,
	maxCount = 30,
): fc.Arbitrary<Step> {
	return fc.record({
		kind: fc.constant('events' as const),
		runs: fc.array(anyShortRun(maxCount), { minLength: 1, maxLength: 3 }),
		lateMs,
		aheadMs,
		ofUsers: fc.constant(false),
	});
}

/** A clock that is fast can't tell the future from now where the service doesn't tell the time. */
function withoutDoubt(life: Life): Life {
	const isFast = life.hostOffsetMs > 0 && !life.knobs.hasDate;
	return isFast ? { ...life, hostOffsetMs: 0 } : life;
}

const anyOffset = fc.constantFrom(0, 0, 3 * 60 * MINUTE, -3 * 60 * MINUTE);
const anyOnlyFeed = fc.constantFrom(false, false, false, true);
const anyAhead = fc.constantFrom(0, 0, 0, 0, 10 * MINUTE);

/** Anything may happen: here is held what comes when, event by event. */
const anyLife: fc.Arbitrary<Life> = fc
	.record({
		host: anyHost,
		timezone: anyZone,
		hostOffsetMs: anyOffset,
		knobs: anyKnobs,
		mayReadOnlyFeed: anyOnlyFeed,
		entered: anyEntered.map((entered): INodeParameters =>
			withOptions(
				{
					...{ ...entered, suppressRepeats: 0 },
					emit: entered.emit === 'burst' ? 'events' : textOf(entered.emit),
				},
				{ afterRestart: 'goOn' },
			),
		),
		before: fc.array(anyShortRun(60), { maxLength: 3 }),
		beforeMs: fc.constantFrom(0, 1, MINUTE, 600 * MINUTE),
		steps: anySteps(
			fc.oneof(
				{
					weight: 6,
					arbitrary: anyEvents(
						fc.oneof(
							fc.constantFrom(0, MINUTE, 5 * MINUTE),
							fc.integer({ min: 0, max: 8 * MINUTE }),
						),
						anyAhead,
					),
				},
				{ weight: 8, arbitrary: anyPolls },
				{ weight: 1, arbitrary: anyFailedPoll('forbidden', 'down', 'once') },
				{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'lostPoll' }) },
				{ weight: 1, arbitrary: anyRestart },
				{ weight: 1, arbitrary: anyNewStart },
				{
					weight: 1,
					arbitrary: fc.record({
						kind: fc.constant('standstill' as const),
						forMs: fc.constantFrom(MINUTE, 10 * MINUTE, 20 * 24 * 60 * MINUTE),
						keptMs: fc.constantFrom(0, MINUTE, 5 * MINUTE, 60 * MINUTE),
						runs: fc.array(anyShortRun(30), { maxLength: 2 }),
					}),
				},
				{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'testRun' }) },
				{
					weight: 1,
					arbitrary: anyEntered.map((entered): Step => {
						const { source = 'feed', preset = 'none', filters = {}, exclude = {} } = entered;
						const { columns = [], simplify = true } = entered;
						const { lateEventWindow, maxEventsPerPoll, pageSize } = dict(entered.options);
						const numbers = Object.entries({ lateEventWindow, maxEventsPerPoll, pageSize });
						const options = Object.fromEntries(
							numbers.flatMap(([name, value]) =>
								typeof value === 'number' ? [[name, value]] : [],
							),
						);
						return {
							kind: 'change',
							to: { source, preset, filters, exclude, simplify, columns, options },
						};
					}),
				},
			),
			14,
		),
	})
	.map(withoutDoubt);

/** No answer takes time and nothing is later than the window, so that it is certain what a poll decides on. */
function tidy(life: Life): Life {
	const knobs: Knobs = { ...life.knobs, msPerRequest: 0 };
	return withoutDoubt({ ...life, knobs });
}

const anyTidyLife: fc.Arbitrary<Life> = fc
	.record({
		host: anyHost,
		timezone: anyZone,
		hostOffsetMs: anyOffset,
		knobs: anyKnobs,
		mayReadOnlyFeed: anyOnlyFeed,
		entered: fc
			.record({
				entered: anyEntered,
				emit: fc.constantFrom('events', 'digest', 'burst', 'burst'),
				preset: fc.constantFrom('none', 'none', 'refusedAccess'),
				afterRestart: fc.constantFrom('goOn', 'repeatLast'),
				suppressRepeats: fc.constantFrom(0, 0, 1, 5, 60),
			})
			.map(({ entered, emit, preset, afterRestart, suppressRepeats }) =>
				withOptions(
					{ ...entered, emit, preset, suppressRepeats },
					{ afterRestart, maxEventsPerPoll: 5000, lateEventWindow: 5 },
				),
			),
		before: fc.array(anyShortRun(60), { maxLength: 3 }),
		beforeMs: fc.constantFrom(0, 1, MINUTE, 600 * MINUTE),
		steps: anySteps(
			fc.oneof(
				{
					weight: 7,
					arbitrary: anyEvents(
						fc.oneof(
							{ weight: 3, arbitrary: fc.constant(0) },
							{ weight: 1, arbitrary: fc.constant(5 * MINUTE) },
							{ weight: 1, arbitrary: fc.integer({ min: 0, max: 5 * MINUTE }) },
						),
						fc.constantFrom(0, 0, 0, 0, 0, 0, 10 * MINUTE),
					),
				},
				{ weight: 8, arbitrary: anyPolls },
				// Waiting to ask once more takes time.
				{ weight: 1, arbitrary: anyFailedPoll('forbidden', 'down') },
				{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'lostPoll' }) },
				{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'pollKilledBetweenWrites' }) },
				{ weight: 2, arbitrary: anyRestart },
				{ weight: 1, arbitrary: anyNewStart },
			),
			14,
		),
	})
	.map((life) => {
		// Going on is documented to lose what n8n is killed over.
		const repeats = dict(life.entered.options).afterRestart === 'repeatLast';
		const steps = life.steps.filter(({ kind }) => repeats || kind !== 'pollKilledBetweenWrites');
		return tidy({ ...life, steps });
	});

it('delivers what is new with the very next poll, once, whatever happens in between', async () => {
	await fc.assert(
		fc.asyncProperty(anyLife, async (life) => {
			const wrong = await liveThrough(life, machine, keys);
			if (wrong !== undefined) throw new Error(wrong);
		}),
		runsOf(0.24),
	);
});

it('holds back repeats, finds bursts, and repeats the last delivery, as documented', async () => {
	await fc.assert(
		fc.asyncProperty(anyTidyLife, async (life) => {
			const wrong = await liveThrough(life, machine, keys);
			if (wrong !== undefined) throw new Error(wrong);
		}),
		runsOf(0.24),
	);
});

/** So many users, or so many events, that the state is full. */
const anyBusyLife: fc.Arbitrary<Life> = fc
	.record({
		host: anyHost,
		users: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 450, max: 1500 })),
		ofWindow: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 7500 })),
		minutes: fc.constantFrom(1, 5, 60),
		rounds: fc.array(
			fc.record({
				isOfUsers: fc.boolean(),
				polls: fc.integer({ min: 0, max: 3 }),
				afterMs: fc.constantFrom(MINUTE, 5 * MINUTE, 60 * MINUTE),
				count: fc.integer({ min: 1, max: 20 }),
			}),
			{ minLength: 2, maxLength: 7 },
		),
		repeats: fc.boolean(),
	})
	.map(({ host, users, ofWindow, minutes, rounds, repeats }): Life => {
		const runs = (count: number) => [{ gapMs: 0, count, stepMs: 3, kind: 0, vary: 0 }];
		return {
			...{ host, timezone: 'UTC', hostOffsetMs: 0, knobs: PLAIN_KNOBS, beforeMs: 0 },
			mayReadOnlyFeed: false,
			before: [{ gapMs: 0, count: ofWindow, stepMs: 30, kind: 0, vary: 0 }],
			entered: {
				...{ startFrom: 'last', lastAmount: 2, lastUnit: 'hours' },
				columns: ['id', 'createdAt', 'dedupeKey'],
				suppressRepeats: minutes,
				options: {
					maxEventsPerPoll: 20_000,
					...(repeats && { afterRestart: 'repeatLast' }),
				},
			},
			steps: rounds.flatMap(({ isOfUsers, polls, afterMs, count }): Step[] => [
				{
					...{ kind: 'events', lateMs: 0, aheadMs: 0, ofUsers: isOfUsers },
					runs: runs(isOfUsers ? users : count),
				},
				{ kind: 'polls', count: polls, afterMs },
			]),
		};
	});

it('remembers alerts as long as it says, also where there are many or the window is full', async () => {
	await fc.assert(
		fc.asyncProperty(anyBusyLife, async (life) => {
			const wrong = await liveThrough(life, machine, keys);
			if (wrong !== undefined) throw new Error(wrong);
		}),
		runsOf(0.02),
	);
});
