import fc from 'fast-check';
import type { TriggerSettings } from '../../../../nodes/OrgEventLog/parameters/parseTriggerSettings';
import { readBurst } from '../../../../nodes/OrgEventLog/trigger/emits/burst';
import type { Emit } from '../../../../nodes/OrgEventLog/trigger/emits/emit';
import { eachEvent } from '../../../../nodes/OrgEventLog/trigger/emits/events';
import { withParameters } from '../../../support/parameters';
import { anyBehaviour } from '../../../support/modelArbitraries';
import {
	HOST_KINDS,
	IN_TWO_WRITES,
	TRIGGER_HOSTS,
	type HostKind,
} from '../../../support/triggerHosts';
import { TriggerLife, type Fate } from '../../../support/triggerLife';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 150);
const START_MS = 1_700_000_000_000;
const WINDOW_MS = 60_000;

const failsAt = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(null) },
	{ weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
);
/** How long ago an event was created; less than nothing in the future. */
const LATE_MS = fc.oneof(
	{ weight: 5, arbitrary: fc.constant(0) },
	{ weight: 5, arbitrary: fc.integer({ min: 0, max: WINDOW_MS }) },
	{ weight: 1, arbitrary: fc.constantFrom(-1, -5_000, -3_600_000, -2_592_000_000) },
);
const EVENTS = fc.record({
	kind: fc.constant('events' as const),
	lateMs: fc.array(LATE_MS, { minLength: 1, maxLength: 4 }),
	dropped: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(false) },
		{ weight: 1, arbitrary: fc.constant(true) },
	),
});
const ROLLBACK = fc.record({
	kind: fc.constant('rollback' as const),
	back: fc.integer({ min: 1, max: 3 }),
});

function anyStep(fates: readonly Fate[], withRollbacks: boolean) {
	return fc.oneof(
		{ weight: 6, arbitrary: EVENTS },
		{
			weight: 8,
			arbitrary: fc.record({
				kind: fc.constant('poll' as const),
				failsAt,
				fate: fc.constantFrom(...fates),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant('outage' as const),
				polls: fc.integer({ min: 1, max: 3 }),
				restarts: fc.boolean(),
			}),
		},
		{ weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('publish' as const),
				name: fc.constantFrom('Trigger', 'Alerts', 'Alarms'),
				failsAt,
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('overlap' as const),
				// A poll that begins while n8n saves may repeat what it saves.
				isSavedLate: withRollbacks ? fc.boolean() : fc.constant(false),
			}),
		},
		...(withRollbacks ? [{ weight: 1, arbitrary: ROLLBACK }] : []),
	);
}

/** The service's, which may be one that can't be right. */
const CLOCK = fc.oneof(
	{ weight: 3, arbitrary: fc.constant({}) },
	{
		weight: 1,
		arbitrary: fc.record({ wrongClock: fc.constantFrom('standsStill', 'in1970', 'in9999') }),
	},
);

function anyStory(hosts: readonly HostKind[], fates: readonly Fate[], withRollbacks: boolean) {
	return fc.record({
		host: fc.constantFrom(...hosts),
		behaviour: fc.tuple(anyBehaviour(), CLOCK).map((parts) => ({ ...parts[0], ...parts[1] })),
		maxEvents: fc.integer({ min: 1, max: 8 }),
		pageSize: fc.integer({ min: 10, max: 25 }),
		readingTimeMs: fc.constantFrom(0, 3_000, 300_000),
		requestMs: fc.constantFrom(0, 1, 700),
		hostClockOffMs: fc.constantFrom(0, 0, 7_200_000, -7_200_000),
		/** What the log holds when the trigger begins. */
		before: fc.array(LATE_MS, { maxLength: 8 }),
		steps: fc.array(
			fc.record({
				afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120_000 })),
				step: anyStep(fates, withRollbacks),
			}),
			{ maxLength: 16 },
		),
		seed: fc.integer(),
	});
}

type Story = ReturnType<typeof anyStory> extends fc.Arbitrary<infer One> ? One : never;

/** Where neither the service nor the host tells the time, nobody can tell what is in the future. */
function isTimeKnown({ behaviour, hostClockOffMs, before, steps }: Story): boolean {
	const isTold = behaviour.tellsTime && behaviour.wrongClock === undefined;
	const all = steps.flatMap(({ step }) => (step.kind === 'events' ? step.lateMs : []));
	return isTold || hostClockOffMs <= 0 || [...before, ...all].every((lateMs) => lateMs >= 0);
}

const stories = (hosts: readonly HostKind[], fates: readonly Fate[], withRollbacks = false) =>
	anyStory(hosts, fates, withRollbacks).filter(isTimeKnown);

interface Choice extends Pick<TriggerSettings, 'afterRestart'> {
	readonly suppressRepeatsMs?: number;
	readonly emit?: Emit;
}

function settingsOf(
	{ maxEvents, pageSize }: Story,
	{ afterRestart, suppressRepeatsMs = 0 }: Choice,
) {
	return {
		...{ source: 'feed', filters: {}, exclude: {}, preset: 'none', shape: { kind: 'raw' } },
		wording: { noun: 'event', timezone: 'UTC' },
		startFrom: () => ({ kind: 'now' }),
		startMark: '',
		heartbeatMs: 0,
		...{
			lateEventWindowMs: WINDOW_MS,
			suppressRepeatsMs,
			suppressPer: 'happening' as const,
			timeoutMs: 60_000,
		},
		...{ maxEvents, pageSize, afterRestart },
	} as const satisfies TriggerSettings;
}

interface Told {
	readonly life: TriggerLife;
	/** Ids of the events that the trigger had to deliver. */
	readonly expected: readonly string[];
}

async function tell(story: Story, choice: Choice): Promise<Told> {
	const life = new TriggerLife({
		...story,
		host: TRIGGER_HOSTS[story.host](),
		settings: settingsOf(story, choice),
		emit: choice.emit ?? eachEvent,
	});
	const { log, host } = life;
	jest.spyOn(Date, 'now').mockImplementation(() => log.nowMs + story.hostClockOffMs);
	log.nowMs = START_MS;
	life.add(
		...story.before.map((lateMs, at) => ({ id: `before-${at}`, createdAtMs: START_MS - lateMs })),
	);
	await life.poll({ occasion: 'publication' });
	const expected: string[] = [];
	const backups = [host.backUp()];
	/** In its default mode n8n begins with the poll of an activation. */
	let isDown = false;
	const restart = () => {
		life.restart();
		isDown = true;
	};
	const poll = async (failing: number | null, fate: Fate) => {
		const occasion = isDown && host.keepsContexts ? 'restart' : 'schedule';
		isDown = fate.startsWith('killed');
		// In its default mode n8n gives no poll up.
		const ownFate = fate === 'givenUp' && host.keepsContexts ? 'kept' : fate;
		return await life.poll({ occasion, failsAt: failing, fate: ownFate });
	};
	for (const [index, { afterMs, step }] of story.steps.entries()) {
		log.nowMs += afterMs;
		if (step.kind === 'events') {
			const events = step.lateMs.map((lateMs, at) => ({
				id: `event-${index}-${at}`,
				createdAtMs: log.nowMs - lateMs,
				visibleAtMs: log.nowMs,
				fields: { dropped: step.dropped },
			}));
			life.add(...events);
			if (!step.dropped) expected.push(...events.map(({ id }) => id));
		} else if (step.kind === 'poll') {
			await poll(step.failsAt, step.fate);
		} else if (step.kind === 'outage') {
			if (step.restarts) restart();
			for (let polls = 0; polls < step.polls; polls++) {
				await poll(1, 'kept');
				log.nowMs += 60_000;
			}
		} else if (step.kind === 'restart') {
			restart();
		} else if (step.kind === 'publish') {
			life.nodeName = step.name;
			isDown = false;
			await life.poll({ occasion: 'publication', failsAt: step.failsAt });
		} else if (step.kind === 'overlap') {
			if (isDown) await poll(null, 'kept');
			// A publication replaces the poller of n8n's default mode; its slow polls may overlap.
			const first = host.keepsContexts ? 'schedule' : 'publication';
			await life.pollTwice(first, step.isSavedLate);
		} else {
			restart();
			host.restore(backups[Math.max(0, backups.length - 1 - step.back)] ?? []);
		}
		backups.push(host.backUp());
	}
	// What is dated in the future comes when it is due.
	log.nowMs += 2_600_000_000;
	// With time enough a poll that delivers nothing has gone over everything.
	life.readingTimeMs = 3_600_000;
	for (let quiet = 0, polls = 0; quiet < 2; polls++) {
		if (polls > 3 * expected.length + 10) throw new Error('A poll made no progress');
		quiet = (await poll(null, 'kept')) ? 0 : quiet + 1;
		log.nowMs += 60_000;
	}
	return { life, expected };
}

afterEach(() => jest.restoreAllMocks());

async function holds(
	arbitrary: fc.Arbitrary<Story>,
	afterRestart: TriggerSettings['afterRestart'],
	check: (told: Told) => void,
): Promise<void> {
	await fc.assert(
		fc.asyncProperty(arbitrary, async (story) => {
			check(await tell(story, { afterRestart }));
		}),
		{ numRuns: RUNS },
	);
}

function idsOf({ life }: Told): string[] {
	return life.handed.map(({ id }) => id).sort();
}

/** Each poll reads all of the log, or fails before it has read anything. */
function inOnePoll(story: Story): Story {
	const steps = story.steps.map(({ step, ...others }) => ({
		...others,
		step: 'failsAt' in step ? { ...step, failsAt: step.failsAt && 1 } : step,
	}));
	return { ...story, steps, maxEvents: 5_000, readingTimeMs: 300_000 };
}

const BUT_BETWEEN: readonly Fate[] = ['kept', 'kept', 'givenUp', 'killedBefore', 'killedAfter'];
const ANY_FATE: readonly Fate[] = [...BUT_BETWEEN, 'killedBetween'];

describe('random lives of n8n, the table of modes line by line', () => {
	it('go on, any mode: exactly once, unless n8n is killed between its two writes', async () => {
		await holds(stories(HOST_KINDS, BUT_BETWEEN), 'goOn', (told) => {
			expect(idsOf(told)).toEqual([...told.expected].sort());
		});
	});

	it('go on, two writes: what n8n was killed over between them is lost, all else comes once', async () => {
		await holds(stories(IN_TWO_WRITES, ANY_FATE), 'goOn', (told) => {
			const lost = [...told.life.undispatched];
			expect([...idsOf(told), ...lost].sort()).toEqual([...told.expected].sort());
		});
	});

	it.each(['goOn', 'repeatLast'] as const)('%s, durable cursors: exactly once', async (after) => {
		await holds(stories(['durableCursors'], ANY_FATE), after, (told) => {
			expect(idsOf(told)).toEqual([...told.expected].sort());
			const flags = new Set(told.life.handed.map(({ redelivered }) => redelivered));
			expect([...flags]).toEqual(flags.size === 0 ? [] : [after === 'goOn' ? undefined : false]);
		});
	});

	it('repeat the last delivery, two writes: at least once, each repetition by one poll says so, and is made once by a process', async () => {
		await holds(stories(IN_TWO_WRITES, ANY_FATE).map(inOnePoll), 'repeatLast', (told) => {
			const { handed } = told.life;
			expect(idsOf(told)).toEqual(expect.arrayContaining([...told.expected]));
			const firsts = handed.filter(({ redelivered }) => redelivered === false);
			expect(new Set(firsts.map(({ id }) => id)).size).toBe(firsts.length);
			const isExpected = new Set(told.expected);
			expect(firsts.filter(({ id }) => !isExpected.has(id))).toEqual([]);
			const ofProcess = handed.map(({ id, process }) => `${process} ${id}`);
			expect(new Set(ofProcess).size).toBe(handed.length);
		});
	});

	it('bursts: what n8n was killed over is repeated, and nothing that was not given', async () => {
		const choices = fc.record({
			afterRestart: fc.constant('repeatLast' as const),
			emit: fc
				.record({
					burstCount: fc.integer({ min: 2, max: 4 }),
					burstMinutes: fc.integer({ min: 1, max: 3 }),
				})
				.map((parameters) => readBurst(withParameters({ burstPer: 'all', ...parameters }))),
			suppressRepeatsMs: fc.constantFrom(0, 60_000, 600_000),
		});
		await fc.assert(
			fc.asyncProperty(stories(IN_TWO_WRITES, ANY_FATE), choices, async (story, choice) => {
				const { life } = await tell({ ...story, readingTimeMs: 300_000 }, choice);
				const dispatched = new Set(life.handed.map(({ id }) => id));
				expect([...life.undispatched].filter((id) => !dispatched.has(id))).toEqual([]);
				const idsOfThose = (isRepeated: boolean) =>
					life.handed.filter(({ redelivered }) => redelivered === isRepeated).map(({ id }) => id);
				const firsts = idsOfThose(false);
				expect(new Set(firsts).size).toBe(firsts.length);
				const given = new Set([...firsts, ...life.undispatched]);
				expect(idsOfThose(true).filter((id) => !given.has(id))).toEqual([]);
			}),
			{ numRuns: RUNS },
		);
	});

	it.each(HOST_KINDS)('%s, whatever older state n8n falls back to: at least once', async (host) => {
		await holds(stories([host], ANY_FATE, true), 'repeatLast', (told) => {
			expect(idsOf(told)).toEqual(expect.arrayContaining([...told.expected]));
		});
	});
});
