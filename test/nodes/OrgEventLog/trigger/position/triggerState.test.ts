import fc from 'fast-check';

import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';
import type { TriggerState } from '../../../../../nodes/OrgEventLog/trigger/position/triggerState';
import {
	cursorOf,
	isTriggerState,
	withCursor,
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

it('knows its own state after a journey through JSON', () => {
	expect(isTriggerState(JSON.parse(JSON.stringify(STATE)))).toBe(true);
});

it.each(Object.keys(STATE))('knows that %s is missing', (field) => {
	const { ...state }: Record<string, unknown> = STATE;
	Reflect.deleteProperty(state, field);
	expect(isTriggerState(state)).toBe(false);
});

it.each<[string, unknown]>([
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
])('refuses %s as something else (%#)', (field, value) => {
	expect(isTriggerState({ ...STATE, [field]: value })).toBe(false);
});

it('takes nothing else for a state, whatever it is', () => {
	fc.assert(
		fc.property(
			fc.anything({ withNullPrototype: true, withMap: true, withDate: true }),
			(value) => {
				expect(isTriggerState(value)).toBe(false);
			},
		),
		{ numRuns: RUNS },
	);
	expect(isTriggerState(JSON.parse(`{"__proto__":${JSON.stringify(STATE)}}`))).toBe(false);
});

it('a cut-off text of it is no JSON, or no state', () => {
	const whole = JSON.stringify(STATE);
	for (let length = 0; length < whole.length; length++) {
		const read = (): unknown => JSON.parse(whole.slice(0, length));
		expect(read).toThrow();
	}
});

const manyEvents = () =>
	Array.from({ length: 9000 }, (_, index) => ({
		id: `event-${index}`,
		createdAtMs: NOW_MS + index,
		fields: {},
	}));

it('with all that gaps, signs of life and processes keep a full one takes at most 64 KiB a copy', () => {
	const largest = Number.MIN_SAFE_INTEGER;
	const kept = {
		...STATE,
		organizations: Array.from({ length: 8 }, (_, index) => `${index}`.padEnd(64, 'x')),
		startMark: 'x'.repeat(64),
		readToMs: largest,
		gap: { fromMs: largest, toMs: largest },
		signs: { sinceMs: largest, toldMs: largest, polls: largest, maxLateMs: largest },
	};
	const consumed = ConsumedEvents.none().with(manyEvents(), 0);
	const { state } = withCursor(kept, { watermarkMs: largest, floorMs: largest, consumed });
	expect(state.consumed.length).toBeGreaterThan(63_500);
	// The texts of these two share the room that the ids have taken here.
	const processes = Array.from({ length: 8 }, (_, index) => `${index}`.padEnd(12, 'x'));
	const handOver = {
		processes,
		fromMs: largest,
		ids: '',
		idsFromMs: largest,
		repeatedToMs: largest,
	};
	const full = { ...state, alerts: '', handOver };
	expect(isTriggerState(full)).toBe(true);
	const copy = { kept: { nodeId: 'x'.repeat(36), writes: Number.MAX_SAFE_INTEGER, state: full } };
	expect(JSON.stringify(copy).length).toBeLessThanOrEqual(64 * 1024);
});

it('reads a state with a field that is no longer written', () => {
	const hashes = 'x'.repeat(400);
	expect(isTriggerState({ ...STATE, unplaced: hashes })).toBe(true);
});

it('moves the floor up to where the ids that fit begin, and tells', () => {
	const events = manyEvents();
	const consumed = ConsumedEvents.none().with(events, 0);
	const cursor = { watermarkMs: NOW_MS + 8999, floorMs: NOW_MS - 300_000, consumed };
	const { state, windowShrunkToMs } = withCursor(STATE, cursor);
	expect(windowShrunkToMs).toBeGreaterThan(NOW_MS);
	expect(state.floorMs).toBe(windowShrunkToMs);
	expect(JSON.stringify(state).length).toBeLessThanOrEqual(64 * 1024);
	const known = cursorOf(state).consumed;
	expect(events.filter((event) => known.has(event))).toEqual(
		events.filter(({ createdAtMs }) => createdAtMs >= state.floorMs),
	);
});
