export const MINUTE_MS = 60_000;

/** Gives ISO 8601 in UTC with milliseconds; null for none, and for a number that no date can be made of. */
export function toIsoTime(epochMs: number | undefined): string | null {
	const date = new Date(epochMs ?? NaN);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Gives the time for a sentence: in ISO 8601, or the number if no date can be made of it. */
export function describeTime(epochMs: number): string {
	return toIsoTime(epochMs) ?? `${epochMs} ms`;
}
