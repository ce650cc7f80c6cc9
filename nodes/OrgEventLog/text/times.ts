export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const NS_PER_MS = 1_000_000n;

/** Gives ISO 8601 in UTC with milliseconds; null for none, and for a number that no date can be made of. */
export function toIsoTime(epochMs: number | undefined): string | null {
	const date = new Date(epochMs ?? NaN);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Gives the time for a sentence: in ISO 8601, or the number if no date can be made of it. */
export function describeTime(epochMs: number): string {
	return toIsoTime(epochMs) ?? `${epochMs} ms`;
}
