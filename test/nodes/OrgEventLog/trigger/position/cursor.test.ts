import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/position/consumedEvents';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import {
	advanceCursor,
	MAX_FUTURE_EVENTS,
	type Cursor,
	type CursorRules,
	type LogSection,
} from '../../../../../nodes/OrgEventLog/trigger/position/cursor';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOON_MS = Date.UTC(2026, 10, 1, 12);

/** An event so long before or after noon. */
function eventAt(offsetMs: number, id = `event at ${offsetMs}`): LoggedEvent {
	return { id, createdAtMs: NOON_MS + offsetMs, fields: {} };
}

/** The cursor at noon, with a window of five minutes behind it in which these were consumed. */
function cursorAtNoon(...consumed: readonly LoggedEvent[]): Cursor {
	return {
		watermarkMs: NOON_MS,
		floorMs: NOON_MS - 5 * MINUTE,
		consumed: ConsumedEvents.none().with(consumed, 0),
	};
}

function advance(
	cursor: Cursor,
	events: readonly LoggedEvent[],
	{ rules, ...section }: Partial<LogSection> & { readonly rules?: Partial<CursorRules> } = {},
) {
	const allRules = {
		lateEventWindowMs: 5 * MINUTE,
		maxEvents: 5000,
		matches: () => true,
		...rules,
	};
	const { taken, watermarkMs, floorMs, ...others } = advanceCursor(
		cursor,
		{
			events,
			earliestMs: NOON_MS + MINUTE,
			latestMs: NOON_MS + MINUTE,
			maxFloorMs: Infinity,
			elapsedMs: 0,
			...section,
		},
		allRules,
	);
	return {
		...others,
		emit: taken.filter(allRules.matches),
		consumedNow: taken.length,
		cursor:
			taken.length === 0
				? cursor
				: { watermarkMs, floorMs, consumed: cursor.consumed.with(taken, floorMs) },
	};
}

const idsOf = (events: readonly LoggedEvent[]) => events.map(({ id }) => id);

describe('what is delivered', () => {
	it('is what was not consumed before, oldest first', () => {
		const known = eventAt(-SECOND);
		const { emit } = advance(cursorAtNoon(known), [known, eventAt(0), eventAt(SECOND)]);
		expect(idsOf(emit)).toEqual(['event at 0', 'event at 1000']);
	});

	it('is also what shares its instant with an event consumed before', () => {
		const known = eventAt(0, 'known');
		const { emit } = advance(cursorAtNoon(known), [known, eventAt(0, 'tied')]);
		expect(idsOf(emit)).toEqual(['tied']);
	});

	it('is also what comes late, but within the window', () => {
		const { emit } = advance(cursorAtNoon(), [eventAt(-4 * MINUTE), eventAt(SECOND)]);
		expect(idsOf(emit)).toEqual(['event at -240000', 'event at 1000']);
	});

	it('is nothing from below the floor: that is settled', () => {
		const { emit, cursor } = advance(cursorAtNoon(), [eventAt(-6 * MINUTE)]);
		expect(emit).toEqual([]);
		expect(cursor).toEqual(cursorAtNoon());
	});

	it('is only what matches; the rest is consumed all the same', () => {
		const rules = { matches: ({ id }: LoggedEvent) => id === 'wanted' };
		const events = [eventAt(0, 'other'), eventAt(0, 'wanted')];
		const { emit, cursor, consumedNow } = advance(cursorAtNoon(), events, { rules });
		expect(idsOf(emit)).toEqual(['wanted']);
		expect(consumedNow).toBe(2);
		expect(events.every((event) => cursor.consumed.has(event))).toBe(true);
	});

	it('is an event dated in the future, too, once', () => {
		const tomorrow = eventAt(24 * 60 * MINUTE);
		const first = advance(cursorAtNoon(), [tomorrow]);
		expect(first.emit).toEqual([tomorrow]);
		expect(advance(first.cursor, [tomorrow]).emit).toEqual([]);
	});
});

describe('the watermark', () => {
	it('moves to the newest event consumed', () => {
		const { cursor } = advance(cursorAtNoon(), [eventAt(SECOND), eventAt(2 * SECOND)]);
		expect(cursor.watermarkMs).toBe(NOON_MS + 2 * SECOND);
	});

	it('does not follow an event into the future', () => {
		const { cursor } = advance(cursorAtNoon(), [eventAt(24 * 60 * MINUTE)]);
		expect(cursor.watermarkMs).toBe(NOON_MS);
	});

	it('stays where nothing is new', () => {
		expect(advance(cursorAtNoon(), []).cursor).toEqual(cursorAtNoon());
	});
});

describe('the floor', () => {
	const minutesFromNoon = ({ floorMs }: Cursor) => (floorMs - NOON_MS) / MINUTE;

	it('follows the newest event at the distance of the window', () => {
		const { cursor } = advance(cursorAtNoon(), [eventAt(MINUTE)]);
		expect(minutesFromNoon(cursor)).toBe(-4);
	});

	it('stays back by the time that reading took: that much may be missing', () => {
		const { cursor } = advance(cursorAtNoon(), [eventAt(MINUTE)], { elapsedMs: MINUTE });
		expect(minutesFromNoon(cursor)).toBe(-5);
	});

	it('follows no further than the log was gone over', () => {
		const maxFloorMs = NOON_MS - 4.5 * MINUTE;
		const { cursor } = advance(cursorAtNoon(), [eventAt(MINUTE)], { maxFloorMs });
		expect(minutesFromNoon(cursor)).toBe(-4.5);
	});

	it('follows neither clock further than the other one', () => {
		const late = { earliestMs: NOON_MS + SECOND, latestMs: NOON_MS + 60 * MINUTE };
		const { cursor } = advance(cursorAtNoon(), [eventAt(MINUTE)], late);
		expect(cursor.watermarkMs).toBe(NOON_MS + MINUTE);
		expect(cursor.floorMs).toBe(NOON_MS + SECOND - 5 * MINUTE);
	});

	it('never goes back', () => {
		const { cursor } = advance(cursorAtNoon(), [eventAt(SECOND)], { elapsedMs: 60 * MINUTE });
		expect(minutesFromNoon(cursor)).toBe(-5);
	});

	it('takes with it what is remembered from below', () => {
		const old = eventAt(-4.9 * MINUTE);
		const { cursor } = advance(cursorAtNoon(old), [eventAt(MINUTE)]);
		expect(cursor.consumed.has(old)).toBe(false);
	});
});

describe('where the poll is full', () => {
	const rules = { maxEvents: 2 };

	it('the rest waits for the next poll', () => {
		const events = [eventAt(0), eventAt(SECOND), eventAt(2 * SECOND)];
		const { emit, cutShort, cursor } = advance(cursorAtNoon(), events, { rules });
		expect(idsOf(emit)).toEqual(['event at 0', 'event at 1000']);
		expect(cutShort).toBe(true);
		expect(idsOf(advance(cursor, events, { rules }).emit)).toEqual(['event at 2000']);
	});

	it('an instant is cut, and goes on with the next poll', () => {
		const events = ['a', 'b', 'c'].map((id) => eventAt(0, id));
		const { emit, cursor } = advance(cursorAtNoon(), events, { rules });
		expect(idsOf(emit)).toEqual(['a', 'b']);
		expect(idsOf(advance(cursor, events, { rules }).emit)).toEqual(['c']);
	});

	it('an instant whose ids the state could not hold is delivered whole', () => {
		const events = Array.from({ length: 4001 }, (_, index) => eventAt(0, `tied ${index}`));
		expect(advance(cursorAtNoon(), events, { rules }).emit).toHaveLength(4001);
	});

	it('events that match nothing take no room', () => {
		const events = [eventAt(0), eventAt(1, 'x'), eventAt(2, 'y'), eventAt(3, 'z')];
		const wanted = { maxEvents: 2, matches: ({ id }: LoggedEvent) => id !== 'x' };
		expect(idsOf(advance(cursorAtNoon(), events, { rules: wanted }).emit)).toEqual([
			'event at 0',
			'y',
		]);
	});
});

describe('more events of the future than can be remembered', () => {
	const future = Array.from({ length: MAX_FUTURE_EVENTS + 5 }, (_, index) =>
		eventAt(24 * 60 * MINUTE + index),
	);

	it('wait for their date', () => {
		const { emit, waitingFromMs } = advance(cursorAtNoon(), future);
		expect(emit).toHaveLength(MAX_FUTURE_EVENTS);
		expect(waitingFromMs).toBe(future[MAX_FUTURE_EVENTS]?.createdAtMs);
	});

	it('hold nothing of the present back', () => {
		const { emit } = advance(cursorAtNoon(), [eventAt(0), ...future]);
		expect(emit[0]?.id).toBe('event at 0');
	});
});

it('tells whether it recognized something of the log', () => {
	const known = eventAt(0);
	expect(advance(cursorAtNoon(known), [known]).recognized).toBe(true);
	expect(advance(cursorAtNoon(known), [eventAt(SECOND)]).recognized).toBe(false);
});
