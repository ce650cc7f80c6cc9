import { describeType, toInteger } from '../json/jsonValues';
import { DAY_MS } from '../text/times';

/** Records with earlier times are malformed. */
export const EARLIEST_PLAUSIBLE_MS = Date.UTC(2000, 0, 1);

/** The clock of a service may be off, and an event may be dated ahead, but by less than a year. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/** Reads `created_at` of a record, or says what is wrong with it, without its value. */
export function readCreatedAt(
	createdAt: unknown,
	nowMs: number,
): { readonly createdAtMs: number } | { readonly why: string } {
	if (createdAt === undefined) return { why: 'created_at is missing' };
	const createdAtMs = toInteger(createdAt);
	if (createdAtMs === undefined) {
		return { why: `created_at is ${describeType(createdAt)} instead of whole milliseconds` };
	}
	if (createdAtMs >= EARLIEST_PLAUSIBLE_MS && createdAtMs <= nowMs + MAX_AHEAD_MS) {
		return { createdAtMs };
	}
	return { why: 'created_at is before the year 2000 or more than a year ahead' };
}
