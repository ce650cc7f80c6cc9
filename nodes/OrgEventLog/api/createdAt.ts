import { describeType, toInteger } from '../json/jsonValues';
import { DAY_MS } from '../text/times';

/** Records with earlier times are malformed. */
export const EARLIEST_PLAUSIBLE_MS = Date.UTC(2000, 0, 1);

const LEAP_YEAR_MS = 366 * DAY_MS;

/** Some services count in these units instead. */
const OTHER_UNITS: ReadonlyArray<readonly [name: string, ms: number]> = [
	['seconds', 1_000],
	['microseconds', 1 / 1_000],
	['nanoseconds', 1 / 1_000_000],
];

/** The clock of a service may be off, and an event may be dated ahead, but by less than a year. */
function isPlausible(ms: number, nowMs: number): boolean {
	return ms >= EARLIEST_PLAUSIBLE_MS && ms <= nowMs + LEAP_YEAR_MS;
}

/** Reads `created_at` of a record, or says what is wrong with it, without its value. */
export function readCreatedAt(
	createdAt: unknown,
	nowMs: number,
): { readonly createdAtMs: number } | { readonly why: string } {
	if (createdAt === undefined) return { why: 'created_at is missing' };
	const value = toInteger(createdAt);
	if (value === undefined) {
		const type = typeof createdAt === 'number' ? 'a fractional number' : describeType(createdAt);
		return { why: `created_at is ${type} instead of milliseconds` };
	}
	if (isPlausible(value, nowMs)) return { createdAtMs: value };
	const [unit] = OTHER_UNITS.find(([, ms]) => isPlausible(value * ms, nowMs)) ?? [];
	if (unit !== undefined) return { why: `created_at looks like ${unit} instead of milliseconds` };
	return { why: 'created_at is before the year 2000 or more than a year ahead' };
}
