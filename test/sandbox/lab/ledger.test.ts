import { type Guarantee, type Handover, type Kill, Ledger } from '../../../sandbox/lab/ledger';

const MINUTE_MS = 60_000;

/** An event that is created and visible at once, named for its minute. */
function event(id: string, minute: number) {
	const createdAtMs = minute * MINUTE_MS;
	return { id, createdAtMs, visibleAtMs: createdAtMs };
}

/** An execution half a minute into its minute. */
function execution(id: number, minute: number, ...eventIds: string[]): Handover {
	const createdAtMs = minute * MINUTE_MS + 30_100;
	return { id, status: 'success', createdAtMs, eventIds, redeliveredIds: [] };
}

/** A kill just after the poll that began half a minute into its minute, and what it left. */
function killAt(minute: number, executions: readonly Handover[], savedMinute: number): Kill {
	const startedAtMs = minute * MINUTE_MS + 30_000;
	const times = { startedAtMs, lastRequestAtMs: startedAtMs, lastResponseAtMs: startedAtMs + 50 };
	return {
		atMs: startedAtMs + 200,
		poll: { number: minute, requests: 1, ...times },
		executions,
		savedWatermarkMs: savedMinute * MINUTE_MS,
	};
}

const CREATED = [event('a', 1), event('b', 2), event('c', 3)];
const FIRST = execution(1, 1, 'a');
const SECOND = execution(2, 2, 'b');
const THIRD = execution(3, 3, 'c');
const ONCE = [FIRST, SECOND, THIRD];
const LOSING = [FIRST, THIRD];
const REPEATING = [FIRST, SECOND, execution(3, 3, 'b', 'c')];
const ONLY_AGAIN = { ...THIRD, redeliveredIds: ['c'] };
const SAYING_SO = [...ONCE, { ...execution(4, 4, 'c'), redeliveredIds: ['c'] }];
/** The state is saved, and the execution of b is not there. */
const STATE_ONLY = killAt(2, [FIRST], 2);
const NEITHER = killAt(2, [FIRST], 1);
/** The execution of b is there, and the state is not saved. */
const EXECUTION_ONLY = killAt(2, [FIRST, SECOND], 1);
const BOTH = killAt(2, [FIRST, SECOND], 2);

function ledgerOf(executions: readonly Handover[], kills: readonly Kill[] = [], created = CREATED) {
	const ledger = new Ledger();
	ledger.expect(created);
	ledger.see(executions);
	ledger.kills.push(...kills);
	return ledger;
}

const LOST = '1 of 3 events were lost';
const TWICE = '1 times an event came twice';
const OLD = '1 events came that should not have come';

const GUARANTEES = ['exactlyOnce', 'repeatsSaySo', 'onceButForKills'] as const;

/** What is wrong, and which guarantee allows it. */
type Told = readonly [fault?: string, allowedBy?: Guarantee];

it.each<[string, readonly Handover[], readonly Kill[], Told]>([
	['each event once', ONCE, [], []],
	['a loss', LOSING, [], [LOST]],
	['a loss where a kill left the state alone', LOSING, [STATE_ONLY], [LOST, 'onceButForKills']],
	['a loss, and a kill that left neither', LOSING, [NEITHER], [LOST]],
	['a repetition', REPEATING, [], [TWICE]],
	['one where a kill left no state', REPEATING, [EXECUTION_ONLY], [TWICE, 'onceButForKills']],
	['a repetition, and a kill that left both', REPEATING, [BOTH], [TWICE]],
	['a repetition that says so', SAYING_SO, [], [TWICE, 'repeatsSaySo']],
	['an event twice in one execution', [FIRST, execution(2, 2, 'b', 'b'), THIRD], [], [TWICE]],
	['an event that came only as a repetition', [FIRST, SECOND, ONLY_AGAIN], [], []],
	['an event from before', [...ONCE, execution(4, 4, 'old')], [], [OLD]],
])('what is wrong with %s', (_what, executions, kills, [fault, allowedBy]) => {
	const ledger = ledgerOf(executions, kills);
	for (const guarantee of GUARANTEES) {
		const faults = fault === undefined || guarantee === allowedBy ? [] : [fault];
		expect([guarantee, ledger.faults(guarantee)]).toEqual([guarantee, faults]);
	}
});

it('a run in which nothing was created proves nothing', () => {
	expect(ledgerOf([], [], []).faults('exactlyOnce')).toEqual(['no events were created']);
});

it('what an execution was handed is remembered when n8n empties it', () => {
	const ledger = ledgerOf(ONCE);
	ledger.see([{ ...execution(2, 2), status: 'crashed' }]);
	expect(ledger.faults('exactlyOnce')).toEqual([]);
	expect(ledger.executions[1]).toMatchObject({ status: 'crashed', eventIds: ['b'] });
});

it('tells which events are only in executions that n8n gave up on', () => {
	const givenUp = { ...execution(2, 2, 'b', 'c'), status: 'error' };
	expect(ledgerOf([FIRST, givenUp, THIRD]).unfinished).toEqual(['b']);
});

it('is told in one line', () => {
	expect(ledgerOf(LOSING, [STATE_ONLY]).toString()).toBe(
		'3 created, 2 delivered; 1 lost (1 by kills); 0 repeated (0 by kills, 0 say so); 2 executions, 1 kills; ' +
			'0 only in executions that did not succeed',
	);
});
