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
const DAY = 24 * 60 * MINUTE;
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
	const times = { earliestMs: NOON_MS + MINUTE, latestMs: NOON_MS + MINUTE };
	const { taken, watermarkMs, floorMs, ...others } = advanceCursor(
		cursor,
		{ events, ...times, maxFloorMs: Infinity, elapsedMs: 0, ...section },
		allRules,
	);
	const consumed = cursor.consumed.with(taken, floorMs);
	return {
		...others,
		emit: taken.filter(allRules.matches).map(({ id }) => id),
		cursor: taken.length === 0 ? cursor : { watermarkMs, floorMs, consumed },
	};
}

it('what is delivered is only what matches; the rest is consumed all the same', () => {
	const rules = { matches: ({ id }: LoggedEvent) => id === 'wanted' };
	const events = [eventAt(0, 'other'), eventAt(0, 'wanted')];
	const { emit, cursor } = advance(cursorAtNoon(), events, { rules });
	expect(emit).toEqual(['wanted']);
	expect(events.every((event) => cursor.consumed.has(event))).toBe(true);
});

it.each<[string, LoggedEvent[], number]>([
	['moves to the newest event consumed', [eventAt(SECOND), eventAt(2 * SECOND)], 2 * SECOND],
	['does not follow an event into the future', [eventAt(DAY)], 0],
	['stays where nothing is new', [], 0],
])('the watermark %s', (_what, events, offsetMs) => {
	expect(advance(cursorAtNoon(), events).cursor.watermarkMs).toBe(NOON_MS + offsetMs);
});

describe('the floor', () => {
	it.each<[string, LoggedEvent, Partial<LogSection>, number]>([
		['follows the newest event at the distance of the window', eventAt(MINUTE), {}, -4],
		[
			'stays back by the time that reading took: that much may be missing',
			...([eventAt(MINUTE), { elapsedMs: 0.5 * MINUTE }, -4.5] as const),
		],
		[
			'follows no further than the log was gone over',
			...([eventAt(MINUTE), { maxFloorMs: NOON_MS - 4.5 * MINUTE }, -4.5] as const),
		],
		[
			'follows neither clock further than the other one',
			eventAt(MINUTE),
			{ earliestMs: NOON_MS + 0.5 * MINUTE, latestMs: NOON_MS + 60 * MINUTE },
			-4.5,
		],
	])('%s', (_what, event, section, minutes) => {
		const { cursor } = advance(cursorAtNoon(), [event], section);
		expect((cursor.floorMs - NOON_MS) / MINUTE).toBe(minutes);
	});

	it('passes nothing that waits behind earlier polls, which had no time for the window', () => {
		const behind = { ...cursorAtNoon(), floorMs: NOON_MS - 20 * MINUTE };
		const { cursor } = advance(behind, [eventAt(-15 * MINUTE)]);
		expect((cursor.floorMs - NOON_MS) / MINUTE).toBe(-15);
	});

	it('takes with it what is remembered from below', () => {
		const old = eventAt(-4.9 * MINUTE);
		const { cursor } = advance(cursorAtNoon(old), [eventAt(MINUTE)]);
		expect(cursor.consumed.has(old)).toBe(false);
	});
});

describe('where the poll is full', () => {
	const rules = { maxEvents: 2 };

	it.each([
		['the rest waits for the next poll', [eventAt(0, 'a'), eventAt(1, 'b'), eventAt(2, 'c')]],
		['an instant is cut, and goes on', [eventAt(0, 'a'), eventAt(0, 'b'), eventAt(0, 'c')]],
	])('%s', (_what, events) => {
		const { emit, cutShort, cursor } = advance(cursorAtNoon(), events, { rules });
		expect([emit, cutShort]).toEqual([['a', 'b'], true]);
		expect(advance(cursor, events, { rules }).emit).toEqual(['c']);
	});

	it('an instant whose ids the state could not hold is delivered whole', () => {
		const events = Array.from({ length: 4001 }, (_, index) => eventAt(0, `tied ${index}`));
		expect(advance(cursorAtNoon(), events, { rules }).emit).toHaveLength(4001);
	});
});

it('more events of the future than can be remembered wait for their date, and hold nothing back', () => {
	const future = Array.from({ length: MAX_FUTURE_EVENTS + 5 }, (_, at) => eventAt(DAY + at));
	const { emit, waitingFromMs } = advance(cursorAtNoon(), [eventAt(0, 'now'), ...future]);
	expect(emit).toHaveLength(1 + MAX_FUTURE_EVENTS);
	expect(emit[0]).toBe('now');
	expect(waitingFromMs).toBe(future[MAX_FUTURE_EVENTS]?.createdAtMs);
});

it('tells whether it recognized something of the log', () => {
	const known = eventAt(0);
	expect(advance(cursorAtNoon(known), [known]).recognized).toBe(true);
	expect(advance(cursorAtNoon(known), [eventAt(SECOND)]).recognized).toBe(false);
});
