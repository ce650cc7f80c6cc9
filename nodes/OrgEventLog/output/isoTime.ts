/** ISO 8601 in UTC with milliseconds; null for a number that no date can be made of. */
export function toIsoTime(epochMs: number): string | null {
	const date = new Date(epochMs);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
