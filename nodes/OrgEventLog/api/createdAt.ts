import { describeType } from '../json/jsonValues';

/** Earlier times are no dates of events, but malformed records. */
export const EARLIEST_PLAUSIBLE_MS = Date.UTC(2000, 0, 1);

const YEAR_MS = 366 * 24 * 3_600_000;

/** Nanoseconds have 19 digits. Protobuf's JSON writes integers of 64 bits as text. */
const DIGITS = /^\d{1,19}$/;

/** Milliseconds in each unit that services take instead. */
const OTHER_UNITS: ReadonlyArray<readonly [name: string, ms: number]> = [
	['seconds', 1_000],
	['microseconds', 1 / 1_000],
	['nanoseconds', 1 / 1_000_000],
];

/** Gives the integer that a service wrote as a number or as its digits in a text; undefined for anything else. */
export function toInteger(value: unknown): number | undefined {
	if (typeof value === 'string') return DIGITS.test(value) ? Number(value) : undefined;
	return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/** The clock of a service may be off, and an event may be dated ahead, but by less than a year. */
function isPlausible(ms: number, nowMs: number): boolean {
	return ms >= EARLIEST_PLAUSIBLE_MS && ms <= nowMs + YEAR_MS;
}

/** Reads `created_at` of a record, epoch milliseconds, or says what is wrong with it, without its value. */
export function readCreatedAt(createdAt: unknown, nowMs: number): number | string {
	if (createdAt === undefined) return 'created_at is missing';
	const value = toInteger(createdAt);
	if (value === undefined) {
		const what = typeof createdAt === 'number' ? 'a fractional number' : describeType(createdAt);
		return `created_at is ${what} instead of milliseconds`;
	}
	if (isPlausible(value, nowMs)) return value;
	const [unit] = OTHER_UNITS.find(([, ms]) => isPlausible(value * ms, nowMs)) ?? [];
	return unit === undefined
		? 'created_at is before the year 2000 or more than a year ahead'
		: `created_at looks like ${unit} instead of milliseconds`;
}
