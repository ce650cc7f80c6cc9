import {
	type EventLog,
	type EventRecord,
	createEventLog,
	makeDevice,
	makeEvent,
	seededLog,
} from '../../sandbox/service';

/** In which the clocks go back an hour in the month. */
export const TIMEZONE = 'Europe/Berlin';

/** As the clocks show it, and in UTC. */
export const MONTH = {
	...{ from: '2024-10-01 00:00:00', to: '2024-11-01 00:00:00' },
	...{ fromUtc: '2024-09-30T22:00:00.000Z', toUtc: '2024-10-31T23:00:00.000Z' },
};

/** The same in parameters of the node. */
export const PERIOD = {
	timeRange: 'custom',
	after: '2024-10-01T00:00:00',
	before: '2024-11-01T00:00:00',
};

const FROM_MS = Date.parse(MONTH.fromUtc);
const TO_MS = Date.parse(MONTH.toUtc);
const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

/** What spreadsheets take for something else in a CSV, or would run. */
const ODD_TEXTS = [
	...[
		'00012345',
		'3E5',
		'1/2',
		'TRUE',
		'12345678901234567890',
		'2026-10-03',
		'12:30',
		'1.5',
		'50%',
	],
	...['=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", "'quoted", '"quoted"', 'a;b,c\td'],
	...['  blanks  ', '😀 漢 ü', '<b>&amp;</b>', '_x0007_', 'x'.repeat(32_767)],
];

/** A log that begins a week before the month and ends a week after it, with odd texts and events at its very ends. */
export function makeLog(): EventLog {
	const startMs = FROM_MS - WEEK_MS;
	const log = seededLog({ events: 4_000, seed: 5, startMs, endMs: TO_MS + WEEK_MS });
	const odd = ODD_TEXTS.map((text, at) =>
		makeEvent({
			...{ id: `odd-${at}`, createdAtMs: TO_MS - HOUR_MS + at, message: text, type: text },
			userPrincipal: { device: makeDevice({ serial_number: text, friendly_name: text }) },
		}),
	);
	const ends = [FROM_MS - 1, FROM_MS, TO_MS - 1, TO_MS].map((createdAtMs) =>
		makeEvent({ id: `at-${createdAtMs}`, createdAtMs }),
	);
	return createEventLog([...log.all(), ...odd, ...ends]);
}

/** Oldest first. */
export function eventsOfMonth(log: EventLog): EventRecord[] {
	return [...log.all()].filter(({ createdAtMs }) => createdAtMs >= FROM_MS && createdAtMs < TO_MS);
}
