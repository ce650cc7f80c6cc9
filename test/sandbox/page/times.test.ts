import { ago, clockTime, countdown, fileSize, otherDay } from '../../../sandbox/page/client/times';

it('counts down in minutes and seconds, and stays at zero', () => {
	expect([0, 1, 1_000, 59_001, 61_000, -5_000].map((ms) => countdown(ms, 0))).toEqual([
		...['0:00', '0:01', '0:01', '1:00', '1:01', '0:00'],
	]);
});

it('says how long ago', () => {
	const times = [0, 4_000, 12_000, 89_000, 120_000, 7_200_000];
	expect(times.map((ms) => ago(0, ms))).toEqual([
		...['just now', 'just now', '12 s ago', '89 s ago', '2 min ago', '2 h ago'],
	]);
});

it('names the day where it is another', () => {
	const noon = new Date(2026, 4, 14, 12, 0, 5).getTime();
	expect(clockTime(noon)).toBe('12:00:05');
	expect(otherDay(noon, noon + 3_600_000)).toBe('');
	expect(otherDay(noon, noon + 86_400_000)).toBe('14 May');
});

it('gives sizes as people read them', () => {
	expect([0, 1, 999, 1_000, 1_234_567].map(fileSize)).toEqual([
		...['0 bytes', '1 byte', '999 bytes', '1.0 kB', '1.2 MB'],
	]);
});
