import { DateTime } from 'luxon';
import { fileNameOf } from '../../../../nodes/OrgEventLog/output/fileName';

const ZONE = 'Europe/Berlin';
const at = (local: string) => DateTime.fromISO(local, { zone: ZONE }).toMillis();

it.each<[name: string, start: string | undefined, end: string | undefined]>([
	['events.csv', undefined, undefined],
	['events_2026-10.csv', '2026-10-01', '2026-11-01'],
	['events_2026-10-03.csv', '2026-10-03', '2026-10-04'],
	['events_2026-10-01_2026-12-31.csv', '2026-10-01', '2027-01-01'],
	['events_from_2026-10-01.csv', '2026-10-01', undefined],
	['events_until_2026-10-31.csv', undefined, '2026-11-01'],
	[
		'events_2026-10-03T14.05.09_2026-10-04T14.05.09.csv',
		'2026-10-03T14:05:09.123',
		'2026-10-04T14:05:09.123',
	],
	['events_2026-10-03T00.00.00_2026-10-03T01.00.00.csv', '2026-10-03', '2026-10-03T01:00'],
	['events_from_2026-10-03T14.05.09.csv', '2026-10-03T14:05:09', undefined],
])('%s', (name, start, end) => {
	const range = {
		...(start !== undefined && { startMs: at(start) }),
		...(end !== undefined && { endMs: at(end) }),
	};

	expect(fileNameOf(range, ZONE, 'csv')).toBe(name);
});
