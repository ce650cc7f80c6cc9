import fc from 'fast-check';
import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';
import {
	cursorOf,
	isTriggerState,
	withCursor,
	type TriggerState,
} from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);
const NOW_MS = 1_700_000_000_000;

const STATE: TriggerState = {
	version: 1,
	logScope: '0123456789abcdef',
	organizations: ['one'],
	watermarkMs: NOW_MS,
	floorMs: NOW_MS - 300_000,
	consumed: '0:12345678',
	pageCap: 1000,
	source: 'feed',
};
const HAND_OVER = { processes: ['a'], fromMs: 5, ids: '', idsFromMs: 0 };
const SIGNS = { sinceMs: 1, toldMs: 1, polls: 1, maxLateMs: 1 };

it('knows its own state after a journey through JSON, also with a field that is no longer written', () => {
	const whole = { ...STATE, handOver: HAND_OVER, signs: SIGNS, unplaced: 'x'.repeat(400) };
	expect(isTriggerState(JSON.parse(JSON.stringify(whole)))).toBe(true);
});

it.each<[string, unknown]>([
	...Object.keys(STATE).map((field): [string, undefined] => [field, undefined]),
	['version', 2],
	['version', '1'],
	['logScope', null],
	['organizations', 'one'],
	['organizations', ['one', 2]],
	['watermarkMs', Number.NaN],
	['watermarkMs', String(NOW_MS)],
	['floorMs', Infinity],
	['floorMs', 0.5],
	['consumed', '0:1234567'],
	['consumed', '0:12345678,'.repeat(2) + 'x'],
	['consumed', ['0:12345678']],
	['consumed', '0:12345678,'.repeat(10_000)],
	['consumed', '0:12345678,'.repeat(1_000_000)],
	['pageCap', null],
	['pageCap', 0.5],
	['source', 'count'],
	['gap', { fromMs: 1 }],
	['reachedBack', 1],
	['signs', { ...SIGNS, polls: 'many' }],
	['handOver', { ...HAND_OVER, processes: 'a' }],
	['handOver', { ...HAND_OVER, processes: [1] }],
	['handOver', { ...HAND_OVER, processes: ['x'.repeat(65)] }],
	['handOver', { ...HAND_OVER, fromMs: null }],
	['handOver', { ...HAND_OVER, ids: 7 }],
	['handOver', { ...HAND_OVER, ids: '0:1234567' }],
	['handOver', { ...HAND_OVER, ids: `0:${'12345678'.repeat(9_000)}` }],
	['handOver', { ...HAND_OVER, idsFromMs: 'now' }],
	['handOver', { ...HAND_OVER, repeatedToMs: 0.5 }],
])('refuses %s missing or as something else (%#)', (field, value) => {
	expect(isTriggerState({ ...STATE, [field]: value })).toBe(false);
});

it('takes nothing else for a state, whatever it is', () => {
	const anything = fc.anything({ withNullPrototype: true, withMap: true, withDate: true });
	fc.assert(
		fc.property(anything, (value) => {
			expect(isTriggerState(value)).toBe(false);
		}),
		{ numRuns: RUNS },
	);
	expect(isTriggerState(JSON.parse(`{"__proto__":${JSON.stringify(STATE)}}`))).toBe(false);
});

const events = Array.from({ length: 9000 }, (_, at) => ({
	id: `event-${at}`,
	createdAtMs: NOW_MS + at,
}));
const FULL = ConsumedEvents.none().with(events, 0);

it('with all that gaps, signs of life and processes keep a full one takes at most 64 KiB a copy', () => {
	const largest = Number.MIN_SAFE_INTEGER;
	const kept = {
		...STATE,
		organizations: Array.from({ length: 8 }, (_, index) => `${index}`.padEnd(64, 'x')),
		startMark: 'x'.repeat(64),
		readToMs: largest,
		reachedBack: false,
		gap: { fromMs: largest, toMs: largest },
		signs: { sinceMs: largest, toldMs: largest, polls: largest, maxLateMs: largest },
	};
	const cursor = { watermarkMs: largest, floorMs: largest, consumed: FULL };
	const { state } = withCursor(kept, cursor);
	expect(state.consumed.length).toBeGreaterThan(63_500);
	// The texts of these two share the room that the ids have taken here.
	const processes = Array.from({ length: 8 }, (_, index) => `${index}`.padEnd(12, 'x'));
	const times = { fromMs: largest, idsFromMs: largest, repeatedToMs: largest };
	const full = { ...state, alerts: '', handOver: { processes, ids: '', ...times } };
	expect(isTriggerState(full)).toBe(true);
	const copy = { kept: { nodeId: 'x'.repeat(36), writes: Number.MAX_SAFE_INTEGER, state: full } };
	expect(JSON.stringify(copy).length).toBeLessThanOrEqual(64 * 1024);
});

it('moves the floor up to where the ids that fit begin, and tells', () => {
	const cursor = { watermarkMs: NOW_MS + 8999, floorMs: NOW_MS - 300_000, consumed: FULL };
	const { state, windowShrunkToMs } = withCursor(STATE, cursor);
	expect(windowShrunkToMs).toBeGreaterThan(NOW_MS);
	expect(state.floorMs).toBe(windowShrunkToMs);
	const known = cursorOf(state).consumed;
	for (const event of events) expect(known.has(event)).toBe(event.createdAtMs >= state.floorMs);
});
