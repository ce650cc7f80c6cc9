export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const NS_PER_MS = 1_000_000n;

/** Gives the time in ISO 8601, in UTC with milliseconds; null if there is none, or no date can be made of it. */
export function toIsoTime(epochMs: number | undefined): string | null {
	const date = new Date(epochMs ?? NaN);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Gives the number itself if no date can be made of it. */
export function describeTime(epochMs: number): string {
	return toIsoTime(epochMs) ?? `${epochMs} ms`;
}
