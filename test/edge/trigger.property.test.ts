import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { OrgEventLogTrigger } from '../../nodes/OrgEventLog/OrgEventLogTrigger.node';
import { dict, namesIn } from './documentedFields';
import { type Knobs, anyKnobs, anyMaxLimit, understood } from './knobs';
import { type Failing, type Life, type Step, liveThrough } from './lives';
import { startMachine } from './processes';
import { runsOf } from './runs';
import type { Stumble } from './service';
import { anyShortRun } from './someEvents';
import { anyEntries, isParameters } from './someParameters';

/** A life is given no more restarts than there are processes left. */
const PROCESSES = 4;
const machine = startMachine(PROCESSES);
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

/** Filters that only the service can apply: Feed refuses them, and Exclude those that no event shows. */
const OF_LIST_ONLY = ['workloadContainerId', 'serviceName', 'serviceAccountName'];
const NEVER_SHOWN = ['workloadContainerId', 'serviceAccountName'];

/** As people enter it, but that Feed can filter, and an item tells which event it is of. */
function usable(entered: INodeParameters): INodeParameters {
	const without = (collection: unknown, names: readonly string[]): INodeParameters =>
		isParameters(collection)
			? Object.fromEntries(Object.entries(collection).filter(([name]) => !names.includes(name)))
			: {};
	const options = isParameters(entered.options) ? entered.options : {};
	const isOfList = dict(options).source === 'list';
	const names = namesIn(dict(options).columns);
	const columns = names.length === 0 || names.includes('id') ? [...names] : [...names, 'id'];
	return {
		...entered,
		filters: without(entered.filters, isOfList ? [] : OF_LIST_ONLY),
		exclude: without(entered.exclude, NEVER_SHOWN),
		options: 'columns' in options ? { ...options, columns } : options,
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
	lateEventWindow: fc.constantFrom(5, 0, 1, 60),
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
			const isKill = step.kind === 'lostPoll' || step.kind === 'pollKilledBetweenWrites';
			const kills = isKill || step.kind === 'restart';
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
function anyFailing(
	ways: readonly Stumble[],
	{ isOnce, lastAt }: { readonly isOnce: boolean; readonly lastAt: number },
): fc.Arbitrary<Failing> {
	return fc.record({
		at: fc.integer({ min: 1, max: lastAt }),
		with: fc.constantFrom(...ways),
		isOnce: fc.constant(isOnce),
	});
}
const SURVIVED_ONCE: readonly Stumble[] = [
	...(['unavailable', 'serverError', 'badGateway', 'gatewayTimeout'] as const),
	...(['tooMany', 'reset', 'brokenBody'] as const),
	...(['empty', 'empty'] as const),
	...(['halfWith200'] as const),
	...(['revoked'] as const),
];
const anyCaps: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('caps' as const),
	to: fc.record({ listMaxLimit: anyMaxLimit, feedMaxLimit: anyMaxLimit }),
});
const toFailedPoll = (failing: Failing): Step => ({ kind: 'failedPoll', ...failing });
const FAILS = anyFailing(['forbidden', 'down', 'gatewayTimeout'], { isOnce: false, lastAt: 4 });
const STUMBLES = anyFailing(SURVIVED_ONCE, { isOnce: true, lastAt: 4 });
/** All of a poll or nothing: nobody sees how many repeats a part of one has held back. */
const FAILS_AT_ONCE = anyFailing(['forbidden', 'down'], { isOnce: false, lastAt: 1 });
function anyRestart(failing: fc.Arbitrary<Failing>): fc.Arbitrary<Step> {
	return fc.oneof(
		fc.record({
			kind: fc.constant('restart' as const),
			rollsBack: fc.constantFrom(0, 0, 0, 1, 2, 3),
		}),
		fc.record({
			kind: fc.constant('publication' as const),
			nodeName: fc.constantFrom('Node under test', 'Alerts'),
			fails: fc.option(failing, { freq: 3, nil: undefined }),
		}),
	);
}
const anyLost: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('lostPoll' as const),
	isGivenUp: fc.boolean(),
});
const twoPolls = fc.constant<Step>({ kind: 'twoPolls' });

function anyEvents(lateMs: fc.Arbitrary<number>): fc.Arbitrary<Step> {
	return fc.record({
		kind: fc.constant('events' as const),
		runs: fc.array(anyShortRun(30), { minLength: 1, maxLength: 3 }),
		lateMs,
		aheadMs: fc.constantFrom(0, 0, 0, 0, 0, 10 * MINUTE),
	});
}

/** A clock that is fast can't tell the future from now where the service doesn't tell the time. */
function withoutDoubt(life: Life): Life {
	const isFast = life.hostOffsetMs > 0 && !life.knobs.hasDate;
	const hasFuture = life.steps.some((step) => step.kind === 'events' && step.aheadMs > 0);
	return { ...life, ...understood(life.knobs, isFast ? 0 : life.hostOffsetMs, hasFuture) };
}

/** Everything but the settings and the steps. */
const anySurroundings = {
	host: fc.constantFrom<Life['host'][]>('inMemory', 'durableScheduler', 'durableCursors'),
	timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
	hostOffsetMs: fc.constantFrom(0, 0, 3 * 60 * MINUTE, -3 * 60 * MINUTE),
	knobs: anyKnobs,
	mayReadOnlyFeed: fc.constantFrom(false, false, false, true),
	before: fc.array(anyShortRun(60), { maxLength: 3 }),
	beforeMs: fc.constantFrom(0, 1, MINUTE, 600 * MINUTE),
};

const anyChange = anyEntered.map((entered): Step => {
	const { preset = 'none', filters = {}, exclude = {}, simplify = true } = entered;
	const given = Object.entries(isParameters(entered.options) ? entered.options : {});
	const kept = ['lateEventWindow', 'maxEventsPerPoll', 'pageSize', 'source', 'columns'];
	const options = Object.fromEntries(given.filter(([name]) => kept.includes(name)));
	return { kind: 'change', to: { preset, filters, exclude, simplify, options } };
});

/** Anything may happen: here is held what comes when, event by event. */
const anyLife: fc.Arbitrary<Life> = fc
	.record({
		...anySurroundings,
		entered: fc
			.record({ entered: anyEntered, emit: fc.constantFrom('events', 'events', 'digest') })
			.map(({ entered, emit }) =>
				withOptions({ ...entered, emit, suppressRepeats: 0 }, { afterRestart: 'goOn' }),
			),
		steps: anySteps(
			fc.oneof(
				{
					weight: 6,
					arbitrary: anyEvents(
						fc.oneof(
							fc.constantFrom(0, MINUTE, 5 * MINUTE),
							fc.integer({ min: 0, max: 8 * MINUTE }),
						),
					),
				},
				{ weight: 8, arbitrary: anyPolls },
				{ weight: 1, arbitrary: FAILS.map(toFailedPoll) },
				{ weight: 1, arbitrary: STUMBLES.map(toFailedPoll) },
				{ weight: 1, arbitrary: anyLost },
				{ weight: 1, arbitrary: twoPolls },
				{ weight: 2, arbitrary: anyRestart(FAILS) },
				{ weight: 1, arbitrary: anyNewStart },
				{
					weight: 1,
					arbitrary: fc.record({
						kind: fc.constant('standstill' as const),
						forMs: fc.constantFrom(10 * MINUTE, 90 * MINUTE, 20 * 24 * 60 * MINUTE),
					}),
				},
				{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'testRun' }) },
				{ weight: 1, arbitrary: anyChange },
				{ weight: 1, arbitrary: anyCaps },
			),
			14,
		),
	})
	.map(withoutDoubt);

/** No answer takes time or is refused, so that it is certain what a poll decides on. */
function tidy(life: Life): Life {
	// Two polls that refuse each other's tokens wait before they ask again.
	const areSharing = life.steps.some(({ kind }) => kind === 'twoPolls');
	const knobs: Knobs = {
		...{ ...life.knobs, msPerRequest: 0, quota: undefined },
		...{ overMaxLimit: 'cap', maxSkip: Infinity },
		...(areSharing && { requestsOfToken: Infinity }),
	};
	return withoutDoubt({ ...life, knobs });
}

const anyTidyLife: fc.Arbitrary<Life> = fc
	.record({
		...anySurroundings,
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
					),
				},
				{ weight: 8, arbitrary: anyPolls },
				{ weight: 1, arbitrary: FAILS_AT_ONCE.map(toFailedPoll) },
				{ weight: 1, arbitrary: anyLost },
				{ weight: 1, arbitrary: twoPolls },
				{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'pollKilledBetweenWrites' }) },
				{ weight: 2, arbitrary: anyRestart(FAILS_AT_ONCE) },
				{ weight: 1, arbitrary: anyNewStart },
			),
			14,
		),
	})
	.map(tidy);

async function holdFor(anyOfThem: fc.Arbitrary<Life>): Promise<void> {
	await fc.assert(
		fc.asyncProperty(anyOfThem, async (life) => {
			const wrong = await liveThrough(life, machine);
			if (wrong !== undefined) throw new Error(wrong);
		}),
		runsOf(0.25),
	);
}

it('delivers what is new with the very next poll, once, whatever happens in between', async () => {
	await holdFor(anyLife);
});

it('holds back repeats, finds bursts, and repeats the last delivery, as documented', async () => {
	await holdFor(anyTidyLife);
});
