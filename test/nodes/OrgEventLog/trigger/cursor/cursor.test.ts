import { ConsumedEvents } from '../../../../../nodes/OrgEventLog/trigger/cursor/consumedEvents';
import type { LoggedEvent } from '../../../../../nodes/OrgEventLog/events/event';
import {
	planAdvance,
	rewindCursor,
	isNew,
	type Cursor,
	type CursorRules,
	type PollStretch,
} from '../../../../../nodes/OrgEventLog/trigger/cursor/cursor';
import { DAY, MINUTE, SECOND } from '../../../../support/times';

const NOON_MS = Date.UTC(2026, 10, 1, 12);

/** An event so long before or after noon. */
function eventAt(offsetMs: number, id = `event at ${offsetMs}`): LoggedEvent {
	return { id, createdAtMs: NOON_MS + offsetMs, fields: {} };
}

function consumedOf(
	events: readonly LoggedEvent[],
	before = ConsumedEvents.empty(),
): ConsumedEvents {
	const all = before.filterInstants(() => true);
	all.add(events, 0);
	return all;
}

/** The cursor at noon, with a window of five minutes behind it in which these were consumed. */
function cursorAtNoon(...consumed: readonly LoggedEvent[]): Cursor {
	return { watermarkMs: NOON_MS, floorMs: NOON_MS - 5 * MINUTE, consumed: consumedOf(consumed) };
}

function advance(
	cursor: Cursor,
	events: readonly LoggedEvent[],
	{ rules, ...section }: Partial<PollStretch> & { readonly rules?: Partial<CursorRules> } = {},
) {
	const all = { lateEventWindowMs: 5 * MINUTE, maxEvents: 5000, matches: () => true, ...rules };
	const times = { slowerClockMs: NOON_MS + MINUTE, fasterClockMs: NOON_MS + MINUTE };
	const { taken, watermarkMs, floorMs, ...others } = planAdvance(
		cursor,
		{ events, ...times, coveredToMs: Infinity, elapsedMs: 0, ...section },
		all,
	);
	const consumed = consumedOf(taken, cursor.consumed).filterInstants((atMs) => atMs >= floorMs);
	return {
		...others,
		emit: taken.filter(all.matches).map(({ id }) => id),
		cursor: { watermarkMs, floorMs, consumed },
	};
}

it('what is delivered is only what matches; the rest is consumed all the same', () => {
	const rules = { matches: ({ id }: LoggedEvent) => id === 'wanted', maxEvents: 1 };
	const events = [eventAt(0, 'other'), eventAt(0, 'wanted')];
	const { emit, stoppedBy, cursor } = advance(cursorAtNoon(), events, { rules });
	expect([emit, stoppedBy]).toEqual([['wanted'], undefined]);
	expect(events.every((event) => cursor.consumed.has(event))).toBe(true);
});

it.each<[string, LoggedEvent[], number]>([
	['moves to the newest event consumed', [eventAt(SECOND), eventAt(2 * SECOND)], 2 * SECOND],
	['stays where nothing is due', [eventAt(DAY)], 0],
	['stays where nothing is new', [], 0],
])('the watermark %s', (_what, events, offsetMs) => {
	expect(advance(cursorAtNoon(), events).cursor.watermarkMs).toBe(NOON_MS + offsetMs);
});

describe('the floor', () => {
	it.each<[string, LoggedEvent, Partial<PollStretch>, number]>([
		['follows the newest event at the distance of the window', eventAt(MINUTE), {}, -4],
		[
			'stays back by the time that reading took: that much may be missing',
			...([eventAt(MINUTE), { elapsedMs: 0.5 * MINUTE }, -4.5] as const),
		],
		[
			'follows no further than the log was gone over',
			...([eventAt(MINUTE), { coveredToMs: NOON_MS - 4.5 * MINUTE }, -4.5] as const),
		],
		[
			'follows neither clock further than the other one',
			eventAt(MINUTE),
			{ slowerClockMs: NOON_MS + 0.5 * MINUTE, fasterClockMs: NOON_MS + 60 * MINUTE },
			-4.5,
		],
	])('%s', (_what, event, section, minutes) => {
		const { cursor } = advance(cursorAtNoon(), [event], section);
		expect((cursor.floorMs - NOON_MS) / MINUTE).toBe(minutes);
	});

	it('passes nothing that waits for the next poll', () => {
		const behind = { ...cursorAtNoon(), floorMs: NOON_MS - 20 * MINUTE };
		const waiting = [eventAt(-15 * MINUTE), eventAt(-14 * MINUTE)];
		const { cursor } = advance(behind, waiting, { rules: { maxEvents: 1 } });
		expect((cursor.floorMs - NOON_MS) / MINUTE).toBe(-15);
	});

	it.each([
		['is new', 0, true],
		['is not, a millisecond earlier', -1, false],
	])('what lies at it %s', (_what, offsetMs, expected) => {
		expect(isNew(cursorAtNoon(), eventAt(-5 * MINUTE + offsetMs))).toBe(expected);
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
		const { emit, stoppedBy, cursor } = advance(cursorAtNoon(), events, { rules });
		expect([emit, stoppedBy]).toEqual([['a', 'b'], 'maxEvents']);
		expect(advance(cursor, events, { rules }).emit).toEqual(['c']);
	});

	it('an instant whose ids the state could not hold is delivered whole', () => {
		const events = Array.from({ length: 4001 }, (_, index) => eventAt(0, `tied ${index}`));
		const cursor = cursorAtNoon(...events.slice(0, 2));
		expect(advance(cursor, events, { rules }).emit).toHaveLength(3999);
		const cut = ['a', 'b', 'c'].map((id) => eventAt(-SECOND, id));
		expect(advance(cursor, [...cut, ...events], { rules }).emit).toEqual(['a', 'b']);
	});

	it('nothing is taken, and the floor stays', () => {
		const { emit, cursor } = advance(cursorAtNoon(), [eventAt(0)], { rules: { maxEvents: 0 } });
		expect([emit, cursor.floorMs]).toEqual([[], cursorAtNoon().floorMs]);
	});
});

it('what is dated in the future waits until it is due, and holds nothing back', () => {
	const events = [eventAt(0, 'now'), eventAt(DAY, 'future')];
	const first = advance(cursorAtNoon(), events);
	expect([first.emit, first.stoppedBy]).toEqual([['now'], 'future']);
	const due = { slowerClockMs: NOON_MS + DAY, fasterClockMs: NOON_MS + DAY };
	expect(advance(first.cursor, events, due).emit).toEqual(['future']);
});

it('goes back behind what was consumed up to its watermark, and keeps what it knows of the future', () => {
	const future = eventAt(DAY);
	const before = [eventAt(-MINUTE), eventAt(-1), eventAt(0), future];
	const back = rewindCursor(cursorAtNoon(...before), NOON_MS - 1);
	expect([back.floorMs - NOON_MS, back.watermarkMs - NOON_MS]).toEqual([-5 * MINUTE, -1]);
	expect(before.map((event) => isNew(back, event))).toEqual([false, true, true, false]);
});
