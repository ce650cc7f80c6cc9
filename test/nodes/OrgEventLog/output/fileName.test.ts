import { fileNameOf } from '../../../../nodes/OrgEventLog/output/fileOutput';

it.each([
	[{}, 'events.csv'],
	[{ startMs: Date.UTC(2024, 4, 1) }, 'events_20240501T000000Z_end.csv'],
	[
		{ startMs: Date.UTC(2024, 4, 1, 4, 30), endMs: Date.UTC(2024, 5, 1) },
		'events_20240501T043000Z_20240601T000000Z.csv',
	],
])('names a file for the range it covers', (range, name) => {
	expect(fileNameOf(range, 'csv')).toBe(name);
});
