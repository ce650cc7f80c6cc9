import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node';
import { Keys } from './keys';
import { asN8nKeepsThem, execute } from './n8n';
import { type ActionRun, fateOf, judge } from './actionOracle';
import { dict, namesIn } from './oracle';
import { startMachine } from './processes';
import { runsOf } from './runs';
import {
	hasHiddenEvents,
	nanosecondsOf,
	Service,
	type Knobs,
	type ServedEvent,
	type Stumble,
} from './service';
import { anyKnobs, anyRun, tellEvents, tellKnobs, toEvents, type Run } from './someLogs';
import { anyEntries, isParameters } from './someParameters';

const machine = startMachine(1);
const keys = new Keys(machine);
const { clock } = machine;
afterAll(() => machine.end());

/** A time beside an event's own, in one of the ways to write it; found once there is a log. */
interface Bound {
	readonly event: number;
	readonly offsetMs: number;
	readonly form: 'zone' | 'utc' | 'digits';
}

interface Case {
	readonly now: string;
	/** How far the host's clock is ahead. */
	readonly hostOffsetMs: number;
	readonly timezone: string;
	readonly knobs: Knobs;
	readonly runs: readonly Run[];
	/** How long before now the log ends; less than 0 for a log that reaches into the future. */
	readonly endsMs: number;
	/** What appears while the node reads. */
	readonly growth: {
		readonly runs: readonly Run[];
		readonly afterMs: number;
		readonly agoMs: number;
	};
	readonly items: readonly INodeParameters[];
	readonly bounds: readonly Bound[];
	readonly continueOnFail: boolean;
	readonly keepsFilesInMemory: boolean;
	readonly stumbles: ReadonlyArray<readonly [number, Stumble]>;
}

const anyBound: fc.Arbitrary<Bound> = fc.record({
	event: fc.nat(400),
	offsetMs: fc.constantFrom(0, 0, 1, -1, 3_600_000),
	form: fc.constantFrom<Bound['form'][]>('zone', 'utc', 'digits'),
});

// Stand for the first, the second … of the bounds of the case.
const anyTime = fc.constantFrom<string[]>('bound 0', 'bound 1', '');

const anyCase: fc.Arbitrary<Case> = fc.record({
	now: fc.constantFrom(
		'2026-07-15T10:20:30.400Z',
		'2026-03-29T12:00:00.000Z',
		'2026-11-01T06:30:00.000Z',
		'2026-01-01T00:00:00.000Z',
		'2024-02-29T23:59:59.999Z',
	),
	timezone: fc.constantFrom(
		...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'],
	),
	hostOffsetMs: fc.constantFrom(0, 0, 7_200_000, -7_200_000),
	knobs: anyKnobs,
	runs: fc.oneof(
		{ weight: 12, arbitrary: fc.array(anyRun(200), { maxLength: 7 }) },
		{ weight: 1, arbitrary: fc.array(anyRun(1500), { maxLength: 4 }) },
	),
	endsMs: fc.constantFrom(0, 1, 60_000, 86_400_000, -1000, -86_400_000),
	growth: fc.record({
		runs: fc.array(anyRun(20), { maxLength: 2 }),
		afterMs: fc.integer({ min: 1, max: 200 }),
		agoMs: fc.constantFrom(0, 60_000),
	}),
	items: fc.array(
		anyEntries(new OrgEventLog().description.properties, {
			after: anyTime,
			before: anyTime,
			startTime: fc.constantFrom<string[]>('bound 0', 'bound 1'),
			endTime: fc.constantFrom<string[]>('bound 0', 'bound 1'),
		}),
		{ minLength: 1, maxLength: 2, size: '-1' },
	),
	bounds: fc.tuple(anyBound, anyBound),
	continueOnFail: fc.boolean(),
	keepsFilesInMemory: fc.boolean(),
	stumbles: fc.oneof(
		{ weight: 8, arbitrary: fc.constant([]) },
		{
			weight: 1,
			arbitrary: fc.array(
				fc.tuple(
					fc.integer({ min: 1, max: 12 }),
					fc.constantFrom<Stumble[]>(
						'unavailable',
						'serverError',
						'tooMany',
						'reset',
						'brokenBody',
					),
				),
				{ maxLength: 2 },
			),
		},
	),
});

/** Puts the times in that the log gives. */
function withBounds(
	entered: INodeParameters,
	{ bounds, timezone }: Pick<Case, 'bounds' | 'timezone'>,
	events: readonly ServedEvent[],
): INodeParameters {
	const toText = (name: string, text: string): string => {
		const bound = bounds[Number(/^bound (\d)$/.exec(text)?.[1])];
		if (bound === undefined) return text;
		const { event, offsetMs, form } = bound;
		const nearMs = events[event % Math.max(1, events.length)]?.createdAtMs ?? clock.trueMs;
		const timeMs = nearMs + offsetMs;
		if (form === 'digits') return name.endsWith('Time') ? `${nanosecondsOf(timeMs)}` : `${timeMs}`;
		const local = DateTime.fromMillis(timeMs, { zone: form === 'utc' ? 'utc' : timezone });
		// A time that clocks show twice, when they are put back, is told by nothing but its offset.
		const includeOffset = form === 'utc' || local.getPossibleOffsets().length > 1;
		return local.toISO({ includeOffset }) ?? '';
	};
	const found: INodeParameters = {};
	for (const [name, value] of Object.entries(entered)) {
		if (isParameters(value)) found[name] = withBounds(value, { bounds, timezone }, events);
		else found[name] = typeof value === 'string' ? toText(name, value) : value;
	}
	return found;
}

async function play(given: Case): Promise<string | undefined> {
	const { knobs, runs, growth, timezone, endsMs } = given;
	const nowMs = Date.parse(given.now);
	const [nodes] = machine.processes;
	if (nodes === undefined) return 'n8n is not running';
	clock.trueMs = nowMs;
	clock.hostOffsetMs = given.hostOffsetMs;

	const spanMs = runs.reduce((sum, run) => sum + run.gapMs + run.count * run.stepMs, 0);
	const beginMs = nowMs - endsMs - spanMs;
	const log = toEvents(runs, (offsetMs) => ({
		createdAtMs: beginMs + offsetMs,
		visibleAtMs: 0,
	}));
	const parameters = given.items.map((entered) =>
		asN8nKeepsThem(nodes.action, withBounds(entered, given, log)),
	);
	const grown = toEvents(
		parameters.every(mayGrow) ? growth.runs : [],
		(offsetMs) => ({
			createdAtMs: nowMs - growth.agoMs + (offsetMs % 1000),
			visibleAtMs: nowMs + growth.afterMs,
		}),
		log.length,
	);
	const service = new Service(knobs, clock, [...log, ...grown]);
	service.stumbles = new Map(given.stumbles);
	await keys.learn(service.all);
	clock.trueMs = nowMs;

	const startedAtMs = clock.hostMs;
	const { continueOnFail, keepsFilesInMemory } = given;
	const work = async () =>
		await execute(nodes.action, {
			...{ service, parameters, timezone, continueOnFail, keepsFilesInMemory },
		});
	let result: Awaited<ReturnType<typeof work>> | undefined;
	let thrown: unknown;
	try {
		result = await (given.stumbles.length > 0 ? machine.sleep.during(work) : work());
	} catch (error) {
		thrown = error;
	}
	const shownNow = service.all.filter(({ visibleAtMs }) => visibleAtMs <= clock.trueMs);
	const itemRuns = parameters.map((some): ActionRun => ({
		...{ timezone, service, startedAtMs, shownNow },
		parameters: some,
		shown: new Set(log),
		isStumbling: given.stumbles.length > 0,
		endedAtMs: clock.hostMs,
		keyOf: keys.of,
		read: (item) => result?.read(item) ?? Buffer.alloc(0),
	}));
	const mayFail = given.stumbles.length > 0 || hasHiddenEvents(knobs, shownNow);
	const telling = () => tellingOf(given, service.all, parameters);
	if (result === undefined) {
		const isRight = !continueOnFail && itemRuns.some((run) => fateOf(run) !== 'runs');
		return isRight || mayFail ? undefined : `fails: ${messageOf(thrown)}\n${telling()}`;
	}
	const lost = result.items.find(({ pairedItem }) => dict(pairedItem).item === undefined);
	if (lost !== undefined) return `an item lacks pairedItem: ${JSON.stringify(lost.json)}`;
	for (const [index, run] of itemRuns.entries()) {
		const items = result.items.filter(({ pairedItem }) => dict(pairedItem).item === index);
		const error = items[0]?.json.error;
		const isFailure = continueOnFail && items.length === 1 && typeof error === 'string';
		const fate = fateOf(run);
		if (isFailure && (fate !== 'runs' || mayFail)) continue;
		const wrong = fate === 'fails' ? 'does not fail' : judge(run, items);
		if (wrong !== undefined) return `input item ${index}: ${wrong}\n${telling()}`;
	}
	return undefined;
}

/**
 * Whether it can be told what came of what appeared meanwhile: not where a number of events is to be skipped or
 * drawn, nor where no item says which event it is.
 */
function mayGrow({ options, simplify, columns, output }: INodeParameters): boolean {
	const names = namesIn(columns);
	const isIdentified = names.includes('id') || names.length === 0 || simplify === false;
	const { skip, sampleSize } = dict(options);
	return isIdentified && output !== 'summary' && skip === undefined && sampleSize === undefined;
}

/** What a failing case is about, for people. */
function tellingOf(given: Case, log: readonly ServedEvent[], entered: readonly unknown[]): string {
	return [
		`now ${given.now} (host ${given.hostOffsetMs} ms ahead), in ${given.timezone}`,
		`service: ${tellKnobs(given.knobs)} ${JSON.stringify(given.stumbles)}`,
		...entered.map((parameters) => `parameters: ${JSON.stringify(parameters)}`),
		...tellEvents(log),
	].join('\n');
}

function messageOf(thrown: unknown): string {
	return thrown instanceof Error
		? `${thrown.message} ${String(Reflect.get(thrown, 'description'))}`
		: String(thrown);
}

it('gives what the documentation says, whatever is entered and whatever the log holds', async () => {
	await fc.assert(
		fc.asyncProperty(anyCase, async (given) => {
			const problem = await play(given);
			if (problem !== undefined) throw new Error(problem);
		}),
		runsOf(0.5),
	);
});
