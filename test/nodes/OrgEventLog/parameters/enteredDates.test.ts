import fc from 'fast-check';
import { DateTime } from 'luxon';
import { toEpochMs, toEpochNs } from '../../../../nodes/OrgEventLog/parameters/enteredDates';
import { ParameterError } from '../../../../nodes/OrgEventLog/errors/parameterError';

const ZONE = 'America/New_York';
const NOON_MS = Date.UTC(2024, 4, 1, 12);
const NOON_NS = BigInt(NOON_MS) * 1_000_000n;

const ns = (value: unknown) => toEpochNs(value, 'Later Than', ZONE);
const ms = (value: unknown) => toEpochMs(value, 'After', ZONE);

it.each(['2024-01-15', '2024-07-15'])(
	'a time that the clocks show twice is its first one, also on %s',
	(today) => {
		jest.useFakeTimers({ now: new Date(today) });
		expect(ms('2024-11-03T01:30')).toBe(Date.UTC(2024, 10, 3, 5, 30));
		expect(ms('2024-11-03T01:30:00.5')).toBe(Date.UTC(2024, 10, 3, 5, 30, 0, 500));
		expect(ms('2024-11-03T01:30-05:00')).toBe(Date.UTC(2024, 10, 3, 6, 30));
		expect(toEpochMs('2024-10-27', 'After', 'Atlantic/Azores')).toBe(Date.UTC(2024, 9, 27));
		jest.useRealTimers();
	},
);

describe('toEpochNs', () => {
	it.each<[string, unknown, bigint]>([
		['19 digits, to the last', '1714564800123456789', 1714564800123456789n],
		['digits with spaces around them', ' 1714564800123456789 ', 1714564800123456789n],
		['a bigint', 1714564800123456789n, 1714564800123456789n],
		['zero, the beginning of time', 0, 0n],
		['a date with Z', '2024-05-01T12:00:00Z', NOON_NS],
		['a date with nine decimals', '2024-05-01T12:00:00.123456789Z', NOON_NS + 123_456_789n],
		['a date with seven decimals', '2024-05-01T12:00:00.1234567Z', NOON_NS + 123_456_700n],
		['a decimal comma', '2024-05-01T12:00:00,5Z', NOON_NS + 500_000_000n],
		['a date with an offset', '2024-05-01T14:00:00.000000001+02:00', NOON_NS + 1n],
		['a date of the workflow timezone', '2024-05-01T08:00:00', NOON_NS],
		['a blank between date and time', '2024-05-01 08:00', NOON_NS],
		['a Date', new Date(NOON_MS), NOON_NS],
		['a DateTime', DateTime.fromMillis(NOON_MS, { zone: 'Asia/Tokyo' }), NOON_NS],
		['a day, from its start in the timezone', '2024-05-01', NOON_NS - 28_800_000_000_000n],
	])('takes %s', (_what, value, expected) => {
		expect(ns(value)).toBe(expected);
	});

	it.each([
		['a number that JavaScript has rounded', Number('1714564800123456789')],
		['a fraction', 1.5],
		['a negative number', -1],
		['milliseconds', NOON_MS],
		['a year', '2025'],
		['a date without dashes', '20251009'],
		['a digit too many', '171456480012345678901'],
		['an object that claims to be a DateTime', { isLuxonDateTime: true }],
		['decimals of an hour', '2024-05-01T12.5Z'],
		['decimals of a minute', '2024-05-01T12:00.5Z'],
		['words', 'last Tuesday'],
		['a time without a date', '12:00'],
		['a date that does not exist', '2024-02-30'],
		['a Date that is none', new Date(Number.NaN)],
		['a DateTime that is none', DateTime.invalid('test')],
		['a time before 1970', '1969-12-31T23:00:00Z'],
		['a list', ['2024-05-01']],
		['an object', { year: 2024 }],
		['a switch', true],
	])('refuses %s by the name of the field', (_what, value) => {
		expect(() => ns(value)).toThrow(ParameterError);
		expect(() => ns(value)).toThrow(/^'Later Than'/);
	});

	it('keeps every digit of any nanosecond since 1973, as digits and as a date', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 10n ** 17n, max: 4_102_444_800_000_000_000n }), (instant) => {
				const seconds = DateTime.fromMillis(Number(instant / 1_000_000_000n) * 1000);
				const decimals = String(instant % 1_000_000_000n).padStart(9, '0');
				const iso = seconds.setZone(ZONE).toFormat("yyyy-MM-dd'T'HH:mm:ss");
				const offset = seconds.setZone(ZONE).toFormat('ZZ');

				expect(ns(String(instant))).toBe(instant);
				expect(ns(`${iso}.${decimals}${offset}`)).toBe(instant);
			}),
			{ seed: 3 },
		);
	});
});

describe('toEpochMs', () => {
	it.each<[string, unknown, number]>([
		['a number', NOON_MS, NOON_MS],
		['zero', 0, 0],
		['a date with an offset', '2024-05-01T14:00+02:00', NOON_MS],
		['a date of the workflow timezone', '2024-05-01T08:00', NOON_MS],
		['the first millisecond not before a finer time', '2024-05-01T12:00:00.0000001Z', NOON_MS + 1],
		['a Date', new Date(NOON_MS), NOON_MS],
		['a DateTime', DateTime.fromMillis(NOON_MS), NOON_MS],
	])('takes %s', (_what, value, expected) => {
		expect(ms(value)).toBe(expected);
	});

	it.each<[string, unknown]>([
		['seconds', NOON_MS / 1000],
		['seconds as text', String(NOON_MS / 1000)],
		['nanoseconds', '1714564800123456789'],
		['a year', '2024'],
		['a date without dashes', '20240501'],
		['a fraction', 1714564800000.5],
		['not a number', Number.NaN],
	])('refuses %s, which would silently be another time', (_what, value) => {
		expect(() => ms(value)).toThrow(/^'After' is not a date since 1970/);
	});
});

it.each([toEpochMs, toEpochNs])('%O refuses a timezone that nobody knows, by its name', (read) => {
	expect(() => read('2024-05-01', 'After', 'GMT+2')).toThrow(/timezone.*GMT\+2/);
	expect(read('2024-05-01T00:00Z', 'After', 'Europe/Berlin')).toBeDefined();
});
