import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { OrgEventLog } from '../../nodes/OrgEventLog/OrgEventLog.node';
import { askedOf, fateOf, judge, lookAt } from './actionOracle';
import { chosenColumns, dict } from './documentedFields';
import { type Knobs, anyKnobs, understood } from './knobs';
import { asN8nKeepsThem, execute, messageOf } from './n8n';
import { StoredCredential } from './n8nRequests';
import { startMachine } from './processes';
import { hasUnreadableInstant, judgeNumber, judgeRequests } from './requestOracle';
import { runsOf } from './runs';
import { type ServedEvent, nanosecondsOf } from './servedEvent';
import { Service, type Stumble } from './service';
import { type Run, anyRun, tellEvents, toEvents } from './someEvents';
import { anyEntries, isParameters } from './someParameters';

const machine = startMachine(1);
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
	/** The host's clock is so far ahead. */
	readonly hostOffsetMs: number;
	readonly timezone: string;
	readonly knobs: Knobs;
	readonly runs: readonly Run[];
	/** The log ended so long ago; less than 0 for a log that reaches into the future. */
	readonly endsMs: number;
	/** Appears while the node reads. */
	readonly growth: {
		readonly runs: readonly Run[];
		readonly afterMs: number;
		readonly agoMs: number;
	};
	readonly items: readonly INodeParameters[];
	readonly bounds: readonly Bound[];
	readonly continueOnFail: boolean;
	readonly stumbles: ReadonlyArray<readonly [number, Stumble]>;
}

const anyBound: fc.Arbitrary<Bound> = fc.record({
	event: fc.nat(400),
	offsetMs: fc.constantFrom(0, 0, 1, -1, 3_600_000),
	form: fc.constantFrom<Bound['form'][]>('zone', 'utc', 'digits'),
});

const anyStumble = fc.constantFrom<Stumble[]>(
	...(['unavailable', 'serverError', 'badGateway', 'gatewayTimeout'] as const),
	...(['tooMany', 'reset', 'brokenBody'] as const),
	...(['empty', 'empty'] as const),
	...(['halfWith200', 'toldWith200'] as const),
	...(['revoked', 'revoked'] as const),
);
// Stand for the first, the second … of the bounds of the case.
const anyTime = fc.constantFrom<string[]>('bound 0', 'bound 1', '');

const anyCase: fc.Arbitrary<Case> = fc
	.record({
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
		stumbles: fc.oneof(
			{ weight: 6, arbitrary: fc.constant([]) },
			{
				weight: 1,
				// One empty answer may be wrong, and no second one after it.
				arbitrary: fc
					.array(fc.tuple(fc.integer({ min: 1, max: 12 }), anyStumble), { maxLength: 2 })
					.filter((drawn) => drawn.filter(([, stumble]) => stumble === 'empty').length < 2),
			},
		),
	})
	.map((given) => {
		const { knobs, hostOffsetMs, endsMs, growth } = given;
		const hasFuture = endsMs <= 0 || growth.runs.length > 0;
		// Where all is of the future, what appears now looks like an older end of the log.
		const runs = endsMs < 0 ? [] : growth.runs;
		return { ...given, growth: { ...growth, runs }, ...understood(knobs, hostOffsetMs, hasFuture) };
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
	const { knobs, runs, growth, timezone, endsMs, continueOnFail } = given;
	const nowMs = Date.parse(given.now);
	const [nodes] = machine.processes;
	if (nodes === undefined) return 'n8n is not running';
	clock.trueMs = nowMs;
	clock.hostOffsetMs = given.hostOffsetMs;
	machine.begin(knobs.seed);

	const spanMs = runs.reduce((sum, run) => sum + run.gapMs + run.count * run.stepMs, 0);
	const beginMs = nowMs - endsMs - spanMs;
	const log = toEvents(runs, (offsetMs) => ({ createdAtMs: beginMs + offsetMs, visibleAtMs: 0 }));
	const parameters = given.items.map((entered) =>
		asN8nKeepsThem(nodes.action, withBounds(entered, given, log)),
	);
	const grown = toEvents(
		parameters.every(mayChange) ? growth.runs : [],
		(offsetMs) => ({
			createdAtMs: nowMs - growth.agoMs + (offsetMs % 1000),
			visibleAtMs: nowMs + growth.afterMs,
		}),
		log.length,
	);
	const service = new Service(
		parameters.every(mayChange) ? knobs : { ...knobs, keptMs: Infinity },
		clock,
		[...log, ...grown],
	);
	service.stumbles = new Map(given.stumbles);

	const startedAtMs = clock.hostMs;
	const credential = new StoredCredential(nodes.credential, service);
	const asked = { credential, parameters, timezone, continueOnFail };
	let result: Awaited<ReturnType<typeof execute>> | undefined;
	let thrown: unknown;
	try {
		result = await machine.sleep.during(async () => await execute(nodes.action, asked));
	} catch (error) {
		thrown = error;
	}
	const { items = [], notes = [], read = () => Buffer.alloc(0) } = result ?? {};
	const itemRuns = parameters.map((some) =>
		lookAt({
			...{ parameters: some, timezone, service, startedAtMs, notes, read },
			...{ fromMs: nowMs, toMs: clock.trueMs },
		}),
	);
	const mayFail = mayBeUnreadable(given, service);
	const telling = () => tellingOf(given, service, parameters);
	if (result === undefined) {
		const isRight = !continueOnFail && itemRuns.some((run) => fateOf(run) !== 'runs');
		return isRight || mayFail ? undefined : `fails: ${messageOf(thrown)}\n${telling()}`;
	}
	const lost = items.find(({ pairedItem }) => dict(pairedItem).item === undefined);
	if (lost !== undefined) return `an item lacks pairedItem: ${JSON.stringify(lost.json)}`;
	for (const [index, run] of itemRuns.entries()) {
		const own = items.filter(({ pairedItem }) => dict(pairedItem).item === index);
		const error = own[0]?.json.error;
		const isFailure = continueOnFail && own.length === 1 && typeof error === 'string';
		const fate = fateOf(run);
		if (isFailure && (fate !== 'runs' || mayFail)) continue;
		const wrong = fate === 'fails' ? 'does not fail' : judge(run, own);
		if (wrong !== undefined) return `input item ${index}: ${wrong}\n${telling()}`;
	}
	const [first = {}] = parameters;
	const reads = parameters.length;
	const made = { service, parameters: first, reads, given: service.requests };
	const wrong = judgeRequests(made) ?? judgeNumber(made);
	return wrong && `${wrong}\n${telling()}`;
}

/** What need not be survived, and may be refused by name. */
function mayBeUnreadable({ stumbles }: Case, service: Service): boolean {
	// The few events that tell whether a page was too long may stumble.
	if (stumbles.length > 0 && service.knobs.overMaxLimit !== 'cap') return true;
	// A mistake that the service tells of is worth one retry, and the second one may meet the same request.
	if (stumbles.filter(([, stumble]) => stumble === 'serverError').length > 1) return true;
	if (stumbles.filter(([, stumble]) => stumble.endsWith('With200')).length > 1) return true;
	// A second new token that is refused ends the run, and told with status 200, a token is exchanged only once.
	const revocations = stumbles.filter(([, stumble]) => stumble === 'revoked').length;
	if (revocations > (service.knobs.saysExpiredWith === 200 ? 0 : 1)) return true;
	return hasUnreadableInstant(service);
}

/**
 * Whether it can be told what came of what appeared or was dropped meanwhile: not where a number of events is to be
 * skipped or drawn, nor where no item says which event it is.
 */
function mayChange(parameters: INodeParameters): boolean {
	const { kind, skip, isSample } = askedOf(parameters);
	const names = chosenColumns(parameters) ?? ['id'];
	return names.includes('id') && kind !== 'summary' && skip === 0 && !isSample;
}

/** A failing case, for people. */
function tellingOf(given: Case, { all, requests }: Service, entered: readonly unknown[]): string {
	return [
		`now ${given.now} (host ${given.hostOffsetMs} ms ahead), in ${given.timezone}`,
		`service: ${JSON.stringify(given.knobs)} ${JSON.stringify(given.stumbles)}`,
		...entered.map((parameters) => `parameters: ${JSON.stringify(parameters)}`),
		...tellEvents(all),
		...requests.slice(0, 60).map(({ text, entries }) => `${text}: ${entries ?? 'failed'}`),
		`${requests.length} requests`,
	].join('\n');
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
